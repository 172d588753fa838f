/*
 * edges_counter.c - puts the edges of counters (edges_counter.h) into the graph.
 *
 *     R1 -rw-> U2 -------tail-------> U5          U: all reads of this sum or a larger one
 *              |  \                   |
 *              wr  wr                 wr          R2 -rw-> U5, R3 -rw-> U5
 *              |    \                 |
 *              R2   R3                R4
 *
 * One virtual vertex for each sum that was read, except the smallest. A path rw, tails, wr is a
 * step of the kind RW_SEEN (depend.h). O(reads).
 */
#include "depend/edges_counter.h"

#include "depend/graph_builder.h"

/* The end of the reads of a key that saw the same sum as the one at `first`. */
static uint32_t level_end(const mns_observation *o, uint32_t first, uint32_t end) {
    const mns_value *sum = o->history->tables.mops.value;
    const uint32_t *read = o->counters.read;
    uint32_t i = first + 1;
    while (i < end && sum[read[i]] == sum[read[first]]) {
        i++;
    }
    assert(i == end || mns_mop_number(&o->history->tables, read[first]) <
                           mns_mop_number(&o->history->tables, read[i]));
    return i;
}

static void add_key(const mns_observation *o, uint32_t first, uint32_t end,
                    mns_graph_builder *builder) {
    const mns_counters *c = &o->counters;
    uint32_t vertex = MNS_NONE; /* of this level; the smallest sum has none */
    for (uint32_t level = first, next; level < end; level = next) {
        next = level_end(o, level, end);
        uint32_t above = next < end ? mns_builder_vertex(builder) : MNS_NONE;
        for (uint32_t i = level; i < next; i++) {
            uint32_t txn = mns_txn_of(o, c->read[i]);
            assert(mns_counter_is_source(o, c->read[i]));
            if (vertex != MNS_NONE && mns_counter_is_target(o, c->read[i])) {
                mns_builder_edge(builder, vertex, txn, MNS_WR);
            }
            if (above != MNS_NONE) {
                mns_builder_edge(builder, txn, above, MNS_RW);
            }
        }
        if (vertex != MNS_NONE && above != MNS_NONE) {
            mns_builder_edge(builder, vertex, above, MNS_TAIL);
        }
        vertex = above;
    }
}

void mns_add_counter_edges(const mns_observation *o, mns_graph_builder *builder) {
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        add_key(o, o->counters.read_first[key], o->counters.read_first[key + 1], builder);
    }
}
