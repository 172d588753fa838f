/*
 * pacing.h - when a client may start its next transaction, and when the load ends.
 *
 * In: number of transactions, duration, rate; 0 for no limit. Out: one slot per transaction. Slot k
 * is not granted before k / rate seconds, so the load catches up after the server was slow, and
 * exactly the requested number is granted. The first reason to end the load is kept. All waiting is
 * on one condition variable, so that the end wakes all clients.
 *
 *     closed ── open ── slots are granted ── end ── restart ── slots are granted ── end
 *                            (load)                               (final reads)
 */
#ifndef MNS_RUN_CLIENT_PACING_H
#define MNS_RUN_CLIENT_PACING_H

#include <pthread.h>

#include "core/base.h"
#include "minos_run.h"

typedef struct mns_pacing {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t max; /* transactions; 0: no limit */
    uint64_t time_ns;
    double between_ns;
    bool open;
    uint64_t begun, until; /* times; until is UINT64_MAX without a limit */
    uint64_t reserved;     /* slots requested */
    uint64_t granted;      /* slots granted */
    bool ended;
    minos_run_end reason; /* why it ended */
    uint64_t ended_at;
} mns_pacing;

void mns_pacing_init(mns_pacing *pacing, uint64_t transactions, double time_s, double rate);
void mns_pacing_release(mns_pacing *pacing);

/* Starts the clock. */
void mns_pacing_open(mns_pacing *pacing);
/* Waits for a slot; false: the load has ended. */
bool mns_pacing_wait(mns_pacing *pacing);
/* Ends the load. Only the first call counts. */
void mns_pacing_end(mns_pacing *pacing, minos_run_end reason);
/* Grants slots again, at the same rate and without a limit. */
void mns_pacing_restart(mns_pacing *pacing);

/* Sleeps; false, at once, if the load has ended. */
bool mns_pacing_pause(mns_pacing *pacing, uint64_t ns);
/* Whether the load has ended; *at, unless `at` is NULL, is when. Ends the load if its time is up.
 */
bool mns_pacing_ended(mns_pacing *pacing, uint64_t *at);
/* Why the load ended. Call it only after the end. */
minos_run_end mns_pacing_reason(mns_pacing *pacing);

#endif
