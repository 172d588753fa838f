/*
 * timeline.h - the writes of each key in the order of their revealed commit times.
 *
 * Only writes of transactions that count and whose commit time the database revealed. If a
 * transaction's commit time is before its start time, both are ignored.
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

/* When a transaction started and committed, or MNS_NO_TIMESTAMP. The history must have timestamps.
 */
int64_t mns_start_ts(const mns_observation *o, uint32_t txn);
int64_t mns_commit_ts(const mns_observation *o, uint32_t txn);

/* The writes selected by `taken` (by mop), in the order of the history. False when out of memory;
 * release it even then. */
bool mns_timeline_make(mns_timeline *timeline, const mns_observation *o, const bool *taken);
/* The same for the last write of each transaction to each key. */
bool mns_timeline_of_last_writes(mns_timeline *timeline, const mns_observation *o);
void mns_timeline_release(mns_timeline *timeline);

/* Sorts the writes of each key, ties by mop: by commit; or by start, then commit. O(n log n), O(n)
 * if they are in order already. */
void mns_timeline_by_commit(mns_timeline *timeline, uint32_t key_count);
void mns_timeline_by_start(mns_timeline *timeline, uint32_t key_count);

/* In commit order: the end of a key's writes that were committed before a time. O(log n). */
uint32_t mns_timeline_before(const mns_timeline *timeline, uint32_t key, int64_t time);
/* The end of those committed at or before that time. */
uint32_t mns_timeline_until(const mns_timeline *timeline, uint32_t key, int64_t time);

#endif
