/*
 * reason_set.c - why one transaction of a set history precedes another: it added what the other
 * read, or read the set without what the other added.
 *
 * O(micro-operations of the two transactions * log(elements of a set)).
 */
#include "core/map.h"
#include "depend/reasons.h"

/* One reads, the other adds. */
typedef struct meeting {
    const mns_pair *pair;
    uint32_t read_first, read_end, add_first, add_end; /* micro-operations */
    const mns_map *index; /* key -> telling reads, or NULL: then all of them are looked through */
    bool shown;           /* the read shows the add, or lacks it */
} meeting;

static bool fits(const meeting *t, uint32_t read, uint32_t add) {
    const mns_observation *o = t->pair->o;
    uint32_t count;
    const mns_value *elements = mns_mop_set(&o->history->tables, read, &count);
    bool found = mns_set_find(elements, count, t->pair->mops->value[add]) != MNS_NONE;
    return found == t->shown;
}

/* The first telling read that shows, or lacks, the add; MNS_NONE if none does. */
static uint32_t read_of(const meeting *t, uint32_t add) {
    uint32_t key = t->pair->mops->key[add], best = MNS_NONE;
    size_t slot;
    if (t->index != NULL) {
        for (uint32_t m = mns_map_first(t->index, key, &slot); m != MNS_NONE;
             m = mns_map_next(t->index, key, &slot)) {
            best = m < best && fits(t, m, add) ? m : best;
        }
        return best;
    }
    for (uint32_t m = t->read_first; m < t->read_end; m++) {
        if (t->pair->o->sets.informative[m] && t->pair->mops->key[m] == key && fits(t, m, add)) {
            return m;
        }
    }
    return MNS_NONE;
}

/* The first add that takes part and that a telling read shows, or lacks. */
static bool find_add(const meeting *t, uint32_t *add, uint32_t *read) {
    for (*add = t->add_first; *add < t->add_end; ++*add) {
        *read = t->pair->o->sets.position[*add] == MNS_NONE ? MNS_NONE : read_of(t, *add);
        if (*read != MNS_NONE) {
            return true;
        }
    }
    return false;
}

/* Looking through all pairs of micro-operations is fine for transactions of ordinary size; for huge
 * ones the reads are indexed by key first, MNS_LIMIT_INFORMATIVE of a key at most. If that fails for want
 * of memory, looking through still gives the answer. */
static bool meet(const meeting *t, uint32_t *add, uint32_t *read) {
    uint64_t pairs = (uint64_t)(t->read_end - t->read_first) * (t->add_end - t->add_first);
    if (pairs < (1 << 16)) {
        return find_add(t, add, read);
    }
    mns_map index;
    mns_map_init(&index);
    bool indexed = true;
    for (uint32_t m = t->read_first; m < t->read_end && indexed; m++) {
        indexed = !t->pair->o->sets.informative[m] || mns_map_add(&index, t->pair->mops->key[m], m);
    }
    meeting with_index = *t;
    with_index.index = indexed ? &index : NULL;
    bool found = find_add(&with_index, add, read);
    mns_map_release(&index);
    return found;
}

bool mns_reason_set(const mns_pair *pair, mns_kind kind, mns_reason *reason) {
    bool wr = kind == MNS_WR;
    if (!wr && kind != MNS_RW && kind != MNS_TAIL) {
        return false;
    }
    meeting t = {.pair = pair,
                 .read_first = wr ? pair->to_first : pair->from_first,
                 .read_end = wr ? pair->to_end : pair->from_end,
                 .add_first = wr ? pair->from_first : pair->to_first,
                 .add_end = wr ? pair->from_end : pair->to_end,
                 .shown = wr};
    uint32_t add, read;
    if (!meet(&t, &add, &read)) {
        return false;
    }
    reason->key = pair->mops->key[add];
    reason->from_mop = wr ? add : read;
    reason->to_mop = wr ? read : add;
    *(wr ? &reason->value : &reason->next) = pair->mops->value[add];
    return true;
}
