/*
 * numbers.h - one text for each number, so that numbers are compared by their value.
 *
 * Equality is Clojure's: numbers of one kind are equal if their values are, numbers of different kinds
 * never are. The kinds are integers (1, 1N, 4/2), ratios (1/2), floats of 64 bits (0.5, 5e-1) and
 * decimals (0.5M).
 *
 *   written                       canonical
 *   0.10  1e-1  0.1               0.1
 *   1e2   100.0                   100.0
 *   0.1000000000000000055         0.1        the same float of 64 bits
 *   -0.0  0.0                     0.0
 *   2/4   1/2                     1/2
 *   4/2                           2          an integer
 *   1.0M  1.00M  1M               1M
 *
 * ##NaN is one value here, though no NaN equals another: a read of it shows the write of it.
 */
#ifndef MNS_NUMBERS_H
#define MNS_NUMBERS_H

#include "core/buf.h"

/* Writes the canonical text of a number that the lexer accepted as MNS_TOKEN_NUMBER. Returns NULL, or
 * what is wrong with it. *integer: it is an integer, and the text its digits. O(size). */
const char *mns_number_canonical(const char *text, size_t size, mns_buf *out, bool *integer);

#endif
