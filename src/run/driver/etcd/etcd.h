/*
 * etcd.h - a connection of the etcd driver, for its files: etcd.c sets up and clears away,
 * etcd_txn.c runs transactions, etcd_call.c sends requests and knows what errors mean.
 */
#ifndef MNS_RUN_DRIVER_ETCD_ETCD_H
#define MNS_RUN_DRIVER_ETCD_ETCD_H

#include "run/driver/etcd/etcd_answer.h"
#include "run/driver/etcd/etcd_http.h"

/* Places in the table of levels. */
typedef enum mns_etcd_level {
    MNS_ETCD_STRICT,       /* reads are linearizable, all keys that were read are compared */
    MNS_ETCD_SERIALIZABLE, /* reads are local to the node, all keys that were read are compared */
    MNS_ETCD_SNAPSHOT,     /* only keys that are written are compared */
    MNS_ETCD_UNCHECKED     /* nothing is */
} mns_etcd_level;

/* A key of the transaction at hand. */
typedef struct mns_etcd_key {
    uint64_t key;
    bool read;     /* what it was at the start matters */
    bool written;  /* by the transaction, */
    bool changed;  /* so far */
    bool compared; /* that nobody else wrote it since the start */
    bool there;    /* it has a value */
    uint64_t revision;
    mns_buf value; /* as the transaction sees it now */
} mns_etcd_key;

struct mns_connection {
    const mns_database *database;
    mns_etcd_level level;
    mns_etcd_http http;
    mns_buf request;
    mns_etcd_answer answer;
    mns_etcd_key *keys; /* their buffers are kept for the next transaction */
    size_t key_count, key_capacity;
    mns_driver_error failure; /* of the call that returned false last */
};

/* Sends connection->request to a path of the gateway. True: connection->answer is one that is no
 * error. False: connection->trouble, of a transaction that would have written something. */
bool mns_etcd_call(mns_connection *connection, const char *path);
/* What an error means, by its words: etcd_errors.def. */
void mns_etcd_error(const mns_etcd_answer *answer, mns_driver_error *failure);
/* Answers that no request of ours has. */
void mns_etcd_unexpected(mns_driver_error *failure, const char *what);
/* Adds a key of the workload in base64. */
void mns_etcd_write_key(const mns_database *database, uint64_t key, mns_buf *out);

bool mns_etcd_begin(mns_connection *connection, mns_run_txn *txn);
bool mns_etcd_apply(mns_connection *connection, mns_run_txn *txn, size_t i);
bool mns_etcd_commit(mns_connection *connection, mns_run_txn *txn);

#endif
