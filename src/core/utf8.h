/*
 * utf8.h - UTF-8 validation and decoding.
 */
#ifndef MNS_UTF8_H
#define MNS_UTF8_H

#include "core/base.h"

/* The length of the UTF-8 character at the start of text; 0 if it is invalid: overlong, a
 * surrogate, beyond U+10FFFF, truncated. */
size_t mns_utf8_length(const char *text, size_t left);
/* The first byte that is not valid UTF-8, or NULL. O(size), a vector at a time for ASCII. */
const char *mns_utf8_invalid(const char *text, size_t size);

/* The code point of the character of `length` bytes at the start of text. */
uint32_t mns_utf8_code(const char *text, size_t length);
/* True for characters that are invisible or change how others are displayed: controls (C0, DEL,
 * C1), line and paragraph separators, direction overrides, zero-width characters, tags. They can
 * control a terminal or disguise text. */
bool mns_utf8_is_hidden(uint32_t code);

#endif
