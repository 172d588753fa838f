/*
 * tails.h - the unseen appends of each key: those that no committed read shows.
 *
 * They follow everything that was read of the key, in an unknown order. So each is preceded by
 * the last version read (ww) and by all reads of that version (rw). Readers times appends would be
 * quadratic; where both are many, the rw edges pass through virtual vertices:
 *
 *     reader R  -rw->  S1 -> S2 -> S3           S: these appends and all after them
 *                      |     |     |
 *                      U1    U2    U3           the appends
 *                      |     |     |
 *                      P1 <- P2 <- P3           P: these appends and all before them
 *
 * A reader that is itself U2 enters at S3 and at P1, so no transaction precedes itself. Registers
 * use the same for the writes that follow a version (edges_register.c).
 */
#ifndef MNS_TAILS_H
#define MNS_TAILS_H

#include "infer/infer.h"

/* Transactions that a number of readers all missed. */
typedef struct mns_tail {
    const uint32_t *txns; /* ascending, distinct */
    uint32_t count;
    uint32_t readers;
} mns_tail;

typedef struct mns_tails {
    uint32_t *first;   /* by key, and one more: into txn */
    uint32_t *txn;     /* transactions with an unseen append to the key, ascending, distinct */
    uint32_t *readers; /* by key: reads of its last version */
} mns_tails;

minos_status mns_tails_find(const mns_observation *o, mns_tails *tails);
void mns_tails_release(mns_tails *tails);
mns_tail mns_tails_of(const mns_tails *tails, uint32_t key);

#endif
