/*
 * client.h - a client: a thread with its own connection that runs transactions one by one.
 *
 *     connect ── wait ── draw ── record invoke ── begin apply* commit ── record completion ──┐
 *        ▲        ▲                                                                          │
 *        └ broken ┴──────────────────────────────────────────────────────────────────────────┘
 *
 * Every invocation gets a completion. After an info the client continues under a new process
 * number, the old one plus the number of clients, because the old transaction may still take
 * effect. Without a connection the client neither waits for its turn (pacing.h) nor draws a
 * transaction.
 *
 * The supervising thread may interrupt the connection; `lock` ensures that it is still open and in
 * the intended transaction.
 */
#ifndef MNS_RUN_CLIENT_CLIENT_H
#define MNS_RUN_CLIENT_CLIENT_H

#include <stdatomic.h>

#include "run/client/activity.h"
#include "run/client/connectivity.h"
#include "run/client/pacing.h"
#include "run/client/txn_source.h"
#include "run/record/recorder.h"
#include "run/system/spans.h"

/* State shared by all clients of a run. */
typedef struct mns_shared {
    const mns_database *nodes; /* client i uses node i % node_count */
    unsigned node_count;
    unsigned clients;
    mns_recorder *recorder;
    mns_txn_source source;
    mns_pacing pacing;
    mns_connectivity connectivity;
    mns_activity activity;
    bool final;             /* final reads are running; changed only while no client runs */
    atomic_bool load_ended; /* clients abandon connection attempts */
    atomic_uint_fast64_t completed_at;                 /* time of the last completed transaction */
    atomic_uint_fast64_t counts[MNS_OUTCOME_INFO + 1]; /* completed transactions by outcome */

    pthread_mutex_t lock; /* protects the following */
    pthread_cond_t progressed;
    unsigned ready;   /* clients that have tried to connect */
    unsigned working; /* clients whose threads have not ended */
    minos_status status;
    mns_buf message; /* why the run failed */
} mns_shared;

typedef struct mns_client {
    mns_shared *shared;
    const mns_database *database; /* its node */
    unsigned number;
    uint64_t process;
    mns_run_txn txn;
    mns_random jitter;
    unsigned failures; /* consecutive failures to connect or keep the connection */
    bool tried;        /* to connect */
    bool ever_connected;
    mns_spans answered, waiting; /* transactions with an answer; without, or no connection */
    pthread_t thread;

    pthread_mutex_t lock; /* protects the following */
    mns_connection *connection;
    uint64_t began_ns; /* start of its transaction; 0: none */
} mns_client;

void mns_shared_init(mns_shared *shared);
void mns_shared_release(mns_shared *shared);
/* Fails the run; the first reason is kept. */
void mns_shared_fail(mns_shared *shared, minos_status status, const char *message);

void mns_client_init(mns_client *client, mns_shared *shared, unsigned number, uint64_t seed);
/* Closes its connection too. */
void mns_client_release(mns_client *client);

/* Runs until the load ends. */
void mns_client_work(mns_client *client);
/* From another thread: interrupts a transaction that began at or before `begun`. */
void mns_client_interrupt(mns_client *client, uint64_t begun);

#endif
