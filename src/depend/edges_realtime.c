/*
 * edges_realtime.c - real-time order (edges_order.h), through barriers.
 *
 * The order relates almost every pair, and even its transitive reduction has a number of edges
 * that grows with concurrency. Barriers make it linear:
 *
 *     time      ----- A ----|         |--- C ---
 *               ------- B ------|     |------- D ---
 *
 *               A, B -> barrier -> C, D           barrier -> next barrier -> ...
 *
 * An invocation that follows completions starts a new barrier. The barrier follows these
 * completions and the barrier before it, and precedes every invocation until the next barrier. That
 * makes at most n barriers and 3n edges, whatever the concurrency. B is reachable from A through
 * barriers alone if and only if A completed before B was invoked.
 */
#include "depend/edges_order.h"
#include "depend/graph_builder.h"

/* Adds a barrier after the one before it and the completions since. */
static uint32_t add_barrier(uint32_t before, const uint32_t *completed, uint32_t count,
                            mns_graph_builder *builder) {
    uint32_t barrier = mns_builder_vertex(builder);
    if (before != MNS_NONE) {
        mns_builder_edge(builder, before, barrier, MNS_REALTIME);
    }
    while (count > 0) {
        mns_builder_edge(builder, completed[--count], barrier, MNS_REALTIME);
    }
    return barrier;
}

void mns_add_realtime_edges(const mns_observation *o, const uint32_t *events, uint32_t *pending,
                            mns_graph_builder *builder) {
    const mns_history *history = o->history;
    uint32_t barrier = MNS_NONE, waiting = 0;
    for (uint64_t i = 0; i < history->operations; i++) {
        if (events[i] == MNS_NONE) {
            continue;
        }
        uint32_t txn = events[i] >> 1;
        if ((events[i] & 1) != 0) {
            if (history->txns.type[txn] == MNS_TXN_OK) {
                pending[waiting++] = txn;
            }
            continue;
        }
        if (waiting > 0) {
            assert(mns_order_edge(o, pending[waiting - 1], txn, MNS_REALTIME));
            barrier = add_barrier(barrier, pending, waiting, builder);
            waiting = 0;
        }
        if (barrier != MNS_NONE) {
            mns_builder_edge(builder, barrier, txn, MNS_REALTIME);
        }
    }
}
