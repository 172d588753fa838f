/*
 * demands.c - finds the demands: touches by datatype, then readers, times and estimates.
 *
 * O(micro-operations); for sets and the elements of all distinct sets that reads returned.
 */
#include "schedule/demands.h"

#include "core/grow.h"

void mns_demands_release(mns_demands *d) {
    free(d->is_member);
    free(d->touch_first);
    free(d->touches);
    free(d->initial);
    free(d->known_until);
    free(d->parts);
    free(d->writer);
    free(d->reader_first);
    free(d->part_first);
    free(d->part);
    free(d->reader);
    free(d->estimate);
    memset(d, 0, sizeof *d);
}

bool mns_touching_init(mns_touching *touching, mns_demands *demands) {
    touching->demands = demands;
    touching->touch_of = MNS_NEW_ARRAY(uint32_t, demands->key_count);
    return touching->touch_of != NULL;
}

void mns_touching_release(mns_touching *touching) { free(touching->touch_of); }

mns_touch *mns_touch_of(mns_touching *touching, uint32_t txn, uint32_t key, bool *fresh) {
    mns_demands *d = touching->demands;
    uint32_t *last = &touching->touch_of[key];
    *fresh = *last <= d->touch_first[txn];
    if (*fresh) {
        if (!MNS_GROW(d->touches, d->touch_count, d->touch_capacity, 1)) {
            return NULL;
        }
        d->touches[d->touch_count++] = (mns_touch){key, MNS_NONE, MNS_NONE};
        *last = (uint32_t)d->touch_count;
    }
    return &d->touches[*last - 1];
}

bool mns_is_update(const mns_demands *d, uint32_t txn) {
    bool update = false;
    for (uint32_t i = d->touch_first[txn]; i < d->touch_first[txn + 1] && !update; i++) {
        update = d->touches[i].installs != MNS_NONE;
    }
    return update;
}

/* ---- Who reads and installs each version ---------------------------------------------------- */

static bool list_readers(mns_demands *d) {
    size_t versions = d->version_count;
    d->parts = MNS_NEW_ARRAY(uint32_t, versions);
    d->writer = MNS_NEW_ARRAY(uint32_t, versions);
    d->reader_first = MNS_NEW_ARRAY(uint32_t, versions + 2);
    d->reader = MNS_NEW_ARRAY(uint32_t, d->touch_count);
    if (d->parts == NULL || d->writer == NULL || d->reader_first == NULL || d->reader == NULL) {
        return false;
    }
    memset(d->writer, 0xFF, versions * sizeof *d->writer); /* MNS_NONE */
    for (size_t i = 0; i < d->touch_count; i++) {
        if (d->touches[i].reads != MNS_NONE) {
            d->reader_first[d->touches[i].reads + 2]++;
        }
    }
    for (size_t v = 0; v < versions; v++) {
        d->reader_first[v + 2] += d->reader_first[v + 1];
    }
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t i = d->touch_first[txn]; i < d->touch_first[txn + 1]; i++) {
            const mns_touch *touch = &d->touches[i];
            if (touch->reads != MNS_NONE) {
                d->reader[d->reader_first[touch->reads + 1]++] = txn;
            }
            if (touch->installs != MNS_NONE) {
                d->parts[touch->installs]++;
                d->writer[touch->installs] = txn;
            }
        }
    }
    return true;
}

static bool list_parts(mns_demands *d) {
    d->part_first = MNS_NEW_ARRAY(uint32_t, (size_t)d->version_count + 2);
    d->part = MNS_NEW_ARRAY(uint32_t, d->touch_count);
    if (d->part_first == NULL || d->part == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < d->version_count; v++) {
        d->part_first[v + 2] = d->part_first[v + 1] + d->parts[v];
    }
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t i = d->touch_first[txn]; i < d->touch_first[txn + 1]; i++) {
            if (d->touches[i].installs != MNS_NONE) {
                d->part[d->part_first[d->touches[i].installs + 1]++] = txn;
            }
        }
    }
    return true;
}

/* ---- Estimates --------------------------------------------------------------------------- */

/* effect: by version, no later than this. */
static void estimate_one(mns_demands *d, uint32_t txn, uint32_t *effect) {
    uint32_t best = d->estimate[txn];
    for (uint32_t i = d->touch_first[txn]; i < d->touch_first[txn + 1]; i++) {
        const mns_touch *touch = &d->touches[i];
        if (touch->installs != MNS_NONE && effect[touch->installs] < best) {
            best = effect[touch->installs];
        }
    }
    for (uint32_t i = d->touch_first[txn]; i < d->touch_first[txn + 1]; i++) {
        uint32_t reads = d->touches[i].reads;
        if (reads != MNS_NONE && best < effect[reads]) {
            effect[reads] = best;
        }
    }
    d->estimate[txn] = best;
}

/* A transaction took effect before it completed, and before any that read what it installed did.
 * Transactions are in the order of completion: the first pass learns from readers that completed
 * later, which matters for those of unknown outcome, the second from those that completed
 * earlier. */
static bool estimate(mns_demands *d) {
    const mns_txns *txns = &d->history->txns;
    d->estimate = MNS_NEW_ARRAY(uint32_t, d->txn_count);
    uint32_t *effect = MNS_NEW_ARRAY(uint32_t, d->version_count); /* of who installs it */
    bool good = d->estimate != NULL && effect != NULL;
    if (good) {
        memset(effect, 0xFF, d->version_count * sizeof *effect);
    }
    for (uint32_t txn = d->txn_count; txn-- > 0 && good;) {
        d->estimate[txn] = txns->type[txn] == MNS_TXN_OK ? txns->complete[txn] : MNS_NONE;
        estimate_one(d, txn, effect);
    }
    for (uint32_t txn = 0; txn < d->txn_count && good; txn++) {
        estimate_one(d, txn, effect);
    }
    free(effect);
    return good;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static mns_setup_result find_touches(mns_demands *d, const mns_observation *o, bool in_time) {
    switch (o->history->workload) {
    case MNS_LIST_APPEND: return mns_demands_lists(d, o);
    case MNS_RW_REGISTER: return mns_demands_registers(d, o);
    case MNS_SET: return mns_demands_sets(d, o);
    default: return mns_demands_counters(d, o, in_time);
    }
}

mns_setup_result mns_demands_make(mns_demands *d, const mns_observation *o, bool in_time) {
    memset(d, 0, sizeof *d);
    d->history = o->history;
    d->txn_count = o->history->txns.count;
    d->key_count = o->history->tables.keys.count;
    d->is_member = MNS_NEW_ARRAY(bool, d->txn_count);
    d->touch_first = MNS_NEW_ARRAY(uint32_t, (size_t)d->txn_count + 1);
    d->initial = MNS_NEW_ARRAY(uint32_t, (size_t)d->key_count + 1);
    d->known_until = MNS_NEW_ARRAY(uint32_t, d->key_count);
    if (d->is_member == NULL || d->touch_first == NULL || d->initial == NULL ||
        d->known_until == NULL) {
        return MNS_SETUP_NOMEM;
    }
    if (o->history->ambiguous != NULL) {
        return MNS_SETUP_AMBIGUOUS;
    }
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        d->is_member[txn] = mns_txn_counts(o, txn);
        d->members += d->is_member[txn];
    }
    mns_setup_result result = find_touches(d, o, in_time);
    if (result != MNS_SET_UP) {
        return result;
    }
    return list_readers(d) && (!d->in_sequence || list_parts(d)) && estimate(d) ? MNS_SET_UP
                                                                                : MNS_SETUP_NOMEM;
}
