/*
 * demands_list.c - touches of lists: positions, and appends that no read shows.
 *
 * Versions of a key are its positions from 0, then one for each transaction with appends to it that
 * no read shows.
 */
#include "core/grow.h"
#include "schedule/demands.h"

typedef struct numbering {
    mns_touching touching;
    const mns_observation *o;
    uint32_t *unseen; /* by key: the next version of an unseen append */
} numbering;

/* Counts the versions, at most: a transaction counts once for each unseen append. */
static bool lay_out(mns_demands *d, const mns_observation *o, uint32_t *unseen) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        bool append = mops->function[m] == MNS_WRITE && o->versions.position[m] == MNS_NONE;
        unseen[mops->key[m]] += append && d->is_member[mns_txn_of(o, m)];
    }
    uint64_t versions = 0;
    for (uint32_t key = 0; key < d->key_count; key++) {
        d->initial[key] = (uint32_t)versions;
        versions += 1 + (uint64_t)mns_version_count(o, key);
        uint64_t first_unseen = versions;
        d->known_until[key] = (uint32_t)versions - 1;
        versions += unseen[key];
        if (versions >= MNS_LIMIT_IDS) {
            return false;
        }
        unseen[key] = (uint32_t)first_unseen;
    }
    d->initial[d->key_count] = d->version_count = (uint32_t)versions;
    return true;
}

static void add_append(numbering *n, mns_touch *touch, uint32_t key, uint32_t position) {
    uint32_t initial = n->touching.demands->initial[key];
    if (position == MNS_NONE) {
        uint32_t known = n->touching.demands->known_until[key];
        if (touch->installs == MNS_NONE || touch->installs <= known) {
            touch->installs = n->unseen[key]++;
        }
        return;
    }
    if (touch->reads == MNS_NONE && touch->installs == MNS_NONE) {
        touch->reads = initial + position - 1;
    }
    touch->installs = initial + position;
}

static bool add_touches(numbering *n, uint32_t txn) {
    const mns_history *history = n->o->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t end = history->txns.first_mop[txn + 1];
    for (uint32_t m = history->txns.first_mop[txn]; m < end; m++) {
        bool append = mops->function[m] == MNS_WRITE, fresh = false;
        if (!append && !mns_mop_is_answered(mops, m)) {
            continue;
        }
        uint32_t key = mops->key[m], position = n->o->versions.position[m];
        mns_touch *touch = mns_touch_of(&n->touching, txn, key, &fresh);
        if (touch == NULL) {
            return false;
        }
        if (append) {
            add_append(n, touch, key, position);
        } else if (fresh) {
            touch->reads = n->touching.demands->initial[key] + position;
        }
    }
    return true;
}

/* True if a version has no writer in the execution. Only reads that count show versions; the flags
 * are about the reads of failed transactions, too. */
static bool is_version_unwritten(const mns_observation *o) {
    bool unwritten = false;
    uint32_t keys = o->versions.garbage || o->versions.aborted ? o->history->tables.keys.count : 0;
    for (uint32_t key = 0; key < keys && !unwritten; key++) {
        uint32_t count = mns_version_count(o, key);
        for (uint32_t position = 1; position <= count && !unwritten; position++) {
            unwritten = mns_version_installer(o, key, position) == MNS_NONE;
        }
    }
    return unwritten;
}

mns_setup_result mns_demands_lists(mns_demands *d, const mns_observation *o) {
    const mns_versions *v = &o->versions;
    if (v->contested != NULL || v->forked || v->repeating || is_version_unwritten(o)) {
        return MNS_SETUP_CONTRADICTS;
    }
    numbering n = {.o = o, .unseen = MNS_NEW_ARRAY(uint32_t, d->key_count)};
    mns_setup_result result = MNS_SETUP_NOMEM;
    if (n.unseen != NULL && mns_touching_init(&n.touching, d)) {
        result = lay_out(d, o, n.unseen) ? MNS_SET_UP : MNS_SETUP_TOO_LARGE;
        for (uint32_t txn = 0; txn < d->txn_count && result == MNS_SET_UP; txn++) {
            d->touch_first[txn] = (uint32_t)d->touch_count;
            result = !d->is_member[txn] || add_touches(&n, txn) ? MNS_SET_UP : MNS_SETUP_NOMEM;
        }
        d->touch_first[d->txn_count] = (uint32_t)d->touch_count;
        mns_touching_release(&n.touching);
    }
    free(n.unseen);
    return result;
}
