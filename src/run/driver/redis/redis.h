/*
 * redis.h - a connection of the Redis driver: redis.c sets up and cleans up, redis_txn.c runs
 * transactions.
 */
#ifndef MNS_RUN_DRIVER_REDIS_REDIS_H
#define MNS_RUN_DRIVER_REDIS_REDIS_H

#include "run/driver/redis/redis_resp.h"

struct mns_connection {
    const mns_database *database;
    mns_resp wire;
    mns_driver_error failure; /* of the last call that returned false */
};

/* At this level a transaction is a script. */
#define MNS_REDIS_LUA "lua"

/* Classifies an error reply by redis_errors.def. */
void mns_redis_error(const mns_redis_reply *reply, mns_driver_error *failure);
/* For a reply that none of our commands should get. */
void mns_redis_unexpected(mns_driver_error *failure, const char *what);
bool mns_redis_is_status(const mns_redis_reply *reply, const char *word);

bool mns_redis_begin(mns_connection *connection, mns_run_txn *txn);
bool mns_redis_apply(mns_connection *connection, mns_run_txn *txn, size_t i);
bool mns_redis_commit(mns_connection *connection, mns_run_txn *txn);
void mns_redis_describe(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                        mns_buf *out);

#endif
