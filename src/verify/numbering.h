/*
 * numbering.h - the numbers that transactions have in a certificate.
 *
 * They count from 0 in the order of invocation; in a history of completions only, in the order of
 * completion. Nothing but the order of operations in the file decides them.
 */
#ifndef MNS_NUMBERING_H
#define MNS_NUMBERING_H

#include "history/history.h"

typedef struct mns_numbering {
    uint32_t *number; /* by txn */
    uint32_t *txn;    /* by number */
} mns_numbering;

/* False when out of memory. O(operations). */
bool mns_numbering_make(mns_numbering *numbering, const mns_history *history);
void mns_numbering_release(mns_numbering *numbering);

#endif
