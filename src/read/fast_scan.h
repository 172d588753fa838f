/*
 * fast_scan.h - primitives of the fast path: literals, separators and small integers without
 * tokens.
 *
 * The fast readers (op_template.h, fast_mops.h, list_reader.h) take a `limit` that is
 * MNS_FAST_MARGIN before the end of the text. From any position below it they may read that many
 * bytes without another check: a literal, or a few separators and numbers. Text after the limit is
 * read by its tokens.
 */
#ifndef MNS_FAST_H
#define MNS_FAST_H

#include "core/digits.h"
#include "read/values.h"

#define MNS_FAST_MARGIN 64
/* The longest literal, in bytes; a multiple of 8. */
#define MNS_LITERAL_BYTES 56

/* A short text, padded to whole words and compared a word at a time under a mask. Most have one or
 * two words. */
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

/* True if the text at p starts with the literal. MNS_LITERAL_BYTES at p must be readable. */
static inline bool mns_literal_at(const mns_literal *literal, const char *p) {
    assert(literal->size > 0 && literal->size <= MNS_LITERAL_BYTES);
    uint64_t differs = mns_literal_differs(literal, p, 0) | mns_literal_differs(literal, p, 1);
    for (size_t i = 2; 8 * i < literal->size; i++) {
        differs |= mns_literal_differs(literal, p, i);
    }
    return differs == 0;
}

/* Skips spaces; NULL: too close to the end. */
static inline const char *mns_fast_spaces(const char *p, const char *limit) {
    while (*p == ' ' && p < limit) {
        p++;
    }
    return p < limit ? p : NULL;
}

/* The start of the next form; NULL without a separator before it. */
static inline const char *mns_fast_separator(const char *p, const char *limit, bool json) {
    if (json ? *p != ',' : *p != ' ' && *p != ',') {
        return NULL;
    }
    return mns_fast_spaces(p + 1, limit);
}

/* Reads an integer of up to 7 digits without leading zeros; NULL for anything else. */
static inline const char *mns_fast_small(const char *p, mns_value *value) {
    uint32_t number;
    unsigned digits = mns_digits(p, &number);
    *value = mns_value_of_small(number);
    return digits == 0 || digits == 8 || (digits > 1 && *p == '0') ? NULL : p + digits;
}

#endif
