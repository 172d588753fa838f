/*
 * recheck_orders.c - the longest list of each key in a witness; see recheck_facts.h.
 *
 * Cost: O(spines), and the longest lists of the asked keys.
 */
#include "recheck/recheck_facts.h"

static bool rank_spine(mns_facts *facts, uint32_t spine_id) {
    const mns_spine *spine = &facts->history->tables.spines.items[spine_id];
    uint32_t distinct = 0;
    mns_value last = MNS_VALUE_NONE;
    for (uint32_t i = 0; i < facts->lists.seen[spine_id]; i++) {
        uint64_t id = mns_facts_pair(spine_id, spine->elements[i]);
        if (mns_map_get(&facts->lists.rank, id) == MNS_NONE) {
            last = spine->elements[i];
            if (!mns_map_add(&facts->lists.rank, id, ++distinct)) {
                return false;
            }
        }
    }
    facts->lists.distinct[spine_id] = distinct;
    return mns_map_add(&facts->lists.last, mns_facts_pair(spine->key, last), spine_id);
}

bool mns_facts_order(mns_facts *facts) {
    const mns_spines *spines = &facts->history->tables.spines;
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t key = spines->items[s].key;
        if (facts->lists.seen[s] > facts->lists.longest[key]) {
            facts->lists.longest[key] = facts->lists.seen[s];
            facts->lists.main[key] = s;
        }
    }
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t key = spines->items[s].key;
        if (facts->lists.asked[key] && facts->lists.main[key] == s && !rank_spine(facts, s)) {
            return false;
        }
    }
    return true;
}

/* ---- Lookups -------------------------------------------------------------------------------- */

uint32_t mns_facts_rank(const mns_facts *facts, uint32_t spine, mns_value element) {
    return mns_map_get(&facts->lists.rank, mns_facts_pair(spine, element));
}

uint32_t mns_facts_distinct(const mns_facts *facts, uint32_t spine, uint32_t length) {
    assert(length <= facts->lists.seen[spine]);
    if (facts->lists.distinct[spine] == facts->lists.seen[spine]) {
        return length; /* no element is repeated, the usual case */
    }
    const mns_value *elements = facts->history->tables.spines.items[spine].elements;
    uint32_t most = 0;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t rank = mns_facts_rank(facts, spine, elements[i]);
        most = rank != MNS_NONE && rank > most ? rank : most;
    }
    return most;
}

bool mns_facts_is_last(const mns_facts *facts, uint32_t key, mns_value element) {
    return mns_map_get(&facts->lists.last, mns_facts_pair(key, element)) != MNS_NONE;
}

bool mns_facts_in_order(const mns_facts *facts, uint32_t key, mns_value element) {
    return facts->lists.main[key] != MNS_NONE &&
           mns_facts_rank(facts, facts->lists.main[key], element) != MNS_NONE;
}

bool mns_facts_begins(const mns_facts *facts, uint32_t spine, uint32_t mop) {
    const mns_tables *tables = &facts->history->tables;
    uint32_t count;
    const mns_value *list = mns_mop_list(tables, mop, &count);
    if (count == 0) {
        return true;
    }
    return count <= facts->lists.seen[spine] &&
           (tables->mops.content[mop] == spine ||
            memcmp(list, tables->spines.items[spine].elements, count * sizeof *list) == 0);
}
