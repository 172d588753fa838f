/*
 * numbers.h - a canonical text for each number, so that numbers are compared by value.
 *
 * Equality is Clojure's: numbers of one kind are equal if their values are equal, numbers of
 * different kinds are never equal. The kinds are integers (1, 1N, 4/2), ratios (1/2), 64-bit floats
 * (0.5, 5e-1) and decimals (0.5M).
 *
 *   written                       canonical
 *   0.10  1e-1  0.1               0.1
 *   1e2   100.0                   100.0
 *   0.1000000000000000055         0.1        the same 64-bit float
 *   -0.0  0.0                     0.0
 *   2/4   1/2                     1/2
 *   4/2                           2          an integer
 *   1.0M  1.00M  1M               1M
 *
 * ##NaN is one value here, although NaN does not equal NaN: a read of ##NaN returns a write of
 * ##NaN.
 */
#ifndef MNS_NUMBERS_H
#define MNS_NUMBERS_H

#include "core/buf.h"

/* Writes the canonical text of an MNS_TOKEN_NUMBER. Returns NULL, or an error message. *integer:
 * the number is an integer, and the text its digits. O(size). */
const char *mns_number_canonical(const char *text, size_t size, mns_buf *out, bool *integer);

#endif
