/*
 * buf.h - a growing string.
 *
 * Invariant: data is NULL (nothing written yet) or has size bytes and a NUL after them. Out of
 * memory sets `failed`, and later writes do nothing, so callers check once at the end. mns_buf_take
 * returns the string and leaves the buffer empty.
 */
#ifndef MNS_BUF_H
#define MNS_BUF_H

#include <stdarg.h>

#include "core/base.h"
#include "core/utf8.h"

typedef struct mns_buf {
    char *data;
    size_t size, capacity;
    bool failed;
} mns_buf;

void mns_buf_init(mns_buf *buf);
void mns_buf_release(mns_buf *buf);
void mns_buf_clear(mns_buf *buf);
/* Makes room for `extra` bytes after `size`, and their NUL; data is then not NULL. */
bool mns_buf_reserve(mns_buf *buf, size_t extra);
void mns_buf_bytes(mns_buf *buf, const char *bytes, size_t size);
void mns_buf_str(mns_buf *buf, const char *string);
void mns_buf_char(mns_buf *buf, char c);
/* In decimal, many times faster than printf. */
void mns_buf_integer(mns_buf *buf, int64_t number);
void mns_buf_unsigned(mns_buf *buf, uint64_t number);
/* 99988 as 99,988. */
void mns_buf_thousands(mns_buf *buf, uint64_t number);
/* Keeps the first `size` bytes. */
void mns_buf_truncate(mns_buf *buf, size_t size);
void mns_buf_repeat(mns_buf *buf, char c, size_t times);
void mns_buf_printf(mns_buf *buf, const char *format, ...) MNS_PRINTF(2, 3);
void mns_buf_vprintf(mns_buf *buf, const char *format, va_list args) MNS_PRINTF(2, 0);
/* The bytes as a quoted JSON string; invalid UTF-8 becomes U+FFFD, and hidden characters (utf8.h)
 * are escaped. */
void mns_buf_json_string(mns_buf *buf, const char *bytes, size_t size);
/* The bytes on one line, with hidden characters as \n, \t, \r or \uXXXX and invalid UTF-8 as \xXX.
 * Backslashes are not escaped. */
void mns_buf_escaped(mns_buf *buf, const char *bytes, size_t size);
/* \uXXXX, two of them beyond U+FFFF. */
void mns_buf_unicode_escape(mns_buf *buf, uint32_t code);
/* The string, freed by the caller; NULL if memory ran out. */
char *mns_buf_take(mns_buf *buf, size_t *size);

#endif
