/*
 * counter_sums.h - counters: what each transaction must find, and what it adds.
 *
 * In: a history of counters. Out: for each transaction that may be in an execution its touches, one
 * for each key:
 *
 *   touch     key | the sum that it must find, if it read the key | what it adds
 *
 * A level is a sum that some transaction must find at a key. Ok transactions are in every
 * execution. One of unknown outcome may be; it is left out if its reads contradict each other, or
 * if it adds nothing. O(m log m) for m micro-operations.
 */
#ifndef MNS_COUNTER_SUMS_H
#define MNS_COUNTER_SUMS_H

#include "history/history.h"
#include "infer/counters.h"

typedef struct mns_counter_touch {
    mns_sum base, amount;
    uint32_t txn, key;
    uint32_t level; /* of base; MNS_NONE: it did not read the key */
} mns_counter_touch;

typedef struct mns_counter_sums {
    const mns_history *history;
    uint32_t *touch_first; /* by txn, and one more */
    mns_counter_touch *touches;
    size_t touch_count, touch_capacity;
    bool *is_candidate;    /* by txn */
    bool *is_update;       /* by txn: it adds something */
    bool *grows;           /* by key: no increment is negative */
    uint32_t *level_first; /* by key, and one more: its levels, ascending */
    mns_sum *level_sum;    /* by level */
    uint32_t *level_left;  /* by level: ok transactions that must find it */
    uint32_t *key_left;    /* by key: touches that must find a level */
    bool contradicts;      /* the reads of an ok transaction contradict each other */
} mns_counter_sums;

/* False when out of memory. */
bool mns_counter_sums_make(mns_counter_sums *sums, const mns_history *history);
void mns_counter_sums_release(mns_counter_sums *sums);

#endif
