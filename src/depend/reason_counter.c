/*
 * reason_counter.c - why one transaction of a counter history precedes another.
 *
 * Some key that only grows was read by both, and the second saw more; see counters.c.
 */
#include "core/map.h"
#include "depend/reasons.h"

/* The first read of a key by `from`. `index` may be NULL: then all of them are looked through. */
static uint32_t first_read(const mns_pair *p, const mns_map *index, uint32_t key) {
    if (index != NULL) {
        return mns_map_get(index, key);
    }
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        if (p->o->counters.role[m] >= MNS_ROLE_OWN && p->mops->key[m] == key) {
            return m;
        }
    }
    return MNS_NONE;
}

static bool find_less(const mns_pair *p, const mns_map *index, mns_reason *r) {
    const mns_tables *tables = &p->o->history->tables;
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        uint32_t key = p->mops->key[m];
        if (p->o->counters.role[m] != MNS_ROLE_FIRST || p->o->counters.grows[key] == 0) {
            continue;
        }
        uint32_t less = first_read(p, index, key);
        if (less == MNS_NONE || mns_mop_number(tables, less) >= mns_mop_number(tables, m)) {
            continue;
        }
        r->key = key;
        r->from_mop = less;
        r->to_mop = m;
        r->value = p->mops->value[less];
        r->next = p->mops->value[m];
        return true;
    }
    return false;
}

/* Looking through all pairs of micro-operations is fine for transactions of ordinary size; for
 * huge ones the reads are indexed by key first. If that fails for want of memory, looking through
 * still gives the answer. */
bool mns_reason_counter(const mns_pair *pair, mns_kind kind, mns_reason *reason) {
    uint64_t pairs =
        (uint64_t)(pair->from_end - pair->from_first) * (pair->to_end - pair->to_first);
    if (kind != MNS_RW_SEEN) {
        return false;
    }
    if (pairs < (1 << 16)) {
        return find_less(pair, NULL, reason);
    }
    mns_map index;
    mns_map_init(&index);
    bool indexed = true;
    for (uint32_t m = pair->from_first; m < pair->from_end && indexed; m++) {
        if (pair->o->counters.role[m] >= MNS_ROLE_OWN) {
            indexed = mns_map_add(&index, pair->mops->key[m], m);
        }
    }
    bool found = find_less(pair, indexed ? &index : NULL, reason);
    mns_map_release(&index);
    return found;
}
