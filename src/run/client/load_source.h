/*
 * wishes.h - what clients ask for, drawn by all of them from one generator.
 *
 * Seed and shape decide what the k-th transaction is; who gets it is decided by who asks first.
 * Once the load is over, each key that was given out is read once more, a few to a transaction.
 */
#ifndef MNS_RUN_CLIENT_LOAD_SOURCE_H
#define MNS_RUN_CLIENT_LOAD_SOURCE_H

#include <pthread.h>

#include "run/driver/txn.h"

typedef struct mns_load_source {
    pthread_mutex_t lock;
    mns_generator generator;
    unsigned nodes; /* on each of which every key is read in the end */
    uint64_t *read; /* by node: keys below this have had their final read */
} mns_load_source;

/* False when out of memory; there is nothing to release then. */
bool mns_load_source_init(mns_load_source *source, const mns_generator_shape *shape,
                          unsigned nodes);
void mns_load_source_release(mns_load_source *source);

/* The next transaction, in place of what `txn` held. False when out of memory. */
bool mns_load_source_draw(mns_load_source *source, mns_run_txn *txn);
/* The same for where nothing can be written: reads only. */
bool mns_load_source_draw_reads(mns_load_source *source, mns_run_txn *txn);
/* The next final reads on a node; none once all keys were read there: `txn` is empty then. False
 * when out of memory. */
bool mns_load_source_draw_final(mns_load_source *source, unsigned node, mns_run_txn *txn);
/* True once all keys were read on all nodes. */
bool mns_load_source_all_read(mns_load_source *source);
/* Keys were given out from 0 up to this one. */
uint64_t mns_load_source_keys(mns_load_source *source);

#endif
