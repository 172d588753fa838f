/*
 * quick.h - what reading without tokens is made of: literals, separators, small integers.
 *
 * The quick readers (layout.h, quick_mops.h, spines.h) take a `limit` that is MNS_QUICK_MARGIN before
 * the end of the text: from a place below it they look that far without asking again, which is a
 * literal, or a few separators and numbers. What comes too close to the end is read by its tokens.
 */
#ifndef MNS_QUICK_H
#define MNS_QUICK_H

#include "core/digits.h"
#include "read/values.h"

#define MNS_QUICK_MARGIN 64
/* The longest literal, in bytes; a multiple of 8. */
#define MNS_LITERAL_BYTES 56

/* A short text that is looked for again and again, compared a word at a time: it is padded to whole
 * words, and the last one has a mask. */
typedef struct mns_literal {
    uint64_t word[MNS_LITERAL_BYTES / 8];
    uint64_t mask;       /* of the last word */
    uint32_t size, last; /* last: the number of the last word */
} mns_literal;

/* False if the text is empty or too long. */
static inline bool mns_literal_set(mns_literal *literal, const char *text, size_t size) {
    memset(literal, 0, sizeof *literal);
    if (size == 0 || size > MNS_LITERAL_BYTES) {
        return false;
    }
    memcpy(literal->word, text, size);
    literal->size = (uint32_t)size;
    literal->last = (uint32_t)(size - 1) / 8;
    memset(&literal->mask, 0xFF, size - 8 * (size_t)literal->last);
    return true;
}

/* Whether the text at p is this one. MNS_LITERAL_BYTES at p must be readable. */
static inline bool mns_literal_at(const mns_literal *literal, const char *p) {
    uint64_t word;
    uint32_t i = 0;
    for (; i < literal->last; i++) {
        memcpy(&word, p + 8 * i, 8);
        if (word != literal->word[i]) {
            return false;
        }
    }
    memcpy(&word, p + 8 * i, 8);
    return ((word ^ literal->word[i]) & literal->mask) == 0;
}

/* Where the next form would start; NULL if nothing separates it from the one before. */
static inline const char *mns_quick_separator(const char *p, const char *limit, bool json) {
    if (json ? *p != ',' : *p != ' ' && *p != ',') {
        return NULL;
    }
    for (p++; *p == ' ' && p < limit; p++) {
    }
    return p < limit ? p : NULL;
}

/* A small integer without leading zeros, as a value; NULL if it is anything else. */
static inline const char *mns_quick_small(const char *p, mns_value *value) {
    uint32_t number;
    unsigned digits = mns_digits(p, &number);
    *value = mns_value_of_small(number);
    return digits == 0 || digits == 8 || (digits > 1 && *p == '0') ? NULL : p + digits;
}

#endif
