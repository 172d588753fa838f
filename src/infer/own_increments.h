/*
 * own_increments.h - what a transaction itself adds to the counters that it reads.
 *
 *     T1    inc x 1, r x 5, inc x 2, inc x -4          before: 1; after: -4 and 2
 */
#ifndef MNS_OWN_INCREMENTS_H
#define MNS_OWN_INCREMENTS_H

#include "infer/infer.h"

typedef struct mns_own {
    uint32_t read;                /* the first read of a key by the transaction */
    mns_span before, after;       /* the transaction's increments of that key */
    uint32_t next_low, next_high; /* the first negative and positive of those after, or MNS_NONE */
} mns_own;

/* Reused from transaction to transaction. */
typedef struct mns_own_scan {
    mns_own *items; /* one for each key that the transaction read, in the order of these reads */
    uint32_t count;
    struct mns_own_key *of_key;
} mns_own_scan;

/* False when out of memory; release in any case. */
bool mns_own_scan_init(mns_own_scan *scan, const mns_observation *o);
void mns_own_scan_release(mns_own_scan *scan);

/* Fills items with what a transaction that counts did. O(its micro-operations). */
void mns_own_scan_txn(mns_own_scan *scan, const mns_observation *o, uint32_t txn);

#endif
