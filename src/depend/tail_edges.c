/*
 * tail_edges.c - rw edges from readers to the transactions in a tail: one by one, or through the
 * virtual vertices of tails.h.
 */
#include "depend/graph_builder.h"

/* Up to this many writers or readers, edges are added one by one. */
#define NARROW 3

bool mns_tail_is_wide(const mns_tail *tail) {
    return tail->count > NARROW && tail->readers > NARROW;
}

/* The place of a transaction among those of a tail, or MNS_NONE. */
static uint32_t place_in(const mns_tail *tail, uint32_t txn) {
    uint32_t low = 0, high = tail->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tail->txns[middle] < txn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < tail->count && tail->txns[low] == txn ? low : MNS_NONE;
}

/* The vertices of a hub are S1 .. Sm, P1 .. Pm. */
void mns_tail_miss(const mns_tail *tail, uint32_t txn, uint32_t hub, mns_kind kind,
                   mns_graph_builder *builder) {
    uint32_t count = tail->count;
    assert((hub != MNS_NONE) == mns_tail_is_wide(tail));
    if (hub == MNS_NONE) {
        for (uint32_t i = 0; i < count; i++) {
            mns_builder_edge(builder, txn, tail->txns[i], kind);
        }
        return;
    }
    uint32_t place = place_in(tail, txn);
    uint32_t after = place == MNS_NONE ? 0 : place + 1;
    if (after < count) {
        mns_builder_edge(builder, txn, hub + after, kind);
    }
    if (place != MNS_NONE && place > 0) {
        mns_builder_edge(builder, txn, hub + count + place - 1, kind);
    }
}

uint32_t mns_tail_hub(const mns_tail *tail, mns_graph_builder *builder) {
    if (!mns_tail_is_wide(tail)) {
        return MNS_NONE;
    }
    uint32_t count = tail->count, hub = mns_builder_vertex(builder);
    for (uint32_t i = 1; i < 2 * count; i++) {
        mns_builder_vertex(builder);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t after = hub + i, before = hub + count + i;
        assert(i == 0 || tail->txns[i - 1] < tail->txns[i]);
        mns_builder_edge(builder, after, tail->txns[i], MNS_TAIL);
        mns_builder_edge(builder, before, tail->txns[i], MNS_TAIL);
        if (i + 1 < count) {
            mns_builder_edge(builder, after, after + 1, MNS_TAIL);
            mns_builder_edge(builder, before + 1, before, MNS_TAIL);
        }
    }
    return hub;
}
