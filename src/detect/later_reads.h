/*
 * later_reads.h - the reads of each key that count, by when they began: for lost-write.
 */
#ifndef MNS_LATER_READS_H
#define MNS_LATER_READS_H

#include "detect/detect.h"

/* The maximum number of reads that a case names. One proves the loss; more only illustrate it. */
#define MNS_LIMIT_LOST_READS 4

typedef struct mns_later_read {
    uint32_t key, began, mop; /* began: position of the invocation */
} mns_later_read;

typedef struct mns_later_reads {
    mns_later_read *items; /* by key, then by when they began; NULL: not sorted yet */
    uint32_t count;
} mns_later_reads;

/* True for an answered read of a transaction that counts. */
static inline bool mns_read_counts(const mns_observation *o, uint32_t mop) {
    return mns_mop_is_answered(&o->history->tables.mops, mop) &&
           mns_txn_counts(o, mns_txn_of(o, mop));
}

/* Collects and sorts the reads of the keys that are `wanted`, or of all keys if that is NULL.
 * False when out of memory. O(micro-operations + reads * log reads). */
bool mns_later_reads_sort(mns_later_reads *reads, const mns_observation *o, const uint8_t *wanted);
void mns_later_reads_release(mns_later_reads *reads);
/* The place of the first read of the key that began at or after a position; there is one. */
uint32_t mns_later_reads_first(const mns_later_reads *reads, uint32_t key, uint32_t position);
/* Adds a case: the write, the read that proves its loss, and up to three others that began after
 * the write had completed, one for each transaction. */
void mns_later_reads_add_case(const mns_later_reads *reads, const mns_observation *o,
                              uint32_t write, uint32_t proof, mns_cases *cases);

#endif
