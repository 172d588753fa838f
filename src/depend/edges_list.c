/*
 * edges_list.c - puts the edges of lists (edges_list.h) into the graph.
 *
 * ww and wr are added at the later micro-operation, rw at the read. Many reads that miss many
 * unseen appends share virtual vertices (tails.h). O(micro-operations).
 */
#include "depend/edges_list.h"

#include "depend/graph_builder.h"
#include "depend/tails.h"

static void add_in_edges(const mns_observation *o, uint32_t txn, uint32_t mop,
                         mns_graph_builder *builder) {
    mns_in_edges in = mns_list_in_edges(o, mop);
    if (in.write != MNS_NONE) {
        mns_builder_edge(builder, mns_txn_of(o, in.write), txn, mns_list_in_kind(o, mop));
    }
}

static void add_missed(const mns_observation *o, const mns_tails *tails, const uint32_t *hubs,
                       uint32_t read, mns_graph_builder *builder) {
    uint32_t txn = mns_txn_of(o, read), key = o->history->tables.mops.key[read];
    mns_list_missing missed = mns_list_missed(o, read);
    if (missed.unseen) {
        mns_tail tail = mns_tails_of(tails, key);
        mns_tail_miss(&tail, txn, hubs[key], MNS_RW, builder);
    } else if (missed.append != MNS_NONE) {
        mns_builder_edge(builder, txn, mns_txn_of(o, missed.append), MNS_RW);
    }
}

void mns_add_list_edges(const mns_observation *o, const mns_tails *tails, uint32_t *hubs,
                        uint32_t *txns_of_versions, mns_graph_builder *builder) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        mns_tail tail = mns_tails_of(tails, key);
        hubs[key] = mns_tail_hub(&tail, builder);
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t end = mns_txn_counts(o, txn) ? txns->first_mop[txn + 1] : 0;
        for (uint32_t mop = txns->first_mop[txn]; mop < end; mop++) {
            add_in_edges(o, txn, mop, builder);
            if (mops->function[mop] == MNS_READ) {
                add_missed(o, tails, hubs, mop, builder);
            }
        }
    }
    mns_add_register_edges(o, txns_of_versions, builder); /* the order of unseen appends */
}
