/*
 * recheck_case.c - does a case follow from the history?
 *
 * Each anomaly is held against its definition, with the micro-operations in the order that
 * detect.h gives. Only reads of transactions that count are evidence; nil and [] are one state.
 *
 *   garbage-read        a list with an element that no transaction appends
 *   duplicate-elements  a list with the element at least twice
 *   dirty-update        a list with a failed append before a committed one, none of ok between
 *   incompatible-order  two lists of a key, neither a prefix of the other; or a list that shows a
 *                       transaction's later append and not its earlier one before it
 *   G1a                 a list with an element that a failed transaction appends
 *   G1b                 a list that ends where another transaction goes on appending to the key
 *   future-read         a list with an element that the reader itself appends later
 *   internal            a list that is not what the reader's own micro-operations add up to
 *   lost-update         equal lists, each read before anything else of the key and then appended to
 *
 * Cost: linear in the lists and transactions of the case.
 */
#include "explain/recheck_rules.h"

static const mns_value *list_of(const mns_facts *facts, uint32_t mop, uint32_t *count) {
    return mns_mop_list(&facts->history->tables, mop, count);
}

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

/* A read that is evidence. */
static bool is_evidence(const mns_facts *facts, const mns_witness *w, uint32_t mop) {
    return mns_facts_reads(facts, mop, w->key) && mns_facts_counts(facts, mop);
}

static uint32_t times_in(const mns_facts *facts, uint32_t mop, mns_value element) {
    uint32_t count, times = 0;
    const mns_value *list = list_of(facts, mop, &count);
    for (uint32_t i = 0; i < count; i++) {
        times += list[i] == element;
    }
    return times;
}

/* ---- One anomaly each ----------------------------------------------------------------------- */

static bool is_garbage_read(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 1 && is_evidence(facts, w, w->mops[0]) &&
           times_in(facts, w->mops[0], w->element) > 0 &&
           !mns_questions_answer(&facts->appended, w->key, w->element);
}

static bool is_duplicate(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 1 && is_evidence(facts, w, w->mops[0]) &&
           times_in(facts, w->mops[0], w->element) >= 2;
}

static bool is_g1a(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 2 && is_evidence(facts, w, w->mops[0]) &&
           times_in(facts, w->mops[0], w->element) > 0 &&
           mns_facts_appends(facts, w->mops[1], w->key, w->element) &&
           facts->history->txns.type[txn_of(facts, w->mops[1])] == MNS_TXN_FAIL;
}

static bool is_g1b(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count != 2 || !is_evidence(facts, w, w->mops[0]) ||
        !mns_facts_appends(facts, w->mops[1], w->key, w->element)) {
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

static bool is_future_read(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 2 && is_evidence(facts, w, w->mops[0]) && w->mops[0] < w->mops[1] &&
           mns_facts_appends(facts, w->mops[1], w->key, w->element) &&
           txn_of(facts, w->mops[0]) == txn_of(facts, w->mops[1]) &&
           times_in(facts, w->mops[0], w->element) > 0;
}

/* The micro-operations that lead up to the read: all those of its transaction on the key from the
 * first of them on, reads nobody answered aside. */
static bool leads_up(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t next = 1;
    if (w->mop_count < 2 || !mns_facts_owns(facts, txn_of(facts, w->mops[0]), w->mops[1])) {
        return false;
    }
    for (uint32_t m = w->mops[1]; m < w->mops[0]; m++) {
        bool matters =
            mops->key[m] == w->key && (!mns_mop_is_read(mops, m) || mns_mop_is_answered(mops, m));
        if (matters && (next == w->mop_count || w->mops[next++] != m)) {
            return false;
        }
    }
    return next == w->mop_count;
}

static bool is_internal(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || !is_evidence(facts, w, w->mops[0]) || !leads_up(facts, w)) {
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

static bool is_dirty_update(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 3 || !is_evidence(facts, w, w->mops[0])) {
        return false;
    }
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t count, at = 0;
    const mns_value *list = list_of(facts, w->mops[0], &count);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        uint32_t mop = w->mops[i];
        if (!mns_facts_appends(facts, mop, w->key, mop < mops->count ? mops->value[mop] : 0)) {
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

/* Where an element first stands in a list that was read, from 1; 0 if it does not. */
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

/* Two appends of one transaction that counts, and a read that shows the later one and not the
 * earlier one before it. */
static bool is_out_of_order(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    uint32_t read = w->mops[0], earlier = w->mops[1], later = w->mops[2];
    if (!is_evidence(facts, w, read) || later >= mops->count || earlier >= later ||
        mns_mop_is_read(mops, earlier) || mns_mop_is_read(mops, later) ||
        mops->key[earlier] != w->key || mops->key[later] != w->key ||
        txn_of(facts, earlier) != txn_of(facts, later) || !mns_facts_counts(facts, later)) {
        return false;
    }
    uint32_t at = place_in(facts, read, mops->value[later]);
    uint32_t before = place_in(facts, read, mops->value[earlier]);
    return at > 0 && (before == 0 || before > at);
}

static bool is_incompatible(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count == 3) {
        return is_out_of_order(facts, w);
    }
    if (w->mop_count != 2 || !is_evidence(facts, w, w->mops[0]) ||
        !is_evidence(facts, w, w->mops[1])) {
        return false;
    }
    uint32_t a_count, b_count;
    const mns_value *a = list_of(facts, w->mops[0], &a_count);
    const mns_value *b = list_of(facts, w->mops[1], &b_count);
    uint32_t common = a_count < b_count ? a_count : b_count;
    return common > 0 && memcmp(a, b, common * sizeof *a) != 0;
}

/* A read of the key, before anything else the transaction did to it, and a later append to it. */
static bool is_update(const mns_facts *facts, const mns_witness *w, uint32_t read,
                      uint32_t append) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (!is_evidence(facts, w, read) || append <= read ||
        !mns_facts_owns(facts, txn_of(facts, read), append) || mns_mop_is_read(mops, append) ||
        mops->key[append] != w->key) {
        return false;
    }
    for (uint32_t m = facts->history->txns.first_mop[txn_of(facts, read)]; m < read; m++) {
        if (mops->key[m] == w->key && !mns_mop_is_read(mops, m)) {
            return false;
        }
    }
    return true;
}

static bool is_lost_update(mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 4 || w->mop_count % 2 != 0) {
        return false;
    }
    uint32_t mark = ++facts->stamped;
    for (uint32_t i = 0; i < w->mop_count; i += 2) {
        if (!is_update(facts, w, w->mops[i], w->mops[i + 1])) {
            return false;
        }
        uint32_t txn = txn_of(facts, w->mops[i]);
        uint32_t count, first_count;
        const mns_value *list = list_of(facts, w->mops[i], &count);
        const mns_value *first = list_of(facts, w->mops[0], &first_count);
        if (facts->stamp[txn] == mark || count != first_count ||
            (count > 0 && list != first && memcmp(list, first, count * sizeof *list) != 0)) {
            return false;
        }
        facts->stamp[txn] = mark;
    }
    return true;
}

/* ---- Any anomaly ---------------------------------------------------------------------------- */

/* The transactions named are those of the micro-operations, each once and no other. */
static bool names_its_txns(mns_facts *facts, const mns_witness *w) {
    uint32_t named = ++facts->stamped;
    for (uint32_t i = 0; i < w->txn_count; i++) {
        if (w->txns[i] >= facts->history->txns.count || facts->stamp[w->txns[i]] == named) {
            return false;
        }
        facts->stamp[w->txns[i]] = named;
    }
    uint32_t met = ++facts->stamped;
    uint32_t left = w->txn_count;
    for (uint32_t i = 0; i < w->mop_count; i++) {
        uint32_t txn =
            w->mops[i] < facts->history->tables.mops.count ? txn_of(facts, w->mops[i]) : MNS_NONE;
        if (!mns_facts_owns(facts, txn, w->mops[i]) || facts->stamp[txn] < named) {
            return false;
        }
        left -= facts->stamp[txn] == named;
        facts->stamp[txn] = met;
    }
    return left == 0;
}

bool mns_recheck_case(mns_facts *facts, const mns_witness *witness) {
    if (witness->key >= facts->history->tables.keys.count || !names_its_txns(facts, witness)) {
        return false;
    }
    switch (witness->anomaly) {
    case MNS_A_GARBAGE_READ: return is_garbage_read(facts, witness);
    case MNS_A_DUPLICATE_ELEMENTS: return is_duplicate(facts, witness);
    case MNS_A_DIRTY_UPDATE: return is_dirty_update(facts, witness);
    case MNS_A_INCOMPATIBLE_ORDER: return is_incompatible(facts, witness);
    case MNS_A_G1A: return is_g1a(facts, witness);
    case MNS_A_G1B: return is_g1b(facts, witness);
    case MNS_A_FUTURE_READ: return is_future_read(facts, witness);
    case MNS_A_INTERNAL: return is_internal(facts, witness);
    case MNS_A_LOST_UPDATE: return is_lost_update(facts, witness);
    default: return false;
    }
}
