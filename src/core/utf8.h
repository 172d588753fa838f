/*
 * utf8.h - what is a character.
 */
#ifndef MNS_UTF8_H
#define MNS_UTF8_H

#include "core/base.h"

/* The length of the UTF-8 character that text begins with, 0 if there is none: overlong, a surrogate,
 * beyond U+10FFFF, cut short. */
size_t mns_utf8_length(const char *text, size_t left);
/* The first byte that is not part of a UTF-8 character, or NULL. O(size), a vector at a time in ASCII. */
const char *mns_utf8_invalid(const char *text, size_t size);

/* The code of the character of `length` bytes that text begins with. */
uint32_t mns_utf8_code(const char *text, size_t length);
/* True of characters that are not seen, or that change how others are seen: controls (C0, DEL, C1),
 * line and paragraph separators, overrides of direction, characters without width, tags. Text that
 * holds them can drive a terminal or read otherwise than it is. */
bool mns_utf8_is_hidden(uint32_t code);

#endif
