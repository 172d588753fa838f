/*
 * recheck_set.c - the dependencies and anomalies of growing sets, by definition.
 *
 *   wr                  the read contains the element
 *   rw                  the read does not contain the element
 *   duplicate-elements  a read in which the element occurs more than once
 *   internal            a read that contradicts the reader's own earlier micro-operations
 *   incomparable-reads  two reads, each with an element of another counting transaction that the
 *                       other read does not contain
 *
 * There is no ww and no G1b: a set may be stored as one row for each element. Cost: O(n log n) in
 * the sets and transactions of a case, O(log set) and the transaction of the read for a step.
 */
#include "core/grow.h"
#include "recheck/recheck_rules.h"

static const mns_value *set_of(const mns_facts *facts, uint32_t mop, uint32_t *count) {
    return mns_mop_set(&facts->history->tables, mop, count);
}

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

bool mns_recheck_set_step(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    (void)least; /* they depend only on the reads */
    if (r->kind == MNS_WR) {
        return mns_facts_writes(facts, r->from_mop, r->key, r->value) &&
               mns_facts_reads(facts, r->to_mop, r->key) &&
               mns_facts_shows(facts, r->to_mop, r->value);
    }
    return r->kind == MNS_RW && r->value == MNS_VALUE_NONE &&
           mns_facts_reads(facts, r->from_mop, r->key) &&
           mns_facts_writes(facts, r->to_mop, r->key, r->next) &&
           !mns_facts_shows(facts, r->from_mop, r->next);
}

bool mns_recheck_set_duplicates(const mns_facts *facts, const mns_witness *w) {
    const mns_tables *tables = &facts->history->tables;
    if (w->mop_count != 1 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        tables->mops.value[w->mops[0]] == 0 || w->element == MNS_VALUE_NONE) {
        return false;
    }
    return tables->sets.items[tables->mops.content[w->mops[0]]].duplicated == w->element;
}

/* ---- Own reads ------------------------------------------------------------------------------ */

static int compare_values(const void *a, const void *b) {
    const mns_value *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

/* The elements of the last read among the micro-operations (base; 0: none) and of all adds after
 * it, ascending, each once. NULL when out of memory. */
static mns_value *expected_set(const mns_facts *facts, const mns_witness *w, uint32_t base,
                               uint32_t *count) {
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t known = 0, kept = 0;
    const mns_value *seen = base > 0 ? set_of(facts, w->mops[base], &known) : NULL;
    mns_value *set = MNS_NEW_ARRAY(mns_value, (size_t)known + w->mop_count);
    if (set == NULL) {
        return NULL;
    }
    if (known > 0) {
        memcpy(set, seen, known * sizeof *set);
    }
    for (uint32_t i = base + 1; i < w->mop_count; i++) {
        set[known++] = mops->value[w->mops[i]];
    }
    qsort(set, known, sizeof *set, compare_values);
    for (uint32_t i = 0; i < known; i++) {
        if (kept == 0 || set[kept - 1] != set[i]) {
            set[kept++] = set[i];
        }
    }
    *count = kept;
    return set;
}

/* After a read, the set is that value plus the adds since; without one, it includes the adds. */
bool mns_recheck_set_internal(mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_recheck_leads_up(facts, w)) {
        return false;
    }
    uint32_t base = w->mop_count - 1, count, seen_count;
    while (base > 0 && !mns_mop_is_read(&facts->history->tables.mops, w->mops[base])) {
        base--;
    }
    mns_value *set = expected_set(facts, w, base, &count);
    if (set == NULL) {
        facts->failed = true;
        return false;
    }
    set_of(facts, w->mops[0], &seen_count);
    bool fits = base == 0 || seen_count == count;
    for (uint32_t i = 0; i < count && fits; i++) {
        fits = mns_facts_shows(facts, w->mops[0], set[i]);
    }
    free(set);
    return !fits;
}

/* ---- Two reads ------------------------------------------------------------------------------ */

/* True for an element of one read that is missing from the other, added by a counting transaction
 * other than the reader. */
static bool is_only_in(const mns_facts *facts, const mns_witness *w, uint32_t read, uint32_t other,
                       mns_value element) {
    if (element == MNS_VALUE_NONE || !mns_facts_shows(facts, read, element) ||
        mns_facts_shows(facts, other, element)) {
        return false;
    }
    uint32_t writer = mns_history_writer(facts->history, w->key, element);
    return writer != MNS_NONE && writer != MNS_AMBIGUOUS && mns_facts_counts(facts, writer) &&
           txn_of(facts, writer) != txn_of(facts, read);
}

bool mns_recheck_incomparable_reads(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count != 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_recheck_is_evidence(facts, w, w->mops[1]) ||
        txn_of(facts, w->mops[0]) == txn_of(facts, w->mops[1]) ||
        !is_only_in(facts, w, w->mops[0], w->mops[1], w->element)) {
        return false;
    }
    uint32_t count;
    const mns_value *set = set_of(facts, w->mops[1], &count);
    for (uint32_t i = 0; i < count; i++) {
        if (is_only_in(facts, w, w->mops[1], w->mops[0], set[i])) {
            return true;
        }
    }
    return false;
}
