/*
 * turns.h - when a client may begin its next transaction, and when there are no more.
 *
 * In: a number of transactions, a time, a rate; 0 for no limit. Out: turns. The k-th is not given
 * before k / rate seconds have passed, so a server that was slow for a while is caught up with, and
 * exactly so many are given as were asked for. Whoever ends it first says why. All waiting is on
 * one condition, so that the end wakes everybody.
 *
 *     closed ── open ── turns are given ── end ── again ── turns are given ── end
 *                        (the load)                          (final reads)
 */
#ifndef MNS_RUN_CLIENT_PACING_H
#define MNS_RUN_CLIENT_PACING_H

#include <pthread.h>

#include "core/base.h"

typedef struct mns_pacing {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t max; /* transactions, or 0 */
    uint64_t time_ns;
    double between_ns;
    bool open;
    uint64_t begun, until; /* moments; until is UINT64_MAX where time has no limit */
    uint64_t reserved;     /* pacing that were asked for, */
    uint64_t granted;      /* and those of them that came */
    const char *ended;     /* why, or NULL */
    uint64_t ended_at;
} mns_pacing;

void mns_pacing_init(mns_pacing *pacing, uint64_t transactions, double time_s, double rate);
void mns_pacing_release(mns_pacing *pacing);

/* Time begins to count. */
void mns_pacing_open(mns_pacing *pacing);
/* Waits for a turn; false: there are no more. */
bool mns_pacing_wait(mns_pacing *pacing);
/* No more turns; `why` is static. Only the first call counts. */
void mns_pacing_end(mns_pacing *pacing, const char *why);
/* Turns once more, at the same rate and without an end of their own. */
void mns_pacing_restart(mns_pacing *pacing);

/* Waits that long; false, at once, when there are no more turns. */
bool mns_pacing_pause(mns_pacing *pacing, uint64_t ns);
/* Why there are no more, or NULL; *at, unless `at` is NULL, is since when. Ends what is out of
 * time. */
const char *mns_pacing_ended(mns_pacing *pacing, uint64_t *at);

#endif
