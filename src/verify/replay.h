/*
 * replay.h - a replay in progress: what the files of this folder share.
 *
 * A place is an index into the order. The transaction at place n reads the state after the first
 * s(n) of the order, where s(n) = sees[n], or n if there are no snapshots.
 */
#ifndef MNS_REPLAY_H
#define MNS_REPLAY_H

#include "verify/verify.h"

typedef enum mns_law_kind {
    MNS_LAW_SERIAL,
    MNS_LAW_REPEATABLE, /* a transaction may miss some of its own last writes */
    MNS_LAW_SNAPSHOT,
    MNS_LAW_PREFIX
} mns_law_kind;

typedef struct mns_replay {
    const mns_history *history;
    const mns_assumptions *assumptions;
    mns_law_kind law;
    mns_order orders; /* which the execution must keep */
    bool rows;        /* sets whose elements are rows */
    const mns_execution *execution;
    uint32_t *place;   /* by txn; MNS_NONE: not in the order */
    uint32_t *version; /* by mop: how many writes to its key made the version that it read or wrote,
                          MNS_NONE: none. NULL if nothing depends on it */
    mns_misfit *misfit;
} mns_replay;

/* MINOS_EINPUT, after filling in what does not fit. */
minos_status mns_replay_reject(mns_replay *r, uint32_t txn, uint32_t mop, uint32_t other,
                               const char *what);

/* All of these return MINOS_OK, MINOS_ENOMEM, or MINOS_EINPUT with a misfit. */

/* commits.c: every ok transaction is in the order, no failed one, none twice; no snapshot holds its
 * own transaction or a later one. Fills r->place. */
minos_status mns_replay_commits(mns_replay *r);
/* precedence.c: session order and real time. */
minos_status mns_replay_precedence(mns_replay *r);
/* replay_events.c: what each transaction reads, and who may write. Fills r->version. */
minos_status mns_replay_events(mns_replay *r);
/* assumed.c: revealed version numbers and the assumptions about keys, by r->version. */
minos_status mns_replay_assumed(mns_replay *r);
/* timestamps.c: revealed timestamps, for MNS_LAW_SNAPSHOT. */
minos_status mns_replay_timestamps(mns_replay *r);

/* How many of the order the transaction at a place sees. */
static inline uint32_t mns_replay_sees(const mns_replay *r, uint32_t place) {
    return r->execution->sees == NULL ? place : r->execution->sees[place];
}

static inline bool mns_replay_is_ok(const mns_replay *r, uint32_t txn) {
    return r->history->txns.type[txn] == MNS_TXN_OK;
}

/* The position at which a transaction began; a history of completions only has no others. */
static inline uint32_t mns_replay_begin(const mns_replay *r, uint32_t txn) {
    const mns_txns *txns = &r->history->txns;
    return txns->invoke[txn] != MNS_NONE ? txns->invoke[txn] : txns->complete[txn];
}

#endif
