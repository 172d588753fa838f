/*
 * lemma_register.c - the direct predecessors of a transaction on registers, for the walks of
 * lemmas.h.
 *
 *     read x=1             its writer                                            wr
 *     wrote x=2            writers and readers of versions with an edge to 2     ww, rw
 *                          readers of the initial state of x                     rw
 *
 * The predecessors of a micro-operation are looked up once per round, so that walks skip most of
 * them quickly.
 */
#include "core/grow.h"
#include "infer/lemmas.h"

/* By mop: for a read, the transaction that it read from; for a write, TRAIL_WRITE and flags. */
#define TRAIL_WRITE (1u << 31)
#define TRAIL_EDGES 1u   /* there are edges into its version */
#define TRAIL_INITIAL 2u /* there are reads of the initial state of its key */

static uint32_t trail_of(const mns_walker *w, uint32_t mop) {
    const mns_version_graph *r = w->r;
    const mns_mops *mops = &w->o->history->tables.mops;
    uint32_t version = r->version[mop];
    if (version == MNS_NONE) {
        return MNS_NONE;
    }
    if (mops->function[mop] == MNS_READ) {
        uint32_t writer = r->writer[version];
        return writer == MNS_NONE ? MNS_NONE : mns_txn_of(w->o, writer);
    }
    uint32_t initial = r->first[mops->key[mop]];
    bool edges = w->into[version] < w->into[version + 1];
    bool readers = r->reader_first[initial] < r->reader_first[initial + 1];
    return TRAIL_WRITE | (edges ? TRAIL_EDGES : 0) | (readers ? TRAIL_INITIAL : 0);
}

/* When versions were accessed: by their writer and by external reads. */
static void find_times(mns_walker *w) {
    const mns_version_graph *r = w->r;
    const mns_txns *txns = &w->o->history->txns;
    for (uint32_t v = 0; v < r->count; v++) {
        w->ended[v] = MNS_NONE;
    }
    for (uint32_t m = 0; m < w->o->history->tables.mops.count; m++) {
        uint32_t version = r->version[m], txn = mns_txn_of(w->o, m);
        if (version == MNS_NONE || r->apart[m] == MNS_NOT_EXTERNAL) {
            continue;
        }
        if (txns->type[txn] == MNS_TXN_OK && txns->complete[txn] < w->ended[version]) {
            w->ended[version] = txns->complete[txn];
        }
        if (txns->invoke[txn] != MNS_NONE && txns->invoke[txn] + 1 > w->begun[version]) {
            w->begun[version] = txns->invoke[txn] + 1;
        }
    }
}

/* The readers of each version, in the sequence of transactions. `next` is by version, all 0. */
static void list_readers(mns_walker *w, uint32_t *next) {
    const mns_version_graph *r = w->r;
    const mns_mops *mops = &w->o->history->tables.mops;
    for (uint32_t i = 0; i < w->o->history->txns.count; i++) {
        const uint32_t *first_mop = w->o->history->txns.first_mop + w->sequence[i];
        for (uint32_t m = first_mop[0]; m < first_mop[1]; m++) {
            uint32_t version = r->version[m];
            if (mops->function[m] == MNS_READ && version != MNS_NONE) {
                w->reader[r->reader_first[version] + next[version]++] = w->sequence[i];
            }
        }
    }
}

bool mns_lemma_register_prepare(mns_walker *w) {
    w->trail = MNS_NEW_ARRAY(uint32_t, w->o->history->tables.mops.count);
    w->ended = MNS_NEW_ARRAY(uint32_t, w->r->count);
    w->begun = MNS_NEW_ARRAY(uint32_t, w->r->count);
    w->reader = MNS_NEW_ARRAY(uint32_t, w->r->reader_first[w->r->count]);
    uint32_t *next = MNS_NEW_ARRAY(uint32_t, w->r->count);
    bool good = w->trail != NULL && w->ended != NULL && w->begun != NULL && w->reader != NULL &&
                next != NULL;
    if (good) {
        find_times(w);
        list_readers(w, next);
    }
    free(next);
    return good;
}

void mns_lemma_register_round(mns_walker *w) {
    for (uint32_t m = 0; m < w->o->history->tables.mops.count; m++) {
        w->trail[m] = trail_of(w, m);
    }
}

static void visit_initial_readers(mns_walker *w, uint32_t mop, uint32_t place) {
    const mns_version_graph *r = w->r;
    uint32_t initial = r->first[w->o->history->tables.mops.key[mop]];
    uint32_t i = r->reader_first[initial], end = r->reader_first[initial + 1];
    for (; i < end && w->steps < w->limit; i++) {
        mns_walk_visit(w, w->reader[i], place, MNS_RW, MNS_NONE);
    }
}

void mns_lemma_register_preceding(mns_walker *w, uint32_t place) {
    const uint32_t *first_mop = w->o->history->txns.first_mop + w->places[place].txn;
    const uint32_t *trails = w->trail, limit = w->limit;
    for (uint32_t m = first_mop[0], end = first_mop[1]; m < end && w->steps < limit; m++) {
        uint32_t trail = trails[m];
        w->steps++;
        if (trail < TRAIL_WRITE) {
            mns_walk_visit(w, trail, place, MNS_WR, MNS_NONE);
        } else if (trail != MNS_NONE) {
            if ((trail & TRAIL_EDGES) != 0) {
                mns_walk_visit_edges(w, w->r->version[m], place);
            }
            if ((trail & TRAIL_INITIAL) != 0 && w->mode != MNS_PATHS_WITHOUT_RW) {
                visit_initial_readers(w, m, place);
            }
        }
    }
}
