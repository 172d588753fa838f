/*
 * unescape.h - the text of an EDN or JSON string, with its escapes resolved.
 *
 * The lexer checks that escapes are well-formed; this decodes them. O(size).
 */
#ifndef MNS_UNESCAPE_H
#define MNS_UNESCAPE_H

#include "core/buf.h"

/* The code of a lone surrogate: one half of a pair without the other. */
#define MNS_LONE_SURROGATE UINT32_MAX

/* Reads what follows "\u": four hexadecimal digits, and the second escape of a surrogate pair.
 * Returns the bytes read (4 or 10), or 0 if the digits are missing. */
size_t mns_unicode_escape_read(const char *p, const char *end, uint32_t *code);

/* Appends what the inside of a string token stands for, as UTF-8, which may contain NUL. A lone
 * surrogate becomes U+FFFD. */
void mns_unescape(const char *p, const char *end, mns_buf *out);

#endif
