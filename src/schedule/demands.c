/*
 * demands.c - finds the demands: touches by datatype, then readers, times and estimates.
 *
 * O(micro-operations); for sets and the elements of all distinct sets that reads returned.
 */
#include "schedule/demands.h"

#include "core/grow.h"

void mns_demands_release(mns_demands *p) {
    free(p->is_member);
    free(p->touch_first);
    free(p->touches);
    free(p->initial);
    free(p->known_until);
    free(p->parts);
    free(p->writer);
    free(p->reader_first);
    free(p->part_first);
    free(p->part);
    free(p->reader);
    free(p->estimate);
    memset(p, 0, sizeof *p);
}

bool mns_touching_init(mns_touching *touching, mns_demands *demands) {
    touching->demands = demands;
    touching->touch_of = MNS_NEW_ARRAY(uint32_t, demands->key_count);
    return touching->touch_of != NULL;
}

void mns_touching_release(mns_touching *touching) { free(touching->touch_of); }

mns_touch *mns_touch_of(mns_touching *touching, uint32_t txn, uint32_t key, bool *fresh) {
    mns_demands *p = touching->demands;
    uint32_t *last = &touching->touch_of[key];
    *fresh = *last <= p->touch_first[txn];
    if (*fresh) {
        if (!MNS_GROW(p->touches, p->touch_count, p->touch_capacity, 1)) {
            return NULL;
        }
        p->touches[p->touch_count++] = (mns_touch){key, MNS_NONE, MNS_NONE};
        *last = (uint32_t)p->touch_count;
    }
    return &p->touches[*last - 1];
}

bool mns_is_update(const mns_demands *p, uint32_t txn) {
    bool update = false;
    for (uint32_t i = p->touch_first[txn]; i < p->touch_first[txn + 1] && !update; i++) {
        update = p->touches[i].installs != MNS_NONE;
    }
    return update;
}

/* ---- Who reads and installs each version ---------------------------------------------------- */

static bool list_readers(mns_demands *p) {
    size_t versions = p->version_count;
    p->parts = MNS_NEW_ARRAY(uint32_t, versions);
    p->writer = MNS_NEW_ARRAY(uint32_t, versions);
    p->reader_first = MNS_NEW_ARRAY(uint32_t, versions + 2);
    p->reader = MNS_NEW_ARRAY(uint32_t, p->touch_count);
    if (p->parts == NULL || p->writer == NULL || p->reader_first == NULL || p->reader == NULL) {
        return false;
    }
    memset(p->writer, 0xFF, versions * sizeof *p->writer); /* MNS_NONE */
    for (size_t i = 0; i < p->touch_count; i++) {
        if (p->touches[i].reads != MNS_NONE) {
            p->reader_first[p->touches[i].reads + 2]++;
        }
    }
    for (size_t v = 0; v < versions; v++) {
        p->reader_first[v + 2] += p->reader_first[v + 1];
    }
    for (uint32_t txn = 0; txn < p->txn_count; txn++) {
        for (uint32_t i = p->touch_first[txn]; i < p->touch_first[txn + 1]; i++) {
            const mns_touch *touch = &p->touches[i];
            if (touch->reads != MNS_NONE) {
                p->reader[p->reader_first[touch->reads + 1]++] = txn;
            }
            if (touch->installs != MNS_NONE) {
                p->parts[touch->installs]++;
                p->writer[touch->installs] = txn;
            }
        }
    }
    return true;
}

static bool list_parts(mns_demands *p) {
    p->part_first = MNS_NEW_ARRAY(uint32_t, (size_t)p->version_count + 2);
    p->part = MNS_NEW_ARRAY(uint32_t, p->touch_count);
    if (p->part_first == NULL || p->part == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < p->version_count; v++) {
        p->part_first[v + 2] = p->part_first[v + 1] + p->parts[v];
    }
    for (uint32_t txn = 0; txn < p->txn_count; txn++) {
        for (uint32_t i = p->touch_first[txn]; i < p->touch_first[txn + 1]; i++) {
            if (p->touches[i].installs != MNS_NONE) {
                p->part[p->part_first[p->touches[i].installs + 1]++] = txn;
            }
        }
    }
    return true;
}

/* ---- Estimates --------------------------------------------------------------------------- */

/* effect: by version, no later than this. */
static void estimate_one(mns_demands *p, uint32_t txn, uint32_t *effect) {
    uint32_t best = p->estimate[txn];
    for (uint32_t i = p->touch_first[txn]; i < p->touch_first[txn + 1]; i++) {
        const mns_touch *touch = &p->touches[i];
        if (touch->installs != MNS_NONE && effect[touch->installs] < best) {
            best = effect[touch->installs];
        }
    }
    for (uint32_t i = p->touch_first[txn]; i < p->touch_first[txn + 1]; i++) {
        uint32_t reads = p->touches[i].reads;
        if (reads != MNS_NONE && best < effect[reads]) {
            effect[reads] = best;
        }
    }
    p->estimate[txn] = best;
}

/* A transaction took effect before it completed, and before any that read what it installed did.
 * Transactions are in the order of completion: the first pass learns from readers that completed
 * later, which matters for those of unknown outcome, the second from those that completed
 * earlier. */
static bool estimate(mns_demands *p) {
    const mns_txns *txns = &p->history->txns;
    p->estimate = MNS_NEW_ARRAY(uint32_t, p->txn_count);
    uint32_t *effect = MNS_NEW_ARRAY(uint32_t, p->version_count); /* of who installs it */
    bool good = p->estimate != NULL && effect != NULL;
    if (good) {
        memset(effect, 0xFF, p->version_count * sizeof *effect);
    }
    for (uint32_t txn = p->txn_count; txn-- > 0 && good;) {
        p->estimate[txn] = txns->type[txn] == MNS_TXN_OK ? txns->complete[txn] : MNS_NONE;
        estimate_one(p, txn, effect);
    }
    for (uint32_t txn = 0; txn < p->txn_count && good; txn++) {
        estimate_one(p, txn, effect);
    }
    free(effect);
    return good;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static mns_setup_result find_touches(mns_demands *p, const mns_observation *o, bool in_time) {
    switch (o->history->workload) {
    case MNS_LIST_APPEND: return mns_demands_lists(p, o);
    case MNS_RW_REGISTER: return mns_demands_registers(p, o);
    case MNS_SET: return mns_demands_sets(p, o);
    default: return mns_demands_counters(p, o, in_time);
    }
}

mns_setup_result mns_demands_make(mns_demands *p, const mns_observation *o, bool in_time) {
    memset(p, 0, sizeof *p);
    p->history = o->history;
    p->txn_count = o->history->txns.count;
    p->key_count = o->history->tables.keys.count;
    p->is_member = MNS_NEW_ARRAY(bool, p->txn_count);
    p->touch_first = MNS_NEW_ARRAY(uint32_t, (size_t)p->txn_count + 1);
    p->initial = MNS_NEW_ARRAY(uint32_t, (size_t)p->key_count + 1);
    p->known_until = MNS_NEW_ARRAY(uint32_t, p->key_count);
    if (p->is_member == NULL || p->touch_first == NULL || p->initial == NULL ||
        p->known_until == NULL) {
        return MNS_SETUP_NOMEM;
    }
    if (o->history->ambiguous != NULL) {
        return MNS_SETUP_AMBIGUOUS;
    }
    for (uint32_t txn = 0; txn < p->txn_count; txn++) {
        p->is_member[txn] = mns_txn_counts(o, txn);
        p->members += p->is_member[txn];
    }
    mns_setup_result result = find_touches(p, o, in_time);
    if (result != MNS_SET_UP) {
        return result;
    }
    return list_readers(p) && (!p->in_sequence || list_parts(p)) && estimate(p) ? MNS_SET_UP
                                                                                : MNS_SETUP_NOMEM;
}
