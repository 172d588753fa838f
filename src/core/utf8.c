/* utf8.c - see utf8.h. */
#include "core/utf8.h"

#include "core/scan.h"

size_t mns_utf8_length(const char *text, size_t left) {
    const unsigned char *p = (const unsigned char *)text;
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = p[0] < 0x80 ? 1 : p[0] < 0xC0 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (length < 2) {
        return length;
    }
    if (length > left || p[0] > 0xF4) {
        return 0;
    }
    uint32_t code = p[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
        code = code << 6 | (p[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

const char *mns_utf8_invalid(const char *text, size_t size) {
    const char *end = text + size;
    while ((text = mns_scan_ascii(text, end)) < end) {
        do { /* characters that are not ASCII often follow each other */
            size_t length = mns_utf8_length(text, (size_t)(end - text));
            if (length == 0) {
                return text;
            }
            text += length;
        } while (text < end && (unsigned char)*text >= 0x80);
    }
    return NULL;
}
