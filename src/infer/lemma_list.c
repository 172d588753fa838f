/*
 * lemma_list.c - the direct predecessors of a transaction on lists, for the walks of lemmas.h.
 *
 *     read [1 2]           the append of 2                                          wr
 *     appended 3 to [1 2]  the append of 2, and the reads of [1 2]                  ww, rw
 *     appended, unseen     the last append that was seen, and the reads of all      ww, rw
 *                          of it; unseen appends with an edge to this one           ww
 *
 * The edges are those of depend/edges_list.h.
 */
#include "core/grow.h"
#include "infer/lemmas.h"

static uint32_t slot_of(const mns_walker *w, uint32_t read, uint64_t *slot) {
    uint32_t position = w->o->versions.position[read];
    *slot =
        position == MNS_NONE ? 0 : w->reader_slot[w->o->history->tables.mops.key[read]] + position;
    return position;
}

/* Counts or enters each read that agrees with the order of its key. */
static void list_readers(mns_walker *w, bool filling) {
    const mns_history *h = w->o->history;
    for (uint32_t i = 0; i < h->txns.count; i++) {
        uint32_t txn = w->sequence[i];
        const uint32_t *first_mop = h->txns.first_mop + txn;
        for (uint32_t m = first_mop[0]; m < first_mop[1] && mns_txn_counts(w->o, txn); m++) {
            uint64_t slot;
            if (h->tables.mops.function[m] != MNS_READ || slot_of(w, m, &slot) == MNS_NONE) {
                continue;
            }
            if (filling) {
                w->reader[w->reader_first[slot + 1]++] = txn;
            } else {
                w->reader_first[slot + 2]++;
            }
        }
    }
}

/* Dependencies rarely lead from an append to a transaction that had completed before it was
 * invoked, so in large histories walks skip those. */
static void find_begun(mns_walker *w) {
    const mns_version_graph *r = w->r;
    for (uint32_t key = 0; key < w->o->history->tables.keys.count; key++) {
        w->key_begun[key] = MNS_NONE;
        for (uint32_t v = r->first[key] + 1; v < r->first[key + 1]; v++) {
            uint32_t invoke = w->o->history->txns.invoke[mns_txn_of(w->o, r->writer[v])];
            invoke = invoke == MNS_NONE ? 0 : invoke; /* unknown */
            w->key_begun[key] = invoke < w->key_begun[key] ? invoke : w->key_begun[key];
        }
    }
}

bool mns_lemma_list_prepare(mns_walker *w) {
    uint32_t keys = w->o->history->tables.keys.count;
    uint64_t slots = 0;
    w->reader_slot = MNS_NEW_ARRAY(uint64_t, keys);
    w->key_begun = MNS_NEW_ARRAY(uint32_t, keys);
    if (w->reader_slot == NULL || w->key_begun == NULL) {
        return false;
    }
    find_begun(w);
    for (uint32_t key = 0; key < keys; key++) {
        w->reader_slot[key] = slots;
        slots += (uint64_t)mns_version_count(w->o, key) + 1; /* and the initial state */
    }
    /* Counted two slots ahead and filled one slot ahead, so that each offset ends up in its slot.
     */
    w->reader_first = MNS_NEW_ARRAY(uint32_t, slots + 2);
    if (w->reader_first == NULL) {
        return false;
    }
    list_readers(w, false);
    for (uint64_t s = 0; s < slots; s++) {
        w->reader_first[s + 2] += w->reader_first[s + 1];
    }
    w->reader = MNS_NEW_ARRAY(uint32_t, w->reader_first[slots + 1]);
    if (w->reader == NULL) {
        return false;
    }
    list_readers(w, true);
    return true;
}

static void visit_append(mns_walker *w, uint32_t mop, uint32_t place) {
    const mns_observation *o = w->o;
    uint32_t key = o->history->tables.mops.key[mop], position = o->versions.position[mop];
    uint32_t last = position == MNS_NONE ? mns_version_count(o, key) : position - 1;
    uint32_t writer = last == 0 ? MNS_NONE : mns_version_installer(o, key, last);
    if (writer != MNS_NONE) {
        mns_walk_visit(w, writer, place, mns_list_ww(o, mop), MNS_NONE);
    }
    if (w->mode != MNS_PATHS_WITHOUT_RW) {
        uint64_t slot = w->reader_slot[key] + last;
        for (uint32_t i = w->reader_first[slot];
             i < w->reader_first[slot + 1] && w->steps < w->limit; i++) {
            mns_walk_visit(w, w->reader[i], place, MNS_RW, MNS_NONE);
        }
    }
    if (w->r->version[mop] != MNS_NONE) {
        mns_walk_visit_edges(w, w->r->version[mop], place);
    }
}

static void visit_read(mns_walker *w, uint32_t mop, uint32_t place) {
    const mns_observation *o = w->o;
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t position = o->versions.position[mop], writer = MNS_NONE;
    if (position == MNS_NONE) { /* contradicts the order, but it did read its last element */
        uint32_t append = mns_spine_writer(o, mops->content[mop], mops->value[mop] - 1);
        bool counts = append != MNS_NONE && mns_txn_counts(o, mns_txn_of(o, append));
        writer = counts ? mns_txn_of(o, append) : MNS_NONE;
    } else if (position > 0) {
        writer = mns_version_installer(o, mops->key[mop], position);
    }
    if (writer != MNS_NONE) {
        mns_walk_visit(w, writer, place, MNS_WR, MNS_NONE);
    }
}

void mns_lemma_list_preceding(mns_walker *w, uint32_t place) {
    const mns_mops *mops = &w->o->history->tables.mops;
    const uint32_t *first_mop = w->o->history->txns.first_mop + w->places[place].txn;
    for (uint32_t m = first_mop[0], end = first_mop[1]; m < end && w->steps < w->limit; m++) {
        w->steps++;
        if (mops->function[m] == MNS_WRITE) {
            visit_append(w, m, place);
        } else if (mns_mop_is_answered(mops, m)) {
            visit_read(w, m, place);
        }
    }
}
