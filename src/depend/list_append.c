/*
 * list_append.c - ww, wr and rw dependencies from version orders.
 *
 *     order of key x:   init   1 (by T1)   2 (by T2)   3 (by T3)
 *
 *     ww  T1 -> T2      T2's version directly follows T1's
 *     wr  T2 -> R       R read [1 2], whose last element T2 appended
 *     rw  R  -> T3      R read [1 2], and T3 appended the element that follows
 *
 * Intermediate versions take part like any other. Appends that the order does not have come after
 * everything in it (tails.h): had they come before, the longest read would show them. A read that disagrees with the order depends on whoever appended its
 * last element (it did read that), but nothing is said about what it missed.
 *
 * Only transactions that count take part. Why that is sound for info transactions: each edge rests
 * on both ends having committed. A transaction seen by a committed read has (infer/list_append.c);
 * one that nobody saw is left out, so it can neither lengthen a cycle nor close one. Of one that was
 * seen, appends that nobody saw give a ww of their own kind (WW_OPEN), which no G0 is made of. So does
 * every ww of a key whose order is a guess, because its reads contradict each other. Where an
 * element's transaction failed or is unknown, the chain breaks there: no edge is drawn across it.
 *
 * O(micro-operations).
 */
#include "depend/edges.h"
#include "depend/tails.h"
#include "infer/register_orders.h"

static void read_edges(const mns_observation *o, const mns_tails *tails, const uint32_t *hubs,
                       uint32_t txn, uint32_t mop, mns_edges *edges) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t key = mops->key[mop];
    uint32_t position = o->versions.position[mop];
    if (position == MNS_NONE) { /* disagrees with the order */
        uint32_t writer = mns_spine_writer(o, mops->content[mop], mops->value[mop] - 1);
        if (writer != MNS_NONE && mns_txn_counts(o, mns_txn_of(o, writer))) {
            mns_edge(edges, mns_txn_of(o, writer), txn, MNS_WR);
        }
        return;
    }
    uint32_t from = position == 0 ? MNS_NONE : mns_version_installer(o, key, position);
    if (from != MNS_NONE) {
        mns_edge(edges, from, txn, MNS_WR);
    }
    if (position == mns_version_count(o, key)) {
        mns_tail tail = mns_tails_of(tails, key);
        mns_tail_miss(&tail, txn, hubs[key], MNS_RW, edges);
        return;
    }
    uint32_t next = mns_version_installer(o, key, position + 1);
    if (next != MNS_NONE) {
        mns_edge(edges, txn, next, MNS_RW);
    }
}

static void append_edges(const mns_observation *o, uint32_t txn, uint32_t mop, mns_edges *edges) {
    uint32_t key = o->history->tables.mops.key[mop];
    uint32_t position = o->versions.position[mop];
    uint32_t before = position == MNS_NONE ? mns_version_count(o, key) : position - 1;
    uint32_t from = before == 0 ? MNS_NONE : mns_version_installer(o, key, before);
    if (from != MNS_NONE) {
        mns_edge(edges, from, txn, mns_list_ww(o, mop));
    }
}

/* What was inferred of the order of unseen appends. */
static void tail_edges(const mns_observation *o, mns_edges *edges) {
    const mns_version_graph *r = &o->version_graph;
    for (uint32_t v = 0; v < r->count; v++) {
        for (uint32_t i = r->edge_first[v]; i < r->edge_first[v + 1]; i++) {
            mns_version_edge e = mns_version_edge_at(r, v, i);
            mns_edge(edges, mns_txn_of(o, r->writer[v]), mns_txn_of(o, r->writer[e.to]),
                     mns_version_edge_ww(o, &e));
        }
    }
}

void mns_depend_list_append(const mns_observation *o, const mns_tails *tails, uint32_t *hubs,
                            mns_edges *edges) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        mns_tail tail = mns_tails_of(tails, key);
        hubs[key] = mns_tail_hub(&tail, edges);
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t end = mns_txn_counts(o, txn) ? txns->first_mop[txn + 1] : 0;
        for (uint32_t mop = txns->first_mop[txn]; mop < end; mop++) {
            if (mops->function[mop] == MNS_WRITE) {
                append_edges(o, txn, mop, edges);
            } else if (mns_mop_is_answered(mops, mop)) {
                read_edges(o, tails, hubs, txn, mop, edges);
            }
        }
    }
    tail_edges(o, edges);
}
