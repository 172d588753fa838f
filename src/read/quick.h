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
 * words, of which the mask says what matters. Most are of one or two. */
typedef struct mns_literal {
    uint64_t word[MNS_LITERAL_BYTES / 8], mask[MNS_LITERAL_BYTES / 8];
    uint32_t size;
} mns_literal;

/* False if the text is empty or too long. */
static inline bool mns_literal_set(mns_literal *literal, const char *text, size_t size) {
    memset(literal, 0, sizeof *literal);
    if (size == 0 || size > MNS_LITERAL_BYTES) {
        return false;
    }
    memcpy(literal->word, text, size);
    memset(literal->mask, 0xFF, size);
    literal->size = (uint32_t)size;
    return true;
}

static inline uint64_t mns_literal_differs(const mns_literal *literal, const char *p, size_t i) {
    uint64_t word;
    memcpy(&word, p + 8 * i, 8);
    return (word ^ literal->word[i]) & literal->mask[i];
}

/* Whether the text at p is this one. MNS_LITERAL_BYTES at p must be readable. */
static inline bool mns_literal_at(const mns_literal *literal, const char *p) {
    assert(literal->size > 0 && literal->size <= MNS_LITERAL_BYTES);
    uint64_t differs = mns_literal_differs(literal, p, 0) | mns_literal_differs(literal, p, 1);
    for (size_t i = 2; 8 * i < literal->size; i++) {
        differs |= mns_literal_differs(literal, p, i);
    }
    return differs == 0;
}

/* Behind some spaces; NULL: too close to the end. */
static inline const char *mns_quick_spaces(const char *p, const char *limit) {
    while (*p == ' ' && p < limit) {
        p++;
    }
    return p < limit ? p : NULL;
}

/* Where the next form would start; NULL if nothing separates it from the one before. */
static inline const char *mns_quick_separator(const char *p, const char *limit, bool json) {
    if (json ? *p != ',' : *p != ' ' && *p != ',') {
        return NULL;
    }
    return mns_quick_spaces(p + 1, limit);
}

/* A small integer without leading zeros, as a value; NULL if it is anything else. */
static inline const char *mns_quick_small(const char *p, mns_value *value) {
    uint32_t number;
    unsigned digits = mns_digits(p, &number);
    *value = mns_value_of_small(number);
    return digits == 0 || digits == 8 || (digits > 1 && *p == '0') ? NULL : p + digits;
}

#endif
