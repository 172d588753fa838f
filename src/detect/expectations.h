/*
 * expectations.h - what a transaction may expect of its own reads.
 *
 * Per key: what it read last, and what it wrote since. Lists, sets and counters differ in what that
 * adds up to, not in how it is followed. At most one case of `internal` per transaction, as later
 * reads follow from the first wrong one.
 */
#ifndef MNS_EXPECTATIONS_H
#define MNS_EXPECTATIONS_H

#include "detect/detect.h"

typedef struct mns_expectation {
    uint32_t stamp; /* txn + 1: whose expectation it is */
    uint32_t base;  /* the last read of the key, or MNS_NONE */
    uint32_t count; /* how many writes since */
    uint32_t last;  /* the last of these, or MNS_NONE */
} mns_expectation;

/* Whether a read is what was expected; previous[write] is the write before it in the same expectation,
 * or MNS_NONE. Called for the reads of a transaction in order. */
typedef bool (*mns_meets)(void *context, const mns_observation *o, uint32_t read,
                          const mns_expectation *expected, const uint32_t *previous);

/* Adds a case for each transaction that counts and contradicts itself. O(micro-operations), besides
 * what `meets` costs. */
void mns_detect_expectations(const mns_observation *o, mns_meets meets, void *context,
                             mns_cases *cases);

#endif
