/*
 * unescape.h - what a string of EDN or JSON stands for.
 *
 * In: the inside of a string token, which the lexer has found well-formed. Out: its bytes as UTF-8,
 * escapes resolved. The lexer refuses half of a surrogate pair; here it would become U+FFFD. The bytes may hold a NUL. O(size).
 */
#ifndef MNS_UNESCAPE_H
#define MNS_UNESCAPE_H

#include "core/buf.h"

void mns_unescape(const char *p, const char *end, mns_buf *out);

#endif
