/*
 * edges_register.c - puts the edges of registers (edges_register.h) into the graph.
 *
 * A version with many readers and many versions after it has its rw edges through virtual
 * vertices (tails.h). O(micro-operations + version edges).
 */
#include "depend/edges_register.h"

#include "depend/graph_builder.h"

/* Adds the rw edges from the readers of a version to the writers of versions that follow it. */
static void add_missed(const mns_observation *o, uint32_t version, const uint32_t *txns,
                       uint32_t count, mns_kind kind, mns_graph_builder *builder) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t first = r->reader_first[version], end = r->reader_first[version + 1];
    mns_tail tail = {.txns = txns, .count = count, .readers = end - first};
    uint32_t hub = mns_tail_hub(&tail, builder);
    for (uint32_t i = first; i < end; i++) {
        mns_tail_miss(&tail, mns_txn_of(o, r->reader[i]), hub, kind, builder);
    }
}

/* The distinct writers of versions that follow this one by a step whose rw edges are of this kind.
 * Versions of a key are numbered as their writes stand in the history, so writers ascend. */
static uint32_t list_writers(const mns_observation *o, uint32_t version, mns_kind kind,
                             uint32_t *txns) {
    const mns_version_graph *r = &o->version_graph;
    mns_version_edge step;
    uint32_t count = 0;
    for (uint32_t i = 0; mns_register_step(r, version, i, &step); i++) {
        uint32_t to = r->writer[step.to];
        if (to == MNS_NONE || mns_register_out_kind(o, &step, false) != kind) {
            continue;
        }
        uint32_t txn = mns_txn_of(o, to);
        assert(count == 0 || txns[count - 1] <= txn);
        if (count == 0 || txns[count - 1] != txn) {
            txns[count++] = txn;
        }
    }
    return count;
}

static void add_rw(const mns_observation *o, uint32_t version, unsigned used, uint32_t *txns,
                   mns_graph_builder *builder) {
    static const mns_kind kinds[] = {
        MNS_RW,          MNS_RW_NONADJACENT,          MNS_RW_ITEM,
        MNS_RW_PROCESS,  MNS_RW_NONADJACENT_PROCESS,  MNS_RW_ITEM_PROCESS,
        MNS_RW_REALTIME, MNS_RW_NONADJACENT_REALTIME, MNS_RW_ITEM_REALTIME};
    for (size_t k = 0; k < MNS_COUNT_OF(kinds); k++) {
        if ((used & kinds[k]) != 0) {
            uint32_t count = list_writers(o, version, kinds[k], txns);
            add_missed(o, version, txns, count, kinds[k], builder);
            used &= ~(unsigned)kinds[k];
        }
    }
    assert(used == 0); /* `kinds` has the rw kind of every level */
}

/* Adds the ww edges of the steps from a version. Returns the kinds of their rw edges. */
static unsigned add_ww(const mns_observation *o, uint32_t version, mns_graph_builder *builder) {
    const mns_version_graph *r = &o->version_graph;
    mns_version_edge step;
    unsigned used = 0;
    for (uint32_t i = 0; mns_register_step(r, version, i, &step); i++) {
        mns_in_edges in = mns_register_write_edges(r, version);
        uint32_t to = r->writer[step.to];
        if (to == MNS_NONE) {
            continue;
        }
        used |= mns_register_out_kind(o, &step, false);
        if (in.write != MNS_NONE) {
            mns_builder_edge(builder, mns_txn_of(o, in.write), mns_txn_of(o, to),
                             mns_register_out_kind(o, &step, true));
        }
    }
    return used;
}

void mns_add_register_edges(const mns_observation *o, uint32_t *txns, mns_graph_builder *builder) {
    const mns_version_graph *r = &o->version_graph;
    for (uint32_t v = 0; v < r->count; v++) {
        mns_in_edges in = mns_register_read_edges(r, v);
        uint32_t first = r->reader_first[v], end = r->reader_first[v + 1];
        for (uint32_t i = first; i < end && in.write != MNS_NONE; i++) {
            mns_builder_edge(builder, mns_txn_of(o, in.write), mns_txn_of(o, r->reader[i]), MNS_WR);
        }
        if (first == end && in.write == MNS_NONE) {
            continue; /* nothing leads from it */
        }
        unsigned used = add_ww(o, v, builder);
        if (first < end) {
            add_rw(o, v, used, txns, builder);
        }
    }
}
