/*
 * repeated_keys.h - the transactions that may access a key more than once.
 *
 * A transaction can contradict itself (internal, future-read), update what it read (lost-update) or
 * overwrite its own version (G1b) only on a key that it accesses twice. Few transactions do, so
 * detectors of these anomalies check only the listed ones. Long transactions are listed without a
 * check: the list may have too many, never too few.
 */
#ifndef MNS_REPEATED_KEYS_H
#define MNS_REPEATED_KEYS_H

#include "history/history.h"

typedef struct mns_repeated_keys {
    uint32_t *txn; /* ascending, with any outcome */
    uint32_t count;
} mns_repeated_keys;

/* O(micro-operations), on up to `threads` threads. */
minos_status mns_repeated_keys_find(mns_repeated_keys *revisits, const mns_history *history,
                                    unsigned threads);
void mns_repeated_keys_release(mns_repeated_keys *revisits);

#endif
