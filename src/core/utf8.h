/*
 * utf8.h - UTF-8: validation, decoding, cutting between characters, and hidden characters.
 */
#ifndef MNS_UTF8_H
#define MNS_UTF8_H

#include "core/base.h"

/* True of the bytes of a character after its first. */
static inline bool mns_utf8_continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* The length of the UTF-8 character that text begins with; 0 if it is invalid: overlong, a
 * surrogate, beyond U+10FFFF, cut short. */
size_t mns_utf8_length(const char *text, size_t left);
/* The first byte that is not part of a UTF-8 character, or NULL. O(size), a vector at a time in
 * ASCII. */
const char *mns_utf8_invalid(const char *text, size_t size);

/* The largest size up to limit at which the text can be cut without splitting a character. */
size_t mns_utf8_cut(const char *text, size_t size, size_t limit);

/* The code of the character of `length` bytes that text begins with. */
uint32_t mns_utf8_code(const char *text, size_t length);
/* True of characters that are invisible or change how others are displayed: controls (C0, DEL, C1),
 * line and paragraph separators, direction overrides, zero-width characters, tags. Text that
 * contains them can control a terminal or display as something else. */
bool mns_utf8_is_hidden(uint32_t code);

#endif
