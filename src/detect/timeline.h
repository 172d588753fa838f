/*
 * timeline.h - the writes of each key in the order of their commits, by revealed times.
 *
 * Only writes of transactions that count and whose commit the database revealed. The times of a
 * transaction that says it committed before it started are not used at all: they mean nothing.
 */
#ifndef MNS_TIMELINE_H
#define MNS_TIMELINE_H

#include "infer/infer.h"

typedef struct mns_timed_write {
    int64_t start; /* MNS_NO_TIMESTAMP: not revealed */
    int64_t commit;
    uint32_t mop;
} mns_timed_write;

typedef struct mns_timeline {
    uint32_t *first; /* by key, and one more */
    mns_timed_write *writes;
} mns_timeline;

/* When a transaction started and committed, or MNS_NO_TIMESTAMP. Some transaction must have times. */
int64_t mns_start_ts(const mns_observation *o, uint32_t txn);
int64_t mns_commit_ts(const mns_observation *o, uint32_t txn);

/* The writes among `taken`, which is by mop; those of a key in the order of the history. False when
 * out of memory; release it all the same. */
bool mns_timeline_make(mns_timeline *timeline, const mns_observation *o, const bool *taken);
/* The same for the last write of each transaction to each key. */
bool mns_timeline_of_last_writes(mns_timeline *timeline, const mns_observation *o);
void mns_timeline_release(mns_timeline *timeline);

/* Sorts the writes of each key, ties by mop: by commit; or by start, then commit. O(n log n), O(n)
 * where they are in order. */
void mns_timeline_by_commit(mns_timeline *timeline, uint32_t key_count);
void mns_timeline_by_start(mns_timeline *timeline, uint32_t key_count);

/* Where a key's writes that were committed before a time end, by commit. O(log n). */
uint32_t mns_timeline_before(const mns_timeline *timeline, uint32_t key, int64_t time);
/* Where those committed at that time end. */
uint32_t mns_timeline_until(const mns_timeline *timeline, uint32_t key, int64_t time);

#endif
