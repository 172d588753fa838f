/*
 * number_set.h - a set of 64-bit numbers: the transaction numbers that a file has used.
 *
 * Sixty-four neighbours share a word of bits. So consecutive numbers cost a fraction of a byte and
 * a few instructions each, and any others a look-up and about 40 bytes each.
 */
#ifndef MNS_NUMBER_SET_H
#define MNS_NUMBER_SET_H

#include "core/index.h"

typedef struct mns_number_set {
    mns_index index; /* number / 64 -> its word */
    uint64_t *words;
    uint32_t count;
    size_t capacity;
} mns_number_set;

void mns_number_set_init(mns_number_set *set);
void mns_number_set_release(mns_number_set *set);

/* Adds a number. *added: it is new. False when out of memory. */
bool mns_number_set_add(mns_number_set *set, uint64_t number, bool *added);
bool mns_number_set_has(const mns_number_set *set, uint64_t number);

#endif
