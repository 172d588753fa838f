/*
 * reason_list.c - why one transaction of a list-append history precedes another.
 *
 * It follows from the positions of the micro-operations of the two transactions in the order of a
 * key.
 */
#include "core/map.h"
#include "depend/reasons.h"

static bool writes(const mns_pair *p, uint32_t mop, uint32_t txn) {
    return mop != MNS_NONE && mns_txn_of(p->o, mop) == txn;
}

/* open: the later append is one of an info transaction that the order does not show, or the order
 * itself is contested. */
static bool find_ww(const mns_pair *p, bool open, mns_reason *r) {
    bool info = p->o->outcome[p->to] == MNS_PROVEN;
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        uint32_t key = p->mops->key[m], position = p->o->versions.position[m];
        bool seen = position != MNS_NONE;
        uint32_t before = seen ? position - 1 : mns_version_count(p->o, key);
        bool rests = (info && !seen) || mns_is_contested(p->o, key);
        if (p->mops->function[m] != MNS_WRITE || before == 0 || open != rests ||
            !writes(p, mns_version_writer(p->o, key, before), p->from)) {
            continue;
        }
        uint32_t earlier = mns_version_writer(p->o, key, before);
        r->key = key;
        r->from_mop = earlier;
        r->to_mop = m;
        r->value = p->mops->value[earlier];
        r->next = p->mops->value[m];
        r->shown_by = seen ? mns_shown_by(p->o, key) : MNS_NONE;
        return true;
    }
    return false;
}

static bool find_wr(const mns_pair *p, mns_reason *r) {
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        if (!mns_mop_is_answered(p->mops, m) || p->mops->value[m] == 0) {
            continue;
        }
        uint32_t key = p->mops->key[m], position = p->o->versions.position[m];
        uint32_t writer = position != MNS_NONE
                              ? mns_version_writer(p->o, key, position)
                              : mns_spine_writer(p->o, p->mops->content[m], p->mops->value[m] - 1);
        if (writes(p, writer, p->from)) {
            r->key = key;
            r->from_mop = writer;
            r->to_mop = m;
            r->value = p->mops->value[writer];
            return true;
        }
    }
    return false;
}

/* The unseen append of `to` on a key. `index` may be NULL: then all of them are looked through. */
static uint32_t unseen_append(const mns_pair *p, const mns_map *index, uint32_t key) {
    if (index != NULL) {
        return mns_map_get(index, key);
    }
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        if (p->mops->function[m] == MNS_WRITE && p->mops->key[m] == key &&
            p->o->versions.position[m] == MNS_NONE) {
            return m;
        }
    }
    return MNS_NONE;
}

static bool find_rw_indexed(const mns_pair *p, const mns_map *index, mns_reason *r) {
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        uint32_t key = p->mops->key[m], position = p->o->versions.position[m];
        if (!mns_mop_is_answered(p->mops, m) || position == MNS_NONE) {
            continue;
        }
        bool last = position == mns_version_count(p->o, key);
        uint32_t missed =
            last ? unseen_append(p, index, key) : mns_version_writer(p->o, key, position + 1);
        if (!writes(p, missed, p->to)) {
            continue;
        }
        r->key = key;
        r->from_mop = m;
        r->to_mop = missed;
        r->value = position == 0 ? MNS_VALUE_NONE : mns_version_element(p->o, key, position);
        r->next = p->mops->value[missed];
        r->shown_by = last ? MNS_NONE : mns_shown_by(p->o, key);
        return true;
    }
    return false;
}

/* Looking through all pairs of micro-operations is fine for transactions of ordinary size; for
 * huge ones the unseen appends are indexed by key first. If that fails for want of memory, looking
 * through still gives the answer. */
static bool find_rw(const mns_pair *p, mns_reason *r) {
    uint64_t pairs = (uint64_t)(p->from_end - p->from_first) * (p->to_end - p->to_first);
    if (pairs < (1 << 16)) {
        return find_rw_indexed(p, NULL, r);
    }
    mns_map index;
    mns_map_init(&index);
    bool indexed = true;
    for (uint32_t m = p->to_first; m < p->to_end && indexed; m++) {
        if (p->mops->function[m] == MNS_WRITE && p->o->versions.position[m] == MNS_NONE &&
            mns_map_get(&index, p->mops->key[m]) == MNS_NONE) {
            indexed = mns_map_add(&index, p->mops->key[m], m);
        }
    }
    bool found = find_rw_indexed(p, indexed ? &index : NULL, r);
    mns_map_release(&index);
    return found;
}

/* A ww between unseen appends rests on what was inferred of their order, as it does for registers. */
bool mns_reason_list(const mns_pair *pair, mns_kind kind, uint32_t lemma, mns_reason *reason) {
    switch (kind) {
    case MNS_WR: return find_wr(pair, reason);
    case MNS_RW:
    case MNS_TAIL: return find_rw(pair, reason);
    default: break;
    }
    if (lemma >= MNS_NO_LEMMA && (kind == MNS_WW || kind == MNS_WW_OPEN) &&
        find_ww(pair, kind == MNS_WW_OPEN, reason)) {
        return true;
    }
    return mns_kind_base(kind) == MNS_WW && lemma != MNS_NO_LEMMA &&
           pair->o->version_graph.count > 0 && mns_reason_register(pair, kind, lemma, reason);
}
