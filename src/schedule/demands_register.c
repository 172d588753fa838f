/*
 * demands_register.c - touches of registers: inference has numbered their versions.
 */
#include "schedule/demands.h"

/* False when out of memory; *contradicts: a transaction saw two states of a key. */
static bool add_touches(mns_touching *touching, const mns_observation *o, uint32_t txn,
                        bool *contradicts) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_version_graph *r = &o->version_graph;
    uint32_t end = o->history->txns.first_mop[txn + 1];
    for (uint32_t m = o->history->txns.first_mop[txn]; m < end; m++) {
        uint32_t version = r->version[m];
        if (version == MNS_NONE) {
            continue;
        }
        bool fresh = false;
        mns_touch *touch = mns_touch_of(touching, txn, mops->key[m], &fresh);
        if (touch == NULL) {
            return false;
        }
        if (mops->function[m] == MNS_WRITE) {
            touch->installs = version;
        } else if (fresh) { /* inference calls it internal after a read without an answer */
            touch->reads = version;
        } else {
            *contradicts |= touch->reads != version;
        }
    }
    return true;
}

mns_setup_result mns_demands_registers(mns_demands *d, const mns_observation *o) {
    const mns_version_graph *r = &o->version_graph;
    mns_touching touching;
    bool contradicts = r->unversioned_count > 0;
    bool good = mns_touching_init(&touching, d);
    d->version_count = r->count;
    memcpy(d->initial, r->first, ((size_t)d->key_count + 1) * sizeof *d->initial);
    memcpy(d->known_until, r->first, d->key_count * sizeof *d->known_until);
    for (uint32_t txn = 0; txn < d->txn_count && good; txn++) {
        d->touch_first[txn] = (uint32_t)d->touch_count;
        good = !d->is_member[txn] || add_touches(&touching, o, txn, &contradicts);
    }
    d->touch_first[d->txn_count] = (uint32_t)d->touch_count;
    mns_touching_release(&touching);
    if (!good) {
        return MNS_SETUP_NOMEM;
    }
    return contradicts ? MNS_SETUP_CONTRADICTS : MNS_SET_UP;
}
