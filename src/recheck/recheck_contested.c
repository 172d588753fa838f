/*
 * recheck_contested.c - the lists whose order is contested; see recheck_facts.h.
 *
 * A key is contested if two of its lists that counting transactions read disagree, so that one is
 * not a prefix of the longest; or if the longest contains an append of a counting transaction, but
 * the transaction's append before it is missing or comes later. Cost: one pass over the
 * micro-operations, and the lists of the keys in the witnesses.
 */
#include "core/grow.h"
#include "recheck/recheck_facts.h"

static void find_disagreements(mns_facts *facts) {
    const mns_spines *spines = &facts->history->tables.spines;
    const mns_list_facts *lists = &facts->lists;
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t key = spines->items[s].key, main = lists->main[key], seen = lists->seen[s];
        if (lists->asked[key] && seen > 0 && s != main) {
            const mns_value *list = spines->items[s].elements;
            const mns_value *order = spines->items[main].elements;
            facts->lists.contested[key] |= memcmp(list, order, seen * sizeof *list) != 0;
        }
    }
}

/* The appends of one transaction. `last` is by key: 1 + its previous append. */
static void find_disorder(mns_facts *facts, uint32_t txn, uint32_t *last) {
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t first = facts->history->txns.first_mop[txn];
    for (uint32_t m = first; m < facts->history->txns.first_mop[txn + 1]; m++) {
        uint32_t key = mops->key[m], main = facts->lists.main[key];
        if (mops->function[m] != MNS_WRITE || !facts->lists.asked[key] || main == MNS_NONE) {
            continue;
        }
        uint32_t place = mns_facts_rank(facts, main, mops->value[m]);
        if (last[key] > first && place != MNS_NONE) {
            uint32_t before = mns_facts_rank(facts, main, mops->value[last[key] - 1]);
            facts->lists.contested[key] |= before == MNS_NONE || before > place;
        }
        last[key] = m + 1;
    }
}

bool mns_facts_contest(mns_facts *facts) {
    if (facts->history->workload != MNS_LIST_APPEND) {
        return true;
    }
    uint32_t keys = facts->history->tables.keys.count;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, keys);
    facts->lists.contested = MNS_NEW_ARRAY(uint8_t, keys);
    bool enough = last != NULL && facts->lists.contested != NULL;
    if (enough) {
        find_disagreements(facts);
    }
    for (uint32_t txn = 0; txn < facts->history->txns.count && enough; txn++) {
        if (facts->counts[txn]) {
            find_disorder(facts, txn, last);
        }
    }
    free(last);
    return enough;
}

bool mns_facts_is_contested(const mns_facts *facts, uint32_t key) {
    return facts->lists.contested[key] != 0;
}
