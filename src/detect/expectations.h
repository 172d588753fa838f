/*
 * expectations.h - what a transaction may expect of its own reads.
 *
 * Per key: its last read, and its writes since. Lists, sets and counters differ only in how these
 * determine the expected value. At most one case of `internal` per transaction, because later reads
 * follow from the first wrong one.
 */
#ifndef MNS_EXPECTATIONS_H
#define MNS_EXPECTATIONS_H

#include "detect/detect.h"

typedef struct mns_expectation {
    uint32_t stamp; /* txn + 1 */
    uint32_t base;  /* the last read of the key, or MNS_NONE */
    uint32_t count; /* how many writes since */
    uint32_t last;  /* the last of these, or MNS_NONE */
} mns_expectation;

/* The writes of the current transaction. */
typedef struct mns_own_writes {
    uint32_t first;     /* mop of the transaction */
    uint32_t *previous; /* by mop - first: the write before it in the same expectation */
} mns_own_writes;

/* The write before a write in the same expectation, or MNS_NONE. */
static inline uint32_t mns_previous_write(const mns_own_writes *own, uint32_t write) {
    assert(write >= own->first);
    return own->previous[write - own->first];
}

/* Whether a read has the expected value. Called for the reads of a transaction in order; not called
 * for transactions that access no key twice, because then nothing is expected. */
typedef bool (*mns_meets)(void *context, const mns_observation *o, uint32_t read,
                          const mns_expectation *expected, const mns_own_writes *own);

/* Adds a case for each transaction that counts and contradicts itself. O(micro-operations), besides
 * what `meets` costs. */
void mns_detect_expectations(const mns_observation *o, mns_meets meets, void *context,
                             mns_cases *cases);

#endif
