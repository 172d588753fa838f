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
 * seen, appends that nobody saw give a ww of their own kind (WW_OPEN), which no G0 is made of. Where an
 * element's transaction failed or is unknown, the chain breaks there: no edge is drawn across it.
 *
 * O(micro-operations).
 */
#include "depend/edges.h"
#include "depend/tails.h"

/* The transaction that installed a version, or MNS_NONE if it does not count. */
static uint32_t installer(const mns_observation *o, uint32_t key, uint32_t position) {
    uint32_t mop = mns_version_writer(o, key, position);
    return mop != MNS_NONE && mns_txn_counts(o, mns_txn_of(o, mop)) ? mns_txn_of(o, mop) : MNS_NONE;
}

/* The place of a transaction among the unseen appenders of a key, or MNS_NONE. */
static uint32_t place_in_tail(const mns_tails *tails, uint32_t key, uint32_t txn) {
    uint32_t low = tails->first[key], high = tails->first[key + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tails->txn[middle] < txn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < tails->first[key + 1] && tails->txn[low] == txn;
    return found ? low - tails->first[key] : MNS_NONE;
}

/* From a read of the last version to every unseen append but its own. hub is the key's S1; the
 * vertices of a hub are S1 .. Sm, P1 .. Pm. */
static void miss_tail(const mns_tails *tails, uint32_t key, uint32_t txn, uint32_t hub,
                      mns_edges *edges) {
    uint32_t first = tails->first[key], count = tails->first[key + 1] - first;
    if (hub == MNS_NONE) {
        for (uint32_t i = 0; i < count; i++) {
            mns_edge(edges, txn, tails->txn[first + i], MNS_RW);
        }
        return;
    }
    uint32_t place = place_in_tail(tails, key, txn);
    uint32_t after = place == MNS_NONE ? 0 : place + 1;
    if (after < count) {
        mns_edge(edges, txn, hub + after, MNS_RW);
    }
    if (place != MNS_NONE && place > 0) {
        mns_edge(edges, txn, hub + count + place - 1, MNS_RW);
    }
}

static void read_edges(const mns_observation *o, const mns_tails *tails, const uint32_t *hubs,
                       uint32_t mop, mns_edges *edges) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t key = mops->key[mop], txn = mns_txn_of(o, mop);
    uint32_t position = o->versions.position[mop];
    if (position == MNS_NONE) { /* disagrees with the order */
        uint32_t writer = mns_spine_writer(o, mops->spine[mop], mops->value[mop] - 1);
        if (writer != MNS_NONE && mns_txn_counts(o, mns_txn_of(o, writer))) {
            mns_edge(edges, mns_txn_of(o, writer), txn, MNS_WR);
        }
        return;
    }
    uint32_t from = position == 0 ? MNS_NONE : installer(o, key, position);
    if (from != MNS_NONE) {
        mns_edge(edges, from, txn, MNS_WR);
    }
    if (position == mns_version_count(o, key)) {
        miss_tail(tails, key, txn, hubs[key], edges);
        return;
    }
    uint32_t next = installer(o, key, position + 1);
    if (next != MNS_NONE) {
        mns_edge(edges, txn, next, MNS_RW);
    }
}

static void append_edges(const mns_observation *o, uint32_t mop, mns_edges *edges) {
    uint32_t key = o->history->tables.mops.key[mop], txn = mns_txn_of(o, mop);
    uint32_t position = o->versions.position[mop];
    uint32_t before = position == MNS_NONE ? mns_version_count(o, key) : position - 1;
    uint32_t from = before == 0 ? MNS_NONE : installer(o, key, before);
    bool open = position == MNS_NONE && o->versions.outcome[txn] == MNS_PROVEN;
    if (from != MNS_NONE) {
        mns_edge(edges, from, txn, open ? MNS_WW_OPEN : MNS_WW);
    }
}

/* The virtual vertices of a key with a wide tail; returns the first of them. */
static uint32_t add_hub(const mns_tails *tails, uint32_t key, mns_edges *edges) {
    uint32_t first = tails->first[key], count = tails->first[key + 1] - first;
    uint32_t hub = mns_edge_vertex(edges);
    for (uint32_t i = 1; i < 2 * count; i++) {
        mns_edge_vertex(edges);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t after = hub + i, before = hub + count + i;
        mns_edge(edges, after, tails->txn[first + i], MNS_TAIL);
        mns_edge(edges, before, tails->txn[first + i], MNS_TAIL);
        if (i + 1 < count) {
            mns_edge(edges, after, after + 1, MNS_TAIL);
            mns_edge(edges, before + 1, before, MNS_TAIL);
        }
    }
    return hub;
}

void mns_depend_list_append(const mns_observation *o, const mns_tails *tails, uint32_t *hubs,
                            mns_edges *edges) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        hubs[key] = mns_tails_is_wide(tails, key) ? add_hub(tails, key, edges) : MNS_NONE;
    }
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        if (!mns_txn_counts(o, mns_txn_of(o, mop))) {
            continue;
        }
        if (mops->function[mop] == MNS_APPEND) {
            append_edges(o, mop, edges);
        } else if (mns_mop_is_answered(mops, mop)) {
            read_edges(o, tails, hubs, mop, edges);
        }
    }
}
