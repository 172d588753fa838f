/*
 * counters.c - dependencies of counter histories: the order of reads.
 *
 *     key x, where everything adds:     R1 read 0     R2, R3 read 2     R4 read 5
 *
 *     R1 -rw-> U2 -------tail-------> U5          U: "whoever read this much, or more"
 *              |  \                   |
 *              wr  wr                 wr          R2 -rw-> U5, R3 -rw-> U5
 *              |    \                 |
 *              R2   R3                R4
 *
 * Who added what cannot be told, so there is no ww and no wr. But where every increment of a key is
 * positive, its versions have growing sums, and a read of a smaller sum is of an earlier version. The
 * reader of the smaller one missed the increment that came next, after which came what the reader of the
 * larger one saw: R1 -rw-> W -ww-> ... -wr-> R2, with transactions between that nobody knows. As a
 * step from R1 to R2 that is one rw that no other rw follows directly (MNS_RW_SEEN).
 *
 * Why this is sound. The cycles made of these steps are forbidden only by models that forbid G1 too.
 * So committed transactions read committed versions, and each is that of a prefix of the key's
 * version order. Where the reader made increments of the key itself before it read, it may have seen
 * them or (`internal` is none of G1) not: what it saw of others is at most the sum and at least the sum
 * without its own. So as the smaller side any first read will do, as the larger side only one without own
 * increments before it. If the next version is R1's own, the rw is none, and the cycle is a worse
 * one. A sum that cannot be (garbage-read, G1a) takes part as well: every model that forbids the cycle
 * forbids that already. Info transactions may have added anything or nothing, but added they have.
 *
 * A transaction has one first read of a key and leads to reads of larger sums, so never to itself.
 * O(reads), as there is one virtual vertex for each sum that was read.
 */
#include "depend/edges.h"

/* The end of the reads of a key that saw the same sum as the one at `first`. */
static uint32_t level_end(const mns_observation *o, uint32_t first, uint32_t end) {
    const mns_value *sum = o->history->tables.mops.value;
    const uint32_t *read = o->counters.read;
    uint32_t i = first + 1;
    while (i < end && sum[read[i]] == sum[read[first]]) {
        i++;
    }
    return i;
}

static void key_edges(const mns_observation *o, uint32_t first, uint32_t end, mns_edges *edges) {
    const mns_counters *c = &o->counters;
    uint32_t vertex = MNS_NONE; /* of this level; nobody leads to the first */
    for (uint32_t level = first, next; level < end; level = next) {
        next = level_end(o, level, end);
        uint32_t above = next < end ? mns_edge_vertex(edges) : MNS_NONE;
        for (uint32_t i = level; i < next; i++) {
            uint32_t txn = mns_txn_of(o, c->read[i]);
            if (vertex != MNS_NONE && c->role[c->read[i]] == MNS_ROLE_FIRST) {
                mns_edge(edges, vertex, txn, MNS_WR);
            }
            if (above != MNS_NONE) {
                mns_edge(edges, txn, above, MNS_RW);
            }
        }
        if (vertex != MNS_NONE && above != MNS_NONE) {
            mns_edge(edges, vertex, above, MNS_TAIL);
        }
        vertex = above;
    }
}

void mns_depend_counters(const mns_observation *o, mns_edges *edges) {
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        key_edges(o, o->counters.read_first[key], o->counters.read_first[key + 1], edges);
    }
}
