/*
 * recheck_case_list.c - the anomalies of lists, by definition.
 *
 *   duplicate-elements  a list with the element at least twice
 *   dirty-update        a list with a failed append before a committed one, none of ok between
 *   incompatible-order  two lists of a key, neither a prefix of the other; or a list with a
 *                       transaction's later append, but without its earlier one before it
 *   G1b                 a list that ends with an append of another transaction which then appends
 *                       to the key again
 *   internal            a list that contradicts the reader's own earlier micro-operations
 *
 * nil and [] are one state. Cost: linear in the lists and transactions of the case.
 */
#include "recheck/recheck_rules.h"

static const mns_value *list_of(const mns_facts *facts, uint32_t mop, uint32_t *count) {
    return mns_mop_list(&facts->history->tables, mop, count);
}

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

static uint32_t times_in(const mns_facts *facts, uint32_t mop, mns_value element) {
    uint32_t count, times = 0;
    const mns_value *list = list_of(facts, mop, &count);
    for (uint32_t i = 0; i < count; i++) {
        times += list[i] == element;
    }
    return times;
}

bool mns_recheck_list_duplicates(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 1 && mns_recheck_is_evidence(facts, w, w->mops[0]) &&
           times_in(facts, w->mops[0], w->element) >= 2;
}

bool mns_recheck_list_g1b(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count != 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_facts_writes(facts, w->mops[1], w->key, w->element)) {
        return false;
    }
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t writer = txn_of(facts, w->mops[1]);
    uint32_t count;
    const mns_value *list = list_of(facts, w->mops[0], &count);
    if (count == 0 || list[count - 1] != w->element || writer == txn_of(facts, w->mops[0])) {
        return false;
    }
    for (uint32_t m = w->mops[1] + 1; mns_facts_owns(facts, writer, m); m++) {
        if (!mns_mop_is_read(mops, m) && mops->key[m] == w->key) {
            return true;
        }
    }
    return false;
}

bool mns_recheck_list_internal(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_recheck_leads_up(facts, w)) {
        return false;
    }
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t count, base_count = 0;
    const mns_value *list = list_of(facts, w->mops[0], &count);
    uint32_t base = w->mop_count - 1; /* the last read among them; 0: appends only */
    while (base > 0 && !mns_mop_is_read(mops, w->mops[base])) {
        base--;
    }
    const mns_value *seen = base > 0 ? list_of(facts, w->mops[base], &base_count) : NULL;
    uint32_t appended = w->mop_count - 1 - base;
    bool fits = base > 0 ? count == base_count + appended : count >= appended;
    fits = fits && (base_count == 0 || memcmp(list, seen, base_count * sizeof *list) == 0);
    for (uint32_t i = 0; i < appended && fits; i++) {
        fits = list[count - appended + i] == mops->value[w->mops[base + 1 + i]];
    }
    return !fits;
}

bool mns_recheck_dirty_update(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 3 || !mns_recheck_is_evidence(facts, w, w->mops[0])) {
        return false;
    }
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t count, at = 0;
    const mns_value *list = list_of(facts, w->mops[0], &count);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        uint32_t mop = w->mops[i];
        if (!mns_facts_writes(facts, mop, w->key, mop < mops->count ? mops->value[mop] : 0)) {
            return false;
        }
        mns_txn_type type = (mns_txn_type)facts->history->txns.type[txn_of(facts, mop)];
        bool first = i == 1;
        bool last = i + 1 == w->mop_count;
        if ((first && type != MNS_TXN_FAIL) || (last && !mns_facts_counts(facts, mop)) ||
            (!last && type == MNS_TXN_OK)) {
            return false;
        }
        while (at < count && list[at] != mops->value[mop]) {
            at++;
        }
        if (at++ >= count) {
            return false;
        }
    }
    return true;
}

/* The position of the first occurrence of an element in a list that was read, from 1; 0: none. */
static uint32_t place_in(const mns_facts *facts, uint32_t mop, mns_value element) {
    uint32_t count;
    const mns_value *list = list_of(facts, mop, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] == element) {
            return i + 1;
        }
    }
    return 0;
}

/* Two appends of a counting transaction, and a read with the later one but without the earlier one
 * before it. */
static bool is_out_of_order(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t read = w->mops[0], earlier = w->mops[1], later = w->mops[2];
    if (!mns_recheck_is_evidence(facts, w, read) || later >= mops->count || earlier >= later ||
        mns_mop_is_read(mops, earlier) || mns_mop_is_read(mops, later) ||
        mops->key[earlier] != w->key || mops->key[later] != w->key ||
        txn_of(facts, earlier) != txn_of(facts, later) || !mns_facts_counts(facts, later)) {
        return false;
    }
    uint32_t at = place_in(facts, read, mops->value[later]);
    uint32_t before = place_in(facts, read, mops->value[earlier]);
    return at > 0 && (before == 0 || before > at);
}

bool mns_recheck_incompatible_order(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count == 3) {
        return is_out_of_order(facts, w);
    }
    if (w->mop_count != 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_recheck_is_evidence(facts, w, w->mops[1])) {
        return false;
    }
    uint32_t a_count, b_count;
    const mns_value *a = list_of(facts, w->mops[0], &a_count);
    const mns_value *b = list_of(facts, w->mops[1], &b_count);
    uint32_t common = a_count < b_count ? a_count : b_count;
    return common > 0 && memcmp(a, b, common * sizeof *a) != 0;
}
