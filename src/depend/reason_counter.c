/*
 * reason_counter.c - why one transaction of a counter history precedes another, by the rule of
 * edges_counter.h: both read a key that only grows, and the second saw a larger sum.
 */
#include "core/map.h"
#include "depend/edges_counter.h"
#include "depend/reasons.h"

/* The read of a key by `from` that may be the smaller side. `index` may be NULL: then all reads are
 * compared. */
static uint32_t source_of(const mns_pair *p, const mns_map *index, uint32_t key) {
    if (index != NULL) {
        return mns_map_get(index, key);
    }
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        if (mns_counter_is_source(p->o, m) && p->mops->key[m] == key) {
            return m;
        }
    }
    return MNS_NONE;
}

static bool find_smaller(const mns_pair *p, const mns_map *index, mns_reason *r) {
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        uint32_t key = p->mops->key[m];
        uint32_t smaller = mns_counter_is_target(p->o, m) ? source_of(p, index, key) : MNS_NONE;
        if (smaller == MNS_NONE || !mns_counter_edge(p->o, smaller, m)) {
            continue;
        }
        r->key = key;
        r->from_mop = smaller;
        r->to_mop = m;
        r->value = p->mops->value[smaller];
        r->next = p->mops->value[m];
        return true;
    }
    return false;
}

/* Huge transactions have their reads indexed by key. If memory runs out, comparing all pairs
 * still gives the answer. */
bool mns_reason_counter(const mns_pair *pair, mns_kind kind, mns_reason *reason) {
    if (kind != MNS_RW_SEEN) {
        return false;
    }
    if (!mns_pair_is_huge(pair)) {
        return find_smaller(pair, NULL, reason);
    }
    mns_map index;
    mns_map_init(&index);
    bool indexed = true;
    for (uint32_t m = pair->from_first; m < pair->from_end && indexed; m++) {
        if (mns_counter_is_source(pair->o, m)) {
            assert(mns_map_get(&index, pair->mops->key[m]) ==
                   MNS_NONE); /* one first read of a key */
            indexed = mns_map_add(&index, pair->mops->key[m], m);
        }
    }
    bool found = find_smaller(pair, indexed ? &index : NULL, reason);
    mns_map_release(&index);
    return found;
}
