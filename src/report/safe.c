/*
 * safe.c - text that quotes an untrusted history, made safe for a terminal.
 *
 * In: any bytes. Out: the same text with control characters (which could drive the terminal of
 * whoever reads the report) and broken UTF-8 shown as '?', and a tab as one space, so that a caret
 * below it stays in its place. Line feeds are the caller's: there are none in the text. O(size).
 */
#include "report/parts.h"

/* Bytes of the UTF-8 character at p, 0 if it is broken or a control character. */
static size_t printable(const unsigned char *p, size_t left) {
    if (p[0] < 0x80) {
        return p[0] >= 0x20 && p[0] != 0x7F ? 1 : 0;
    }
    size_t length = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : p[0] >= 0xC2 ? 2 : 0;
    if (length == 0 || length > left || p[0] > 0xF4 || (p[0] == 0xC2 && p[1] < 0xA0)) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

/* How many bytes of plain ASCII are at the beginning: most of any text. */
static size_t plain_run(const char *text, size_t size) {
    size_t i = 0;
    while (i < size && text[i] >= 0x20 && text[i] < 0x7F) {
        i++;
    }
    return i;
}

size_t mns_write_safe(mns_buf *out, const char *text, size_t size, uint64_t mark) {
    size_t plain = plain_run(text, size);
    size_t before = plain < mark ? plain : (size_t)mark;
    uint64_t counted = plain;
    mns_buf_bytes(out, text, plain);
    for (size_t i = plain; i < size;) {
        size_t length = printable((const unsigned char *)text + i, size - i);
        before += counted < mark ? 1 : 0;
        counted += ((unsigned char)text[i] & 0xC0) != 0x80 ? 1 : 0;
        if (length > 0) {
            mns_buf_bytes(out, text + i, length);
        } else {
            mns_buf_char(out, text[i] == '\t' ? ' ' : '?');
        }
        i += length == 0 ? 1 : length;
    }
    return before;
}
