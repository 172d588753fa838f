/*
 * etcd.h - a connection of the etcd driver: etcd.c sets up and cleans up, etcd_txn.c runs
 * transactions, etcd_call.c sends requests and classifies errors.
 */
#ifndef MNS_RUN_DRIVER_ETCD_ETCD_H
#define MNS_RUN_DRIVER_ETCD_ETCD_H

#include "run/driver/etcd/etcd_answer.h"
#include "run/driver/etcd/etcd_http.h"

/* Indices into the table of levels. */
typedef enum mns_etcd_level {
    MNS_ETCD_STRICT,       /* linearizable reads, all keys read are compared */
    MNS_ETCD_SERIALIZABLE, /* reads local to the node, all keys read are compared */
    MNS_ETCD_SNAPSHOT,     /* only keys written are compared */
    MNS_ETCD_UNCHECKED     /* no key is compared */
} mns_etcd_level;

/* A key of the current transaction. */
typedef struct mns_etcd_key {
    uint64_t key;
    bool read;     /* its initial value matters */
    bool written;  /* by the transaction, */
    bool changed;  /* and already so far */
    bool compared; /* the write depends on its revision being unchanged */
    bool there;    /* it has a value */
    uint64_t revision;
    mns_buf value; /* as the transaction sees it now */
} mns_etcd_key;

struct mns_connection {
    const mns_database *database;
    mns_etcd_level level;
    bool describing; /* requests are written for people: text instead of base64 */
    mns_etcd_http http;
    mns_buf request;
    mns_etcd_answer answer;
    mns_etcd_key *keys; /* buffers are reused by the next transaction */
    size_t key_count, key_capacity;
    mns_driver_error failure; /* of the last call that returned false */
};

/* Sends connection->request to a path of the gateway. True: connection->answer is not an error.
 * False: connection->failure, with the outcome for a transaction that writes. */
bool mns_etcd_call(mns_connection *connection, const char *path);
/* Classifies an error by its text: etcd_errors.def. */
void mns_etcd_error(const mns_etcd_answer *answer, mns_driver_error *failure);
/* For a reply that none of our requests should get. */
void mns_etcd_unexpected(mns_driver_error *failure, const char *what);
/* Appends a workload key in base64, or as text. */
void mns_etcd_write_key(const mns_connection *connection, uint64_t key, mns_buf *out);

mns_etcd_level mns_etcd_level_of(const mns_database *database);
void mns_etcd_release_keys(mns_connection *connection);

bool mns_etcd_begin(mns_connection *connection, mns_run_txn *txn);
bool mns_etcd_apply(mns_connection *connection, mns_run_txn *txn, size_t i);
bool mns_etcd_commit(mns_connection *connection, mns_run_txn *txn);
void mns_etcd_describe(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                       mns_buf *out);

#endif
