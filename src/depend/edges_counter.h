/*
 * edges_counter.h - the edges of counters, by rule: the order of reads.
 *
 *     key x, where every increment is positive:     R1 read 0     R2, R3 read 2     R4 read 5
 *
 *     R1 -> R2, R3, R4          R2, R3 -> R4          all of the kind RW_SEEN
 *
 * A read does not show whose increments it saw, so there is no ww and no wr. But where every
 * increment of a key is positive, its versions have growing sums, and a read of a smaller sum is of
 * an earlier version. The reader of the smaller one missed the next increment, after which came
 * what the reader of the larger one saw: R1 -rw-> W -ww-> ... -wr-> R2, through unknown
 * transactions. As a step from R1 to R2 that is one rw that no other rw follows directly
 * (MNS_RW_SEEN).
 *
 * Why this is sound. The cycles made of these steps are forbidden only by models that forbid G1
 * too. So committed transactions read committed versions, and each is that of a prefix of the key's
 * version order. Where the reader made increments of the key itself before it read, it may have
 * seen them or (`internal` is none of G1) not: what it saw of others is at most the sum and at
 * least the sum without its own. So as the smaller side any first read will do, as the larger side
 * only one without own increments before it. If the next version is R1's own, the rw does not
 * exist, and the cycle is a worse one. A sum that cannot be (garbage-read, G1a) takes part as well:
 * every model that forbids the cycle forbids that already. An info transaction may have taken
 * effect or not; if it did, its increments are positive too.
 *
 * A transaction has one first read of a key and precedes reads of larger sums, so never itself.
 */
#ifndef MNS_EDGES_COUNTER_H
#define MNS_EDGES_COUNTER_H

#include "depend/edges.h"

/* Whether a read may be the smaller side of an edge, and the larger. */
static inline bool mns_counter_is_source(const mns_observation *o, uint32_t mop) {
    return o->counters.role[mop] >= MNS_ROLE_OWN &&
           o->counters.grows[o->history->tables.mops.key[mop]] != 0;
}

static inline bool mns_counter_is_target(const mns_observation *o, uint32_t mop) {
    return o->counters.role[mop] == MNS_ROLE_FIRST &&
           o->counters.grows[o->history->tables.mops.key[mop]] != 0;
}

/* Whether an edge leads from the reader of one sum to the reader of another. */
static inline bool mns_counter_edge(const mns_observation *o, uint32_t from, uint32_t to) {
    const mns_tables *tables = &o->history->tables;
    return tables->mops.key[from] == tables->mops.key[to] && mns_counter_is_source(o, from) &&
           mns_counter_is_target(o, to) &&
           mns_mop_number(tables, from) < mns_mop_number(tables, to);
}

#endif
