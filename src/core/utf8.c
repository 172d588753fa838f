/* utf8.c - see utf8.h. */
#include "core/utf8.h"

#include "core/scan.h"

size_t mns_utf8_length(const char *text, size_t left) {
    assert(left > 0);
    const unsigned char *p = (const unsigned char *)text;
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0xC0) {
        return p[0] < 0x80 ? 1 : 0;
    }
    size_t length = 2u + (p[0] >= 0xE0) + (p[0] >= 0xF0);
    if (length > left || p[0] > 0xF4) {
        return 0;
    }
    uint32_t code = p[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!mns_utf8_continues(text[i])) {
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
        do { /* other characters often follow each other */
            size_t length = mns_utf8_length(text, (size_t)(end - text));
            if (length == 0) {
                return text;
            }
            text += length;
            assert(text <= end);
        } while (text < end && (unsigned char)*text >= 0x80);
    }
    return NULL;
}

size_t mns_utf8_cut(const char *text, size_t size, size_t limit) {
    if (size <= limit) {
        return size;
    }
    size_t end = limit;
    while (end > 0 && limit - end < 4 && mns_utf8_continues(text[end])) {
        end--;
    }
    return end;
}

uint32_t mns_utf8_code(const char *text, size_t length) {
    const unsigned char *p = (const unsigned char *)text;
    assert(length >= 1 && length <= 4);
    uint32_t code = length == 1 ? p[0] : p[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        code = code << 6 | (p[i] & 0x3Fu);
    }
    return code;
}

/* Unicode's Bidi_Control and Default_Ignorable_Code_Point without variation selectors, and
 * controls. */
static const struct {
    uint32_t first, last;
} hidden[] = {{0x00, 0x1F},      {0x7F, 0x9F},     {0xAD, 0xAD},       {0x61C, 0x61C},
              {0x115F, 0x1160},  {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},
              {0x2028, 0x202E},  {0x2060, 0x206F}, {0x3164, 0x3164},   {0xFEFF, 0xFEFF},
              {0xFFA0, 0xFFA0},  {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
              {0xE0000, 0xE0FFF}};

bool mns_utf8_is_hidden(uint32_t code) {
    for (size_t i = 0; i < MNS_COUNT_OF(hidden) && code >= hidden[i].first; i++) {
        if (code <= hidden[i].last) {
            return true;
        }
    }
    return false;
}
