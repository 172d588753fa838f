/*
 * registers.c - ww, wr and rw dependencies from partly ordered versions.
 *
 *     versions of x:   initial   1 (by T1)   2 (by T2), and an edge from 1 to 2
 *
 *     wr  T1 -> R      R read 1
 *     ww  T1 -> T2     1 precedes 2
 *     rw  R  -> T2     R read 1, which precedes 2
 *     rw  I  -> T1, T2 I read x before anybody wrote it: it misses every write
 *
 * Only edges between versions are drawn, not what follows from several: a path in the graph says that
 * as well, as long as each version on it has a writer that counts. What an edge rests on becomes its
 * kind (edge_kinds.def). A version with many readers and many versions after it has its rw edges
 * through virtual vertices (tails.h).
 *
 * O(micro-operations + edges between versions).
 */
#include "depend/edges.h"
#include "infer/register_orders.h"

/* Draws the rw edges from the readers of a version to those who wrote what follows it. */
static void miss(const mns_observation *o, uint32_t version, const uint32_t *txns, uint32_t count,
                 mns_kind kind, mns_edges *edges) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t first = r->reader_first[version], end = r->reader_first[version + 1];
    mns_tail tail = {.txns = txns, .count = count, .readers = end - first};
    if (tail.count == 0 || tail.readers == 0) {
        return;
    }
    uint32_t hub = mns_tail_hub(&tail, edges);
    for (uint32_t i = first; i < end; i++) {
        mns_tail_miss(&tail, mns_txn_of(o, r->reader[i]), hub, kind, edges);
    }
}

/* Everything that a write of the key wrote follows its initial state. */
static void initial_edges(const mns_observation *o, uint32_t version, uint32_t *txns,
                          mns_edges *edges) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t count = 0;
    for (uint32_t v = version + 1; v < r->count && !mns_version_is_initial(r, v); v++) {
        txns[count++] = mns_txn_of(o, r->writer[v]);
    }
    miss(o, version, txns, count, MNS_RW, edges);
}

/* Versions of a key are numbered as their writes stand in the history, so the writers of a version's
 * edges ascend. */
static void version_edges(const mns_observation *o, uint32_t version, uint32_t *txns,
                          mns_edges *edges) {
    static const mns_kind kinds[] = {
        MNS_RW,          MNS_RW_NONADJACENT,          MNS_RW_ITEM,
        MNS_RW_PROCESS,  MNS_RW_NONADJACENT_PROCESS,  MNS_RW_ITEM_PROCESS,
        MNS_RW_REALTIME, MNS_RW_NONADJACENT_REALTIME, MNS_RW_ITEM_REALTIME};
    const mns_version_graph *r = &o->version_graph;
    unsigned used = 0;
    for (uint32_t i = r->edge_first[version]; i < r->edge_first[version + 1]; i++) {
        mns_version_edge e = mns_version_edge_at(r, version, i);
        uint32_t to = r->writer[e.to];
        if (to == MNS_NONE) {
            continue;
        }
        used |= mns_version_edge_rw(&e);
        if (r->writer[version] != MNS_NONE) {
            mns_edge(edges, mns_txn_of(o, r->writer[version]), mns_txn_of(o, to),
                     mns_version_edge_ww(o, &e));
        }
    }
    for (size_t k = 0; k < MNS_COUNT_OF(kinds); k++) {
        uint32_t count = 0;
        for (uint32_t i = r->edge_first[version];
             (used & kinds[k]) != 0 && i < r->edge_first[version + 1]; i++) {
            mns_version_edge e = mns_version_edge_at(r, version, i);
            uint32_t to = r->writer[e.to];
            bool again = count > 0 && to != MNS_NONE && txns[count - 1] == mns_txn_of(o, to);
            if (to != MNS_NONE && !again && mns_version_edge_rw(&e) == kinds[k]) {
                txns[count++] = mns_txn_of(o, to);
            }
        }
        miss(o, version, txns, count, kinds[k], edges);
    }
}

void mns_depend_registers(const mns_observation *o, uint32_t *txns, mns_edges *edges) {
    const mns_version_graph *r = &o->version_graph;
    for (uint32_t v = 0; v < r->count; v++) {
        if (mns_version_is_initial(r, v)) {
            initial_edges(o, v, txns, edges);
            continue;
        }
        for (uint32_t i = r->reader_first[v];
             r->writer[v] != MNS_NONE && i < r->reader_first[v + 1]; i++) {
            mns_edge(edges, mns_txn_of(o, r->writer[v]), mns_txn_of(o, r->reader[i]), MNS_WR);
        }
        version_edges(o, v, txns, edges);
    }
}
