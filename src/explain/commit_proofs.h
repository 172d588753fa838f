/*
 * commit_proofs.h - which read proves that a transaction of unknown outcome committed.
 *
 * Found for all info transactions of the witnesses in one pass over the reads of counting
 * transactions. Lists need no pass: the observation has the read that shows the order of each key.
 */
#ifndef MNS_COMMIT_PROOFS_H
#define MNS_COMMIT_PROOFS_H

#include "explain/explain.h"

typedef struct mns_commit_proofs {
    mns_map index;          /* info txn that a witness names -> place */
    uint32_t *write, *read; /* by place: a write of it and a read of that, or MNS_NONE */
    uint32_t count;
    size_t write_capacity, read_capacity;
} mns_commit_proofs;

minos_status mns_commit_proofs_find(mns_commit_proofs *proofs, const mns_observation *o,
                                    const mns_witnesses *witnesses);
void mns_commit_proofs_release(mns_commit_proofs *proofs);

/* A write of an info transaction, and a read of a counting transaction that shows it; false where
 * none was found. */
bool mns_commit_proof_of(const mns_commit_proofs *proofs, const mns_observation *o, uint32_t txn,
                         uint32_t *write, uint32_t *read);

#endif
