/*
 * counters.h - what is known about each counter, and which sums a read of it can show.
 *
 * Increments are not identifiable: a read is a sum and does not show which increments it includes.
 * So a read never proves that an info transaction committed. It only answers a question: can this
 * sum be formed from the increments that the read may have seen? Each line below allows fewer
 * increments or requires more; a read is named after the first line at which its sum is out of
 * reach.
 *
 *   may be in the sum                               out of reach is      forbidden by
 *   all increments of the key                       garbage-read         every model
 *   - those that the reader itself makes later      future-read          read-committed and above
 *   - those of failed transactions                  G1a                  read-committed and above
 *   and those that the reader made before must be   internal             read-atomic and above
 *   - those that begin after the reader ended       early-increment-*    strong (session)
 *                                                                        read-committed
 *   and those that ended before it began must be    missed-increment-*   strong (session) snapshot
 *                                                                        isolation and above
 *
 * A model that forbids the anomaly of one line forbids those of the lines above it, so none of
 * these explains the sum under that model. (The models that forbid early-increment-* do not forbid
 * `internal`: there the reader's own increments are optional.) The last two lines are tested for
 * process order and for real time.
 *
 * "Out of reach" means below the least or above the greatest possible sum (mns_span); garbage-read
 * is more precise. Apart from garbage-read, only the first read of a key by a transaction is
 * tested: later reads follow from it, or are `internal`.
 */
#ifndef MNS_INFER_COUNTERS_H
#define MNS_INFER_COUNTERS_H

#include "core/base.h"

/* Sums of up to MNS_LIMIT_IDS numbers of 64 bits: never overflows. */
__extension__ typedef __int128 mns_sum;

/* Increments of which any subset may be in a sum: the least and the greatest possible sum. */
typedef struct mns_span {
    mns_sum low;  /* all negative ones */
    mns_sum high; /* all positive ones */
} mns_span;

typedef enum mns_counter_role {
    MNS_ROLE_NONE,  /* an increment, an unanswered read, or one of a transaction that does not count
                     */
    MNS_ROLE_LATER, /* a read after another one of the key by the same transaction */
    MNS_ROLE_OWN,   /* the first read, after increments of the key by the same transaction */
    MNS_ROLE_FIRST  /* the first read, before any such increment */
} mns_counter_role;

typedef struct mns_counters {
    uint8_t *role;         /* by mop: mns_counter_role */
    mns_span *all;         /* by key: increments of all transactions */
    mns_span *not_aborted; /* by key: without those of failed transactions */
    uint8_t *grows; /* by key: all increments are positive, those of failed transactions too */
    /* First reads of a key by a transaction, of the keys that grow, sorted by sum: */
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

/* The span if all of these increments are in the sum. */
static inline mns_span mns_span_forced(mns_span a) {
    return (mns_span){a.low + a.high, a.low + a.high};
}

static inline bool mns_span_has(mns_span a, mns_sum sum) { return a.low <= sum && sum <= a.high; }

#endif
