/*
 * unescape.h - resolves the escapes of an EDN or JSON string.
 *
 * In: the inside of a string token that the lexer accepted. Out: its bytes as UTF-8, which may
 * contain a NUL. The lexer rejects unpaired surrogates; here they would become U+FFFD. O(size).
 */
#ifndef MNS_UNESCAPE_H
#define MNS_UNESCAPE_H

#include "core/buf.h"

void mns_unescape(const char *p, const char *end, mns_buf *out);

#endif
