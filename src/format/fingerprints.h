/*
 * fingerprints.h - a set of 64-bit fingerprints, for what a reader must remember of a whole
 * history.
 *
 * A fingerprint is a keyed hash, so two different items share one with a probability of 2^-64: a
 * fingerprint that is not in the set is certainly new, one that is in the set is old but for that.
 * 16 to 32 bytes for each item.
 */
#ifndef MNS_FINGERPRINTS_H
#define MNS_FINGERPRINTS_H

#include "core/base.h"

typedef struct mns_fingerprints {
    uint64_t *slots; /* 0: empty */
    size_t count, capacity;
} mns_fingerprints;

void mns_fingerprints_release(mns_fingerprints *set);
/* False when out of memory. */
bool mns_fingerprints_add(mns_fingerprints *set, uint64_t fingerprint);
bool mns_fingerprints_have(const mns_fingerprints *set, uint64_t fingerprint);

#endif
