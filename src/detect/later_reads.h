/*
 * later_reads.h - the reads that may miss a write, by key and by when they began: for lost-write.
 */
#ifndef MNS_LATER_READS_H
#define MNS_LATER_READS_H

#include "detect/detect.h"

/* The maximum number of reads that a case names. One proves the loss; more only illustrate it. */
#define MNS_LIMIT_LOST_READS 4

typedef struct mns_later_read {
    uint32_t key, began, mop; /* began: position of the invocation */
    uint32_t final;           /* the place of the first final read of the key from this one on, or
                                 MNS_NONE */
} mns_later_read;

typedef struct mns_later_reads {
    mns_later_read *items; /* by key, then by when they began */
    uint32_t count;
} mns_later_reads;

/* True for an answered read of a transaction that counts. */
static inline bool mns_read_counts(const mns_observation *o, uint32_t mop) {
    return mns_mop_is_answered(&o->history->tables.mops, mop) &&
           mns_txn_counts(o, mns_txn_of(o, mop));
}

/* Collects and sorts the reads that began after the position given for their key; MNS_NONE: no read
 * of the key. False when out of memory. O(micro-operations + reads * log reads + text of these
 * reads). */
bool mns_later_reads_sort(mns_later_reads *reads, const mns_observation *o, const uint32_t *after);
void mns_later_reads_release(mns_later_reads *reads);
/* The place of the first read of the key that began after a position / of the first such final
 * read (history/final_reads.h); MNS_NONE if there is none. */
uint32_t mns_later_reads_first(const mns_later_reads *reads, uint32_t key, uint32_t position);
uint32_t mns_later_reads_final(const mns_later_reads *reads, uint32_t key, uint32_t position);
/* Adds the case of a write that final reads miss: the write, the final reads from a place on, one
 * for each transaction, and last the read that had shown it. That may be MNS_NONE; it is not named
 * if it is the writer's own or had not completed before these final reads. */
void mns_later_reads_add_final(const mns_later_reads *reads, const mns_observation *o,
                               uint32_t write, uint32_t place, uint32_t shown, mns_cases *cases);
/* Adds the case of a write that all later reads miss: the write, the read that proves its loss, and
 * up to three others that began after the write had completed, one for each transaction. */
void mns_later_reads_add_case(const mns_later_reads *reads, const mns_observation *o,
                              uint32_t write, uint32_t proof, mns_cases *cases);

#endif
