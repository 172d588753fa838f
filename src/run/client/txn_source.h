/*
 * wishes.h - what clients ask for, drawn by all of them from one generator.
 *
 * Seed and shape decide what the k-th transaction is; who gets it is decided by who asks first.
 * Once the load is over, each key that was given out is read once more, a few to a transaction.
 */
#ifndef MNS_RUN_CLIENT_TXN_SOURCE_H
#define MNS_RUN_CLIENT_TXN_SOURCE_H

#include <pthread.h>

#include "run/driver/txn.h"

typedef struct mns_txn_source {
    pthread_mutex_t lock;
    mns_generator generator;
    unsigned nodes; /* on each of which every key is read in the end */
    uint64_t *read; /* by node: keys below this have had their final read */
} mns_txn_source;

/* False when out of memory; there is nothing to release then. */
bool mns_txn_source_init(mns_txn_source *source, const mns_generator_shape *shape, unsigned nodes);
void mns_txn_source_release(mns_txn_source *source);

/* The next transaction, in place of what `txn` held. False when out of memory. */
bool mns_txn_source_draw(mns_txn_source *source, mns_run_txn *txn);
/* The same for where nothing can be written: reads only. */
bool mns_txn_source_draw_reads(mns_txn_source *source, mns_run_txn *txn);
/* The next final reads on a node; none once all keys were read there: `txn` is empty then. False
 * when out of memory. */
bool mns_txn_source_draw_final(mns_txn_source *source, unsigned node, mns_run_txn *txn);
/* True once all keys were read on all nodes. */
bool mns_txn_source_all_read(mns_txn_source *source);
/* Keys were given out from 0 up to this one. */
uint64_t mns_txn_source_keys(mns_txn_source *source);

#endif
