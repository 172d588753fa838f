/*
 * recheck_later.c - answers for lost-write of lists and sets: does one of the reads that decide
 * contain the write? These are the reads from the first final one on that began after the write
 * completed; if there is none, all reads that began after it.
 *
 * Sets are searched. A list is a prefix of its spine, so for each length the start of the latest
 * read of at least that length is computed, from the longest down.
 *
 * Cost: O(micro-operations + elements of sets and spines), and O(log reads) for each write asked
 * about; only if a witness asks.
 */
#include "core/grow.h"
#include "recheck/recheck_facts.h"

/* A transaction that began at a position read the element: answers yes if that read decides. */
static void see(mns_facts *facts, uint32_t key, mns_value element, uint32_t position) {
    const mns_history *history = facts->history;
    if (!mns_questions_has(&facts->later, key, element)) {
        return;
    }
    uint32_t write = mns_history_writer(history, key, element);
    if (write >= MNS_AMBIGUOUS || history->txns.type[history->txn_of_mop[write]] != MNS_TXN_OK) {
        return;
    }
    uint32_t completed = history->txns.complete[history->txn_of_mop[write]];
    uint32_t final = mns_reads_first_final(&facts->reads, key, completed);
    if (position >= (final == MNS_NONE ? completed : final)) {
        mns_questions_affirm(&facts->later, key, element);
    }
}

/* For an answered read that counts, 1 + the position where its transaction began; else 0. */
static uint32_t began(const mns_facts *facts, uint32_t mop) {
    const mns_history *history = facts->history;
    bool counts = mns_mop_is_answered(&history->tables.mops, mop) && mns_facts_counts(facts, mop);
    return counts ? history->txns.invoke[history->txn_of_mop[mop]] + 1 : 0;
}

static void look_at_sets(mns_facts *facts) {
    const mns_tables *tables = &facts->history->tables;
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        uint32_t count = 0, time = began(facts, m);
        const mns_value *set = time > 0 ? mns_mop_set(tables, m, &count) : NULL;
        for (uint32_t i = 0; i < count; i++) {
            see(facts, tables->mops.key[m], set[i], time - 1);
        }
    }
}

/* `first` is by spine, `latest` by element of spines, from there on. */
static void look_at_lists(mns_facts *facts, uint64_t *first, uint32_t *latest) {
    const mns_tables *tables = &facts->history->tables;
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        uint32_t time = began(facts, m);
        if (time > 0 && tables->mops.value[m] > 0) {
            uint32_t *end = &latest[first[tables->mops.content[m]] + tables->mops.value[m] - 1];
            *end = *end < time ? time : *end;
        }
    }
    for (uint32_t s = 0; s < tables->spines.count; s++) {
        const mns_spine *spine = &tables->spines.items[s];
        uint32_t time = 0;
        for (size_t i = spine->count; i-- > 0;) {
            time = time < latest[first[s] + i] ? latest[first[s] + i] : time;
            if (time > 0) {
                see(facts, spine->key, spine->elements[i], time - 1);
            }
        }
    }
}

static bool find_in_lists(mns_facts *facts) {
    const mns_spines *spines = &facts->history->tables.spines;
    uint64_t *first = MNS_NEW_ARRAY(uint64_t, spines->count + 1);
    uint32_t *latest = NULL;
    for (size_t s = 0; s < spines->count && first != NULL; s++) {
        first[s + 1] = first[s] + spines->items[s].count;
    }
    if (first != NULL) {
        latest = MNS_NEW_ARRAY(uint32_t, first[spines->count]);
    }
    if (latest != NULL) {
        look_at_lists(facts, first, latest);
    }
    bool enough = latest != NULL;
    free(first);
    free(latest);
    return enough;
}

bool mns_facts_find_later(mns_facts *facts) {
    if (facts->later.count == 0) {
        return true;
    }
    if (facts->history->workload == MNS_LIST_APPEND) {
        return find_in_lists(facts);
    }
    look_at_sets(facts);
    return true;
}
