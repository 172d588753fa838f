/*
 * counters.h - what is known of each counter, and what a read of one can be made of.
 *
 * An increment has no name: a read is a sum and does not tell which increments it saw. So a read never
 * proves that an info transaction committed, and what it says is the answer to a question: can this
 * sum be made of the increments that it may have seen? Each line says less of these, or asks more of
 * the sum; a read gets the name of the first line at which its sum is out of reach.
 *
 *   may be in the sum                               out of reach is      forbidden by
 *   all increments of the key                       garbage-read         every model
 *   - those that the reader itself makes later      future-read          read-committed and above
 *   - those of failed transactions                  G1a                  read-committed and above
 *   and those that the reader made before must be   internal             read-atomic and above
 *   - those that begin after the reader is done     early-increment-*    strong (session) read-committed
 *   and those that ended before it began must be    missed-increment-*   strong (session) snapshot
 *                                                                        isolation and above
 *
 * Whatever forbids the name of a line forbids those of the lines above it, so against such a model none
 * of these explains the sum. (The models that forbid early-increment-* do not forbid `internal`: there
 * the reader's own increments are taken or left.) The last two are asked for process order and for real
 * time.
 *
 * "Out of reach" is below the least or above the greatest sum there can be (mns_span); garbage-read
 * looks closer. Apart from garbage-read, only the first read of a key by a transaction is looked at:
 * what later ones show follows from it, or is `internal`.
 */
#ifndef MNS_INFER_COUNTERS_H
#define MNS_INFER_COUNTERS_H

#include "core/base.h"

/* Sums of up to MNS_LIMIT_IDS numbers of 64 bits: never overflows. */
__extension__ typedef __int128 mns_sum;

/* Increments of which any may be in a sum: the least and the greatest there can be. */
typedef struct mns_span {
    mns_sum low;  /* all negative ones */
    mns_sum high; /* all positive ones */
} mns_span;

typedef enum mns_counter_role {
    MNS_ROLE_NONE, /* an increment, an unanswered read, or one of a transaction that does not count */
    MNS_ROLE_LATER, /* a read after another one of the key by the same transaction */
    MNS_ROLE_OWN,   /* the first read, after increments of the key by the same transaction */
    MNS_ROLE_FIRST  /* the first read, before any such increment */
} mns_counter_role;

typedef struct mns_counters {
    uint8_t *role;         /* by mop: mns_counter_role */
    mns_span *all;         /* by key: increments of all transactions */
    mns_span *not_aborted; /* by key: without those of failed transactions */
    uint8_t *grows; /* by key: every increment is positive, whatever became of its transaction */
    /* Reads that are first of their transaction, of the keys that grow, by what they saw: */
    uint32_t *read_first; /* by key, and one more */
    uint32_t *read;
} mns_counters;

void mns_counters_release(mns_counters *counters);

static inline mns_span mns_span_add(mns_span a, int64_t number) {
    return number < 0 ? (mns_span){a.low + number, a.high} : (mns_span){a.low, a.high + number};
}

static inline mns_span mns_span_plus(mns_span a, mns_span b) {
    return (mns_span){a.low + b.low, a.high + b.high};
}

static inline mns_span mns_span_minus(mns_span a, mns_span b) {
    return (mns_span){a.low - b.low, a.high - b.high};
}

/* Increments that are all in a sum, not just any of them. */
static inline mns_span mns_span_forced(mns_span a) {
    return (mns_span){a.low + a.high, a.low + a.high};
}

static inline bool mns_span_has(mns_span a, mns_sum sum) { return a.low <= sum && sum <= a.high; }

#endif
