/*
 * reason_list.c - why one transaction of a list-append history precedes another, by the rules of
 * edges_list.h.
 */
#include "core/map.h"
#include "depend/edges_list.h"
#include "depend/reasons.h"

static bool is_of(const mns_pair *p, uint32_t mop, uint32_t txn) {
    return mop != MNS_NONE && mns_txn_of(p->o, mop) == txn;
}

/* ww and wr: the edges into the micro-operations of `to`. */
static bool find_in_edge(const mns_pair *p, mns_kind kind, mns_reason *r) {
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        mns_in_edges in = mns_list_in_edges(p->o, m);
        if (!is_of(p, in.write, p->from) || mns_list_in_kind(p->o, m) != kind) {
            continue;
        }
        r->key = p->mops->key[m];
        r->from_mop = in.write;
        r->to_mop = m;
        r->value = p->mops->value[in.write];
        if (kind != MNS_WR) {
            r->next = p->mops->value[m];
            r->shown_by =
                mns_list_is_unseen(p->o, m) ? MNS_NONE : mns_shown_by(p->o, p->mops->key[m]);
        }
        return true;
    }
    return false;
}

/* The first unseen append of `to` to a key. `index` may be NULL: then all appends are compared. */
static uint32_t unseen_append(const mns_pair *p, const mns_map *index, uint32_t key) {
    if (index != NULL) {
        return mns_map_get(index, key);
    }
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        if (mns_list_is_unseen(p->o, m) && p->mops->key[m] == key) {
            return m;
        }
    }
    return MNS_NONE;
}

static bool find_missed(const mns_pair *p, const mns_map *index, mns_reason *r) {
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        if (p->mops->function[m] != MNS_READ) {
            continue;
        }
        uint32_t key = p->mops->key[m], version = mns_list_version_read(p->o, m);
        mns_list_missing missed = mns_list_missed(p->o, m);
        uint32_t append = missed.unseen ? unseen_append(p, index, key) : missed.append;
        if (!is_of(p, append, p->to)) {
            continue;
        }
        r->key = key;
        r->from_mop = m;
        r->to_mop = append;
        r->value = version == 0 ? MNS_VALUE_NONE : mns_version_element(p->o, key, version);
        r->next = p->mops->value[append];
        r->shown_by = missed.unseen ? MNS_NONE : mns_shown_by(p->o, key);
        return true;
    }
    return false;
}

/* Huge transactions have their unseen appends indexed by key. If memory runs out, comparing all
 * pairs still gives the answer. */
static bool find_rw(const mns_pair *p, mns_reason *r) {
    if (!mns_pair_is_huge(p)) {
        return find_missed(p, NULL, r);
    }
    mns_map index;
    mns_map_init(&index);
    bool indexed = true;
    for (uint32_t m = p->to_first; m < p->to_end && indexed; m++) {
        if (mns_list_is_unseen(p->o, m) && mns_map_get(&index, p->mops->key[m]) == MNS_NONE) {
            indexed = mns_map_add(&index, p->mops->key[m], m);
        }
    }
    bool found = find_missed(p, indexed ? &index : NULL, r);
    mns_map_release(&index);
    return found;
}

/* A ww between unseen appends follows from a version edge, as it does for registers. */
bool mns_reason_list(const mns_pair *pair, mns_kind kind, uint32_t lemma, mns_reason *reason) {
    bool by_lemma = lemma != MNS_ANY_SOURCE && lemma != MNS_NO_LEMMA;
    if (kind == MNS_RW || kind == MNS_TAIL) {
        return find_rw(pair, reason);
    }
    if ((kind == MNS_WR || !by_lemma) && find_in_edge(pair, kind, reason)) {
        return true;
    }
    return mns_kind_base(kind) == MNS_WW && lemma != MNS_NO_LEMMA &&
           pair->o->version_graph.count > 0 && mns_reason_register(pair, kind, lemma, reason);
}
