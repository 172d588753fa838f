/*
 * digits.h - parses short decimal numbers, eight bytes at a time.
 *
 * Most of a history is numbers of one to eight digits. A loop over the digits has an unpredictable
 * branch, the length; here one comparison of a whole word gives the length. This needs
 * little-endian order; elsewhere the plain loop is used.
 */
#ifndef MNS_DIGITS_H
#define MNS_DIGITS_H

#include "core/base.h"

/* Returns the number of digits at p, at most 8; *number is their value. p .. p + 7 must be
 * readable. */
static inline unsigned mns_digits_plain(const char *p, uint32_t *number) {
    unsigned count = 0;
    for (*number = 0; count < 8 && p[count] >= '0' && p[count] <= '9'; count++) {
        *number = *number * 10 + (uint32_t)(p[count] - '0');
    }
    return count;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* Eight characters as a word in which each digit is replaced by its value; *other has the top bit
 * of every byte that is not a digit. */
static inline uint64_t mns_digits_load(const char *p, uint64_t *other) {
    const uint64_t ones = 0x0101010101010101u;
    uint64_t word;
    memcpy(&word, p, 8);
    word ^= '0' * ones;
    *other = (((word & 0x7F * ones) + (0x80 - 10) * ones) | word) & 0x80 * ones;
    return word;
}

/* The number of digits at p, at most 8. p .. p + 7 must be readable. */
static inline unsigned mns_digit_count(const char *p) {
    uint64_t other;
    mns_digits_load(p, &other);
    return other == 0 ? 8 : (unsigned)__builtin_ctzll(other) / 8;
}

/* The same as mns_digits_plain. */
static inline unsigned mns_digits(const char *p, uint32_t *number) {
    uint64_t other, word = mns_digits_load(p, &other);
    unsigned count = other == 0 ? 8 : (unsigned)__builtin_ctzll(other) / 8;
    if (count == 0) {
        *number = 0;
        return 0;
    }
    word <<= 8 * (8 - count); /* leading zeros */
    /* Pairs of digits, then fours, then all eight. */
    word = (word * 10 + (word >> 8)) & 0x00FF00FF00FF00FFu;
    word = (word * 100 + (word >> 16)) & 0x0000FFFF0000FFFFu;
    *number = (uint32_t)(word * 10000 + (word >> 32));
    assert(*number < 100000000);
    return count;
}

#else

static inline unsigned mns_digits(const char *p, uint32_t *number) {
    return mns_digits_plain(p, number);
}

static inline unsigned mns_digit_count(const char *p) {
    uint32_t number;
    return mns_digits_plain(p, &number);
}

#endif

#endif
