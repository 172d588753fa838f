/*
 * demands_set.c - touches of sets: a version for each size that reads show.
 *
 *     reads of x       #{3}   #{3 1 4}        not shown: 2
 *     versions         {}   {3}   {3 1 4}   {3 1 4 2}
 *     parts of it           3     1, 4      2
 *
 * A set only grows, so an element belongs to the smallest read that shows it. What a reader added
 * itself says nothing about the state that it found, and is left out of its reads. If reads are
 * incomparable, this yields versions that do not fit them, and no execution will be accepted.
 */
#include "core/grow.h"
#include "core/sort.h"
#include "schedule/demands.h"

typedef struct levels {
    mns_touching touching;
    const mns_observation *o;
    uint32_t *rank;  /* by mop: of an add, the size of the smallest read that shows it; of an
                        external read, its size without the reader's own adds; else MNS_NONE */
    uint64_t *sizes; /* key << 32 | size, of external reads; sorted, each once */
    size_t size_count;
    uint32_t *size_first; /* by key, and one more: into sizes */
    bool contradicts;
} levels;

/* The size of an external read without the adds of its own transaction. */
static uint32_t foreign_size(levels *l, uint32_t mop) {
    uint32_t count = 0, own = 0, txn = mns_txn_of(l->o, mop);
    const uint32_t *writers = mns_set_writers(&l->o->sets, &l->o->history->tables, mop, &count);
    for (uint32_t i = 0; i < count; i++) {
        l->contradicts |= !mns_writer_is_known(writers[i]);
        own += mns_writer_is_known(writers[i]) && mns_txn_of(l->o, writers[i]) == txn;
    }
    return count - own;
}

/* Lowers the ranks of the elements that a read shows. */
static void rank_elements(levels *l, uint32_t mop, uint32_t size) {
    uint32_t count = 0, txn = mns_txn_of(l->o, mop);
    const uint32_t *writers = mns_set_writers(&l->o->sets, &l->o->history->tables, mop, &count);
    for (uint32_t i = 0; i < count && !l->contradicts; i++) {
        if (mns_txn_of(l->o, writers[i]) != txn && size < l->rank[writers[i]]) {
            l->rank[writers[i]] = size;
        }
    }
}

static void rank(levels *l) {
    const mns_mops *mops = &l->o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        l->rank[m] = MNS_NONE;
    }
    for (uint32_t m = 0; m < mops->count && !l->contradicts; m++) {
        bool external = l->o->sets.external[m] && mns_mop_is_answered(mops, m);
        if (external && l->touching.demands->is_member[mns_txn_of(l->o, m)]) {
            uint32_t size = foreign_size(l, m);
            rank_elements(l, m, size);
            l->rank[m] = size;
            l->sizes[l->size_count++] = (uint64_t)mops->key[m] << 32 | size;
        }
    }
}

/* Each key has its empty set, the sizes that reads show, and a version of what no read shows. */
static void lay_out(levels *l) {
    mns_demands *d = l->touching.demands;
    mns_sort_u64(l->sizes, l->size_count);
    size_t kept = 0;
    for (size_t i = 0; i < l->size_count; i++) {
        bool empty = (uint32_t)l->sizes[i] == 0;
        if (!empty && (kept == 0 || l->sizes[kept - 1] != l->sizes[i])) {
            l->sizes[kept++] = l->sizes[i];
            l->size_first[(l->sizes[i] >> 32) + 1]++;
        }
    }
    l->size_count = kept;
    for (uint32_t key = 0; key < d->key_count; key++) {
        l->size_first[key + 1] += l->size_first[key];
        d->initial[key] = l->size_first[key] + 2 * key;
    }
    d->version_count = d->initial[d->key_count] = (uint32_t)kept + 2 * d->key_count;
    for (uint32_t key = 0; key < d->key_count; key++) {
        d->known_until[key] = d->initial[key + 1] - 1;
    }
}

/* The version of a key that has this size; MNS_NONE: its last. */
static uint32_t version_of(const levels *l, uint32_t key, uint32_t size) {
    const mns_demands *d = l->touching.demands;
    uint32_t low = l->size_first[key], high = l->size_first[key + 1], first = low;
    if (size == 0 || size == MNS_NONE) {
        return size == 0 ? d->initial[key] : d->initial[key + 1] - 1;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uint32_t)l->sizes[middle] < size) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return d->initial[key] + 1 + low - first;
}

static bool add_touches(levels *l, uint32_t txn) {
    const mns_history *history = l->o->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t end = history->txns.first_mop[txn + 1];
    for (uint32_t m = history->txns.first_mop[txn]; m < end; m++) {
        bool add = mops->function[m] == MNS_WRITE, fresh = false;
        if (!add && l->rank[m] == MNS_NONE) {
            continue;
        }
        mns_touch *touch = mns_touch_of(&l->touching, txn, mops->key[m], &fresh);
        if (touch == NULL) {
            return false;
        }
        uint32_t version = version_of(l, mops->key[m], l->rank[m]);
        if (add) {
            l->contradicts |= touch->installs != MNS_NONE && touch->installs != version;
            touch->installs = version;
        } else {
            touch->reads = version;
        }
    }
    return true;
}

static bool prepare(levels *l, mns_demands *d, const mns_observation *o) {
    uint32_t mops = o->history->tables.mops.count;
    l->o = o;
    l->rank = MNS_NEW_ARRAY(uint32_t, mops);
    l->sizes = MNS_NEW_ARRAY(uint64_t, mops);
    l->size_first = MNS_NEW_ARRAY(uint32_t, (size_t)d->key_count + 1);
    return mns_touching_init(&l->touching, d) && l->rank != NULL && l->sizes != NULL &&
           l->size_first != NULL;
}

mns_setup_result mns_demands_sets(mns_demands *d, const mns_observation *o) {
    levels l = {0};
    bool good = prepare(&l, d, o);
    if (good) {
        rank(&l);
        lay_out(&l);
    }
    d->in_sequence = true;
    d->rows = o->by_predicate;
    for (uint32_t txn = 0; txn < d->txn_count && good; txn++) {
        d->touch_first[txn] = (uint32_t)d->touch_count;
        good = !d->is_member[txn] || add_touches(&l, txn);
    }
    d->touch_first[d->txn_count] = (uint32_t)d->touch_count;
    mns_touching_release(&l.touching);
    free(l.rank);
    free(l.sizes);
    free(l.size_first);
    if (!good) {
        return MNS_SETUP_NOMEM;
    }
    return l.contradicts ? MNS_SETUP_CONTRADICTS : MNS_SET_UP;
}
