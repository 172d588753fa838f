/*
 * proofs.h - which read shows that a transaction of unknown outcome committed.
 *
 * Looked up once for all transactions that witnesses name: one pass over what counting transactions
 * read, and only if there is such a transaction. Lists need no pass: the order of each key knows who
 * shows it.
 */
#ifndef MNS_PROOFS_H
#define MNS_PROOFS_H

#include "explain/explain.h"

typedef struct mns_proofs {
    mns_map index;          /* info txn that a witness names -> place */
    uint32_t *write, *read; /* by place: a write of it and who read that, or MNS_NONE */
    uint32_t count;
    size_t write_capacity, read_capacity;
} mns_proofs;

minos_status mns_proofs_find(mns_proofs *proofs, const mns_observation *o,
                             const mns_witnesses *witnesses);
void mns_proofs_release(mns_proofs *proofs);

/* A write of an info transaction, and a read of a counting transaction that shows it; false where
 * none was found. */
bool mns_proof_of(const mns_proofs *proofs, const mns_observation *o, uint32_t txn, uint32_t *write,
                  uint32_t *read);

#endif
