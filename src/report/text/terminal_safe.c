/*
 * terminal_safe.c - makes text that quotes an untrusted history safe for a terminal.
 *
 * In: any bytes without line feeds. Out: the same text with hidden characters (control characters,
 * which could be terminal commands, and direction overrides) and broken UTF-8 as '?', and a tab as
 * one space, so that a caret in the next line is in the right column. O(size).
 */
#include "report/model/check_result.h"
#include "report/text/text_report.h"

/* Bytes of the UTF-8 character at p; 0 if it is broken or hidden. */
static size_t printable(const char *p, size_t left) {
    size_t length = mns_utf8_length(p, left);
    return length == 0 || mns_utf8_is_hidden(mns_utf8_code(p, length)) ? 0 : length;
}

/* Bytes of the character at p; 1 if it is broken. */
static size_t bytes_of(const char *p, size_t left) {
    size_t length = mns_utf8_length(p, left);
    return length == 0 ? 1 : length;
}

/* The length of the prefix of printable ASCII. */
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
        size_t length = printable(text + i, size - i);
        before += counted < mark ? 1 : 0;
        counted += mns_utf8_continues(text[i]) ? 0 : 1;
        if (length > 0) {
            mns_buf_bytes(out, text + i, length);
        } else {
            mns_buf_char(out, text[i] == '\t' ? ' ' : '?');
        }
        i += bytes_of(text + i, size - i);
    }
    return before;
}
