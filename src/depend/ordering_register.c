/*
 * ordering_register.c - the predecessors of a transaction on registers, by the rules of
 * edges_register.h.
 *
 *     versions of x:   initial   1 (by T1)   2 (by T2), and a step from 1 to 2
 *
 *     before a read of 1         T1
 *     before the write of 2      T1, every reader of 1, and every reader of the initial state
 *
 * Steps between versions are stored by where they come from, so they are sorted by where they lead
 * first. Only the write of a version goes through the steps that lead to it, but many
 * writes may go through the readers of one version: `placed` says where to start.
 *
 * A writer that is itself a reader of the version before (it read 1 and wrote 2) goes through the
 * readers after itself on its own. Two such writers miss each other, which is a cycle, so that
 * happens at most once for a version, and everything stays linear.
 *
 * O(micro-operations + version edges), 8 bytes for each version and 4 for each edge.
 */
#include "core/grow.h"
#include "depend/edges_register.h"
#include "depend/ordering.h"

/* Steps from initial states are left out: one leads to every version. */
minos_status mns_ordering_prepare_register(mns_ordering *ordering) {
    const mns_version_graph *r = &ordering->o->version_graph;
    mns_back_steps *back = &ordering->back;
    mns_version_edge step;
    if (r->edge_count >= MNS_NONE) {
        return MINOS_ENOMEM;
    }
    back->first = MNS_NEW_ARRAY(uint32_t, (size_t)r->count + 2);
    back->from = MNS_NEW_ARRAY(uint32_t, r->edge_count);
    back->placed = MNS_NEW_ARRAY(uint32_t, r->count);
    if (back->first == NULL || back->from == NULL || back->placed == NULL) {
        return MINOS_ENOMEM;
    }
    /* Counted two places on, filled one place on: then each offset is where it belongs. */
    for (size_t e = 0; e < r->edge_count; e++) {
        back->first[r->edges[e].to + 2]++;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        back->first[v + 2] += back->first[v + 1];
    }
    for (uint32_t v = 0; v < r->count; v++) {
        for (uint32_t i = 0; !mns_version_is_initial(r, v) && mns_register_step(r, v, i, &step);
             i++) {
            back->from[back->first[step.to + 1]++] = v;
        }
    }
    assert(back->first[r->count] == r->edge_count);
    return MINOS_OK;
}

/* A reader of the version that is not in the order; cursor->reader of them are done. */
static uint32_t reader_before(mns_ordering *ordering, mns_cursor *cursor, uint32_t version) {
    const mns_version_graph *r = &ordering->o->version_graph;
    uint32_t *placed = &ordering->back.placed[version], *at = &cursor->reader;
    uint32_t count = r->reader_first[version + 1] - r->reader_first[version];
    assert(*placed <= count);
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

/* The step number cursor->step to a version; the last one comes from the initial state of the
 * key. */
static uint32_t preceding_version(const mns_ordering *ordering, const mns_cursor *cursor,
                                  uint32_t version, uint32_t count) {
    const mns_back_steps *back = &ordering->back;
    uint32_t key = ordering->o->history->tables.mops.key[cursor->mop];
    return cursor->step < count ? back->from[back->first[version] + cursor->step]
                                : ordering->o->version_graph.first[key];
}

static uint32_t before_write(mns_ordering *ordering, mns_cursor *cursor, uint32_t version) {
    const mns_version_graph *r = &ordering->o->version_graph;
    uint32_t count = ordering->back.first[version + 1] - ordering->back.first[version];
    for (; cursor->step <= count; cursor->step++) {
        uint32_t preceding = preceding_version(ordering, cursor, version, count);
        mns_in_edges in = mns_register_write_edges(r, preceding);
        uint32_t before = mns_ordering_follow_write(ordering, &in, cursor->txn, MNS_WW);
        if (before == MNS_NONE) {
            before = reader_before(ordering, cursor, in.version);
        }
        if (before != MNS_NONE) {
            return before;
        }
        cursor->reader = 0;
    }
    return MNS_NONE;
}

static uint32_t before_read(mns_ordering *ordering, uint32_t txn, uint32_t version) {
    mns_in_edges in = mns_register_read_edges(&ordering->o->version_graph, version);
    return mns_ordering_follow_write(ordering, &in, txn, MNS_WR);
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
        cursor->step = cursor->reader = 0;
    }
    return MNS_NONE;
}
