/*
 * ordering_register.c - who must come before a transaction on registers; the edges are those of
 * registers.c.
 *
 *     versions of x:   initial   1 (by T1)   2 (by T2), and an edge from 1 to 2
 *
 *     before a read of 1         T1
 *     before the write of 2      T1, every reader of 1, and every reader of the initial state
 *
 * Edges between versions are kept by where they come from, so they are sorted by where they lead first.
 * Only the last write of a version goes through those that lead to it, but many may go through
 * the readers of one version: `placed` says from where on.
 *
 * A writer that is itself a reader of what came before (it read 1 and wrote 2) goes through the readers
 * after itself on its own. Two such writers miss each other, which is a cycle, so that happens at
 * most once for a version, and all is linear.
 *
 * O(micro-operations + edges between versions), 8 bytes for each version and 4 for each edge.
 */
#include "core/grow.h"
#include "depend/ordering.h"

minos_status mns_ordering_prepare_register(mns_ordering *ordering) {
    const mns_version_graph *r = &ordering->o->version_graph;
    mns_back_edges *back = &ordering->back;
    if (r->edge_count >= MNS_NONE) {
        return MINOS_ENOMEM;
    }
    back->first = MNS_NEW_ARRAY(uint32_t, (size_t)r->count + 2);
    back->from = MNS_NEW_ARRAY(uint32_t, r->edge_count);
    back->placed = MNS_NEW_ARRAY(uint32_t, r->count);
    if (back->first == NULL || back->from == NULL || back->placed == NULL) {
        return MINOS_ENOMEM;
    }
    /* Counted two places on, filled one place on: then each stands where it should. */
    for (size_t e = 0; e < r->edge_count; e++) {
        back->first[r->edges[e].to + 2]++;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        back->first[v + 2] += back->first[v + 1];
    }
    for (uint32_t v = 0; v < r->count; v++) {
        for (uint32_t e = r->edge_first[v]; e < r->edge_first[v + 1]; e++) {
            back->from[back->first[r->edges[e].to + 1]++] = v;
        }
    }
    return MINOS_OK;
}

/* A reader of the version that is not in the order; cursor->reader of them were passed. */
static uint32_t reader_before(mns_ordering *ordering, mns_cursor *cursor, uint32_t version) {
    const mns_version_graph *r = &ordering->o->version_graph;
    uint32_t *placed = &ordering->back.placed[version], *at = &cursor->reader;
    uint32_t count = r->reader_first[version + 1] - r->reader_first[version];
    for (*at = *at < *placed ? *placed : *at; *at < count; ++*at) {
        uint32_t reader = mns_txn_of(ordering->o, r->reader[r->reader_first[version] + *at]);
        uint32_t before = mns_ordering_follow(ordering, reader, cursor->txn, MNS_RW);
        if (before != MNS_NONE) {
            return before;
        }
        if (*placed == *at && reader != cursor->txn) {
            ++*placed;
        }
    }
    return MNS_NONE;
}

/* Whoever precedes a write because `version` precedes what it wrote. */
static uint32_t before_version(mns_ordering *ordering, mns_cursor *cursor, uint32_t version) {
    uint32_t writer = ordering->o->version_graph.writer[version];
    if (writer != MNS_NONE) {
        uint32_t before =
            mns_ordering_follow(ordering, mns_txn_of(ordering->o, writer), cursor->txn, MNS_WW);
        if (before != MNS_NONE) {
            return before;
        }
    }
    return reader_before(ordering, cursor, version);
}

static uint32_t before_write(mns_ordering *ordering, mns_cursor *cursor, uint32_t version) {
    const mns_version_graph *r = &ordering->o->version_graph;
    const mns_back_edges *back = &ordering->back;
    uint32_t count = back->first[version + 1] - back->first[version];
    for (; cursor->edge < count; cursor->edge++) {
        uint32_t from = back->from[back->first[version] + cursor->edge];
        uint32_t before = before_version(ordering, cursor, from);
        if (before != MNS_NONE) {
            return before;
        }
        cursor->reader = 0;
    }
    uint32_t key = ordering->o->history->tables.mops.key[cursor->mop];
    return reader_before(ordering, cursor, r->first[key]);
}

static uint32_t before_read(mns_ordering *ordering, uint32_t txn, uint32_t version) {
    uint32_t writer = ordering->o->version_graph.writer[version];
    return writer == MNS_NONE
               ? MNS_NONE
               : mns_ordering_follow(ordering, mns_txn_of(ordering->o, writer), txn, MNS_WR);
}

uint32_t mns_ordering_before_register(mns_ordering *ordering, mns_cursor *cursor) {
    const mns_history *history = ordering->o->history;
    uint32_t end = history->txns.first_mop[cursor->txn + 1];
    for (; cursor->mop < end; cursor->mop++) {
        uint32_t version = ordering->o->version_graph.version[cursor->mop];
        if (version == MNS_NONE) {
            continue;
        }
        uint32_t before = history->tables.mops.function[cursor->mop] == MNS_WRITE
                              ? before_write(ordering, cursor, version)
                              : before_read(ordering, cursor->txn, version);
        if (before != MNS_NONE) {
            return before;
        }
        cursor->edge = cursor->reader = 0;
    }
    return MNS_NONE;
}
