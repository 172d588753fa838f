/*
 * client.h - a client: a thread with a connection of its own that runs transactions one by one.
 *
 *     connect ── turn ── draw ── record invoke ── begin apply* commit ── record completion ──┐
 *        ▲        ▲                                                                          │
 *        └ broken ┴──────────────────────────────────────────────────────────────────────────┘
 *
 * Every invocation gets its completion. After an info the client goes on as another process, the
 * number of clients further: nobody knows whether what the old one did will still take effect.
 * Nothing is drawn, and no turn is taken, without a connection.
 *
 * The connection may be interrupted by the thread that watches over the clients; `lock` makes sure
 * that it is there and still in the transaction that is meant.
 */
#ifndef MNS_RUN_CLIENT_CLIENT_H
#define MNS_RUN_CLIENT_CLIENT_H

#include <stdatomic.h>

#include "run/client/connectivity.h"
#include "run/client/pacing.h"
#include "run/client/txn_source.h"
#include "run/record/recorder.h"

/* What all clients of a run have in common. */
typedef struct mns_shared {
    const mns_database *nodes; /* client i uses node i % node_count */
    unsigned node_count;
    unsigned clients;
    mns_recorder *recorder;
    mns_txn_source source;
    mns_pacing pacing;
    mns_connectivity connectivity;
    bool final;             /* the final reads are under way; changed while no client works */
    atomic_bool load_ended; /* no more pacing: connections that are being made are given up */
    atomic_uint_fast64_t completed_at;                 /* when a transaction was last completed */
    atomic_uint_fast64_t counts[MNS_OUTCOME_INFO + 1]; /* of completed transactions, by outcome */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t progressed;
    unsigned ready;   /* clients that have tried to connect */
    unsigned working; /* whose threads have not ended */
    minos_status status;
    mns_buf message; /* why it cannot go on */
} mns_shared;

typedef struct mns_client {
    mns_shared *shared;
    const mns_database *database; /* its node */
    unsigned number;
    uint64_t process;
    mns_run_txn txn;
    mns_random jitter;
    unsigned failures;   /* in succession, to connect or to keep the connection */
    bool tried;          /* to connect */
    bool ever_connected; /* it was connected once */
    pthread_t thread;

    pthread_mutex_t lock; /* of what follows */
    mns_connection *connection;
    uint64_t began_ns; /* when its transaction began; 0: it is in none */
} mns_client;

void mns_shared_init(mns_shared *shared);
void mns_shared_release(mns_shared *shared);
/* The run cannot go on; the first reason stays. */
void mns_shared_fail(mns_shared *shared, minos_status status, const char *message);

void mns_client_init(mns_client *client, mns_shared *shared, unsigned number, uint64_t seed);
/* Closes its connection too. */
void mns_client_release(mns_client *client);

/* Works until there are no more turns, then counts itself out. */
void mns_client_work(mns_client *client);
/* From another thread: interrupts a transaction that began at that moment or before. */
void mns_client_interrupt(mns_client *client, uint64_t begun);

#endif
