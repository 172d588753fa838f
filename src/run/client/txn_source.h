/*
 * txn_source.h - the source of transactions that all clients draw from: one generator.
 *
 * Seed and shape determine the k-th transaction; which client gets it depends on timing. After the
 * load each key that was used is read once more, several per transaction.
 */
#ifndef MNS_RUN_CLIENT_TXN_SOURCE_H
#define MNS_RUN_CLIENT_TXN_SOURCE_H

#include <pthread.h>

#include "run/driver/txn.h"

typedef struct mns_txn_source {
    pthread_mutex_t lock;
    mns_generator generator;
    unsigned nodes;         /* every key gets a final read on each of them */
    uint64_t *read;         /* by node: final reads of keys below this were drawn */
    unsigned final_running; /* final reads drawn, but not finished */
    bool *answered;         /* by key: a final read of it was answered; NULL before the first */
} mns_txn_source;

/* False when out of memory: nothing to release. */
bool mns_txn_source_init(mns_txn_source *source, const mns_generator_shape *shape, unsigned nodes);
void mns_txn_source_release(mns_txn_source *source);

/* Replaces `txn` by the next transaction. False when out of memory. */
bool mns_txn_source_draw(mns_txn_source *source, mns_run_txn *txn);
/* The same with reads only, for nodes that reject writes. */
bool mns_txn_source_draw_reads(mns_txn_source *source, mns_run_txn *txn);
/* Replaces `txn` by the next final reads of a node; empty when all keys were read. False when out
 * of memory. */
bool mns_txn_source_draw_final(mns_txn_source *source, unsigned node, mns_run_txn *txn);
/* After a drawn final read: whether it was answered. */
void mns_txn_source_final_done(mns_txn_source *source, const mns_run_txn *txn, bool answered);
/* True once the final reads of all keys on all nodes are finished. */
bool mns_txn_source_all_read(mns_txn_source *source);
/* The number of keys without a final read that was answered, on any node. */
uint64_t mns_txn_source_unread(mns_txn_source *source);
/* The number of keys used: 0 .. n - 1. */
uint64_t mns_txn_source_keys(mns_txn_source *source);

#endif
