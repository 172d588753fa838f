/*
 * repeated_keys.h - the transactions that may meet a key more than once.
 *
 * A transaction can contradict itself (internal, future-read), update what it read (lost-update) or
 * write a version that it overwrites itself (G1b) only on a key that it meets twice. Few
 * transactions do, so whoever looks for these looks at the listed ones alone. Long transactions are
 * listed without asking: the list may have too many, never too few.
 */
#ifndef MNS_REPEATED_KEYS_H
#define MNS_REPEATED_KEYS_H

#include "history/history.h"

typedef struct mns_repeated_keys {
    uint32_t *txn; /* ascending, whatever became of them */
    uint32_t count;
} mns_repeated_keys;

/* O(micro-operations), on up to `threads` threads. */
minos_status mns_repeated_keys_find(mns_repeated_keys *revisits, const mns_history *history,
                                    unsigned threads);
void mns_repeated_keys_release(mns_repeated_keys *revisits);

#endif
