/*
 * reason_set.c - why one transaction of a set history precedes another, by the rules of
 * edges_set.h.
 *
 * O(micro-operations of the two transactions * log(runs of a set)).
 */
#include "core/map.h"
#include "depend/edges_set.h"
#include "depend/reasons.h"

/* The reads of one transaction and the adds of the other. */
typedef struct candidates {
    const mns_pair *pair;
    uint32_t read_first, read_end, add_first, add_end; /* micro-operations */
    const mns_map *index; /* key -> telling reads, or NULL: then all reads are compared */
    mns_kind kind;        /* WR or RW */
} candidates;

/* The first telling read with an edge of the kind from or to the add; MNS_NONE if there is none. */
static uint32_t read_of(const candidates *t, uint32_t add) {
    uint32_t key = t->pair->mops->key[add], best = MNS_NONE;
    size_t slot;
    if (t->index != NULL) {
        for (uint32_t m = mns_map_first(t->index, key, &slot); m != MNS_NONE;
             m = mns_map_next(t->index, key, &slot)) {
            best = m < best && mns_set_edge(t->pair->o, m, add) == t->kind ? m : best;
        }
        return best;
    }
    for (uint32_t m = t->read_first; m < t->read_end; m++) {
        if (t->pair->o->sets.informative[m] && t->pair->mops->key[m] == key &&
            mns_set_edge(t->pair->o, m, add) == t->kind) {
            return m;
        }
    }
    return MNS_NONE;
}

/* The first add that takes part and has an edge of the kind, and the read of that edge. */
static bool find_add(const candidates *t, uint32_t *add, uint32_t *read) {
    for (*add = t->add_first; *add < t->add_end; ++*add) {
        *read = t->pair->o->sets.position[*add] == MNS_NONE ? MNS_NONE : read_of(t, *add);
        if (*read != MNS_NONE) {
            return true;
        }
    }
    return false;
}

/* Huge transactions have their reads indexed by key, MNS_LIMIT_INFORMATIVE of a key at most. If
 * memory runs out, comparing all pairs still gives the answer. */
static bool find_edge(const candidates *t, uint32_t *add, uint32_t *read) {
    if (!mns_pair_is_huge(t->pair)) {
        return find_add(t, add, read);
    }
    mns_map index;
    mns_map_init(&index);
    bool indexed = true;
    for (uint32_t m = t->read_first; m < t->read_end && indexed; m++) {
        indexed = !t->pair->o->sets.informative[m] || mns_map_add(&index, t->pair->mops->key[m], m);
    }
    candidates with_index = *t;
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
    candidates t = {.pair = pair,
                    .read_first = wr ? pair->to_first : pair->from_first,
                    .read_end = wr ? pair->to_end : pair->from_end,
                    .add_first = wr ? pair->from_first : pair->to_first,
                    .add_end = wr ? pair->from_end : pair->to_end,
                    .kind = wr ? MNS_WR : MNS_RW};
    uint32_t add, read;
    if (!find_edge(&t, &add, &read)) {
        return false;
    }
    reason->key = pair->mops->key[add];
    reason->from_mop = wr ? add : read;
    reason->to_mop = wr ? read : add;
    *(wr ? &reason->value : &reason->next) = pair->mops->value[add];
    return true;
}
