/*
 * recheck_case.c - does a case follow from the history?
 *
 * Each case is checked against the definition of its anomaly, with the micro-operations in the
 * order of detect.h. Only reads of counting transactions are evidence. This file has the anomalies
 * that datatypes share; recheck_case_list.c and the like have those of one datatype, recheck_lost.c
 * lost-write.
 *
 *   garbage-read  a value that no transaction writes
 *   G1a           a value that a failed transaction writes
 *   future-read   a value that the reader itself writes later
 *   lost-update   equal values, each read before the transaction wrote the key, and then written
 *
 * Values that several transactions write prove nothing.
 * Cost: linear in the lists, sets and transactions of the case.
 */
#include "recheck/recheck_rules.h"

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

bool mns_recheck_is_evidence(const mns_facts *facts, const mns_witness *w, uint32_t mop) {
    return mns_facts_reads(facts, mop, w->key) && mns_facts_counts(facts, mop);
}

bool mns_recheck_leads_up(const mns_facts *facts, const mns_witness *w) {
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

/* ---- One anomaly each ----------------------------------------------------------------------- */

static bool is_garbage_read(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 1 && mns_recheck_is_evidence(facts, w, w->mops[0]) &&
           w->element != MNS_VALUE_INITIAL && mns_facts_shows(facts, w->mops[0], w->element) &&
           !mns_questions_answer(&facts->written, w->key, w->element, true);
}

static bool is_g1a(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 2 && mns_recheck_is_evidence(facts, w, w->mops[0]) &&
           mns_facts_shows(facts, w->mops[0], w->element) &&
           mns_facts_writes(facts, w->mops[1], w->key, w->element) &&
           facts->history->txns.type[txn_of(facts, w->mops[1])] == MNS_TXN_FAIL;
}

static bool is_future_read(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 2 && mns_recheck_is_evidence(facts, w, w->mops[0]) &&
           w->mops[0] < w->mops[1] && mns_facts_writes(facts, w->mops[1], w->key, w->element) &&
           txn_of(facts, w->mops[0]) == txn_of(facts, w->mops[1]) &&
           mns_facts_shows(facts, w->mops[0], w->element);
}

/* ---- Lost updates --------------------------------------------------------------------------- */

/* A read of the key, before the transaction wrote it, and a later write to it. */
static bool is_update(const mns_facts *facts, const mns_witness *w, uint32_t read, uint32_t write) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (!mns_recheck_is_evidence(facts, w, read) || write <= read ||
        !mns_facts_owns(facts, txn_of(facts, read), write) ||
        !mns_facts_changes(facts, write, w->key)) {
        return false;
    }
    for (uint32_t m = facts->history->txns.first_mop[txn_of(facts, read)]; m < read; m++) {
        if (mops->key[m] == w->key && !mns_mop_is_read(mops, m)) {
            return false;
        }
    }
    return true;
}

/* Two reads of one version: equal lists; equal values written by at most one transaction; equal
 * sums of a counter that only grows, so that all versions differ. */
static bool reads_same(const mns_facts *facts, const mns_witness *w, uint32_t a, uint32_t b) {
    const mns_tables *tables = &facts->history->tables;
    mns_value value = tables->mops.value[a];
    if (facts->history->workload != MNS_LIST_APPEND) {
        bool one = facts->history->workload == MNS_COUNTER
                       ? facts->sums.keys[w->key].positive
                       : mns_history_writer(facts->history, w->key, value) != MNS_AMBIGUOUS;
        return one && value == tables->mops.value[b] && mns_facts_is_external(facts, a) &&
               mns_facts_is_external(facts, b);
    }
    uint32_t a_count, b_count;
    const mns_value *one = mns_mop_list(tables, a, &a_count);
    const mns_value *other = mns_mop_list(tables, b, &b_count);
    return a_count == b_count &&
           (a_count == 0 || one == other || memcmp(one, other, a_count * sizeof *one) == 0);
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
        if (facts->stamp[txn] == mark || !reads_same(facts, w, w->mops[i], w->mops[0])) {
            return false;
        }
        facts->stamp[txn] = mark;
    }
    return true;
}

/* ---- Any anomaly ---------------------------------------------------------------------------- */

/* The transactions of the witness must be exactly those of its micro-operations, each once. */
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

static bool recheck_list(mns_facts *facts, const mns_witness *w) {
    switch (w->anomaly) {
    case MNS_A_GARBAGE_READ: return is_garbage_read(facts, w);
    case MNS_A_DUPLICATE_ELEMENTS: return mns_recheck_list_duplicates(facts, w);
    case MNS_A_DIRTY_UPDATE: return mns_recheck_dirty_update(facts, w);
    case MNS_A_INCOMPATIBLE_ORDER: return mns_recheck_incompatible_order(facts, w);
    case MNS_A_G1A: return is_g1a(facts, w);
    case MNS_A_G1B: return mns_recheck_list_g1b(facts, w);
    case MNS_A_FUTURE_READ: return is_future_read(facts, w);
    case MNS_A_INTERNAL: return mns_recheck_list_internal(facts, w);
    case MNS_A_LOST_UPDATE: return is_lost_update(facts, w);
    case MNS_A_LOST_WRITE: return mns_recheck_lost_write(facts, w);
    case MNS_A_G_SIA:
    case MNS_A_G_SIB: return mns_recheck_snapshot(facts, w);
    default: return false;
    }
}

static bool recheck_register(mns_facts *facts, const mns_witness *w) {
    switch (w->anomaly) {
    case MNS_A_GARBAGE_READ: return is_garbage_read(facts, w);
    case MNS_A_INCOMPATIBLE_VERSIONS: return mns_recheck_incompatible_versions(facts, w);
    case MNS_A_CYCLIC_VERSIONS: return mns_recheck_cyclic_versions(facts, w);
    case MNS_A_G1A: return is_g1a(facts, w);
    case MNS_A_G1B: return mns_recheck_register_g1b(facts, w);
    case MNS_A_LOST_WRITE: return mns_recheck_register_lost_write(facts, w);
    case MNS_A_FUTURE_READ: return is_future_read(facts, w);
    case MNS_A_INTERNAL: return mns_recheck_register_internal(facts, w);
    case MNS_A_LOST_UPDATE: return is_lost_update(facts, w);
    case MNS_A_G_SIA:
    case MNS_A_G_SIB: return mns_recheck_snapshot(facts, w);
    default: return false;
    }
}

static bool recheck_set(mns_facts *facts, const mns_witness *w) {
    switch (w->anomaly) {
    case MNS_A_GARBAGE_READ: return is_garbage_read(facts, w);
    case MNS_A_DUPLICATE_ELEMENTS: return mns_recheck_set_duplicates(facts, w);
    case MNS_A_G1A: return is_g1a(facts, w);
    case MNS_A_FUTURE_READ: return is_future_read(facts, w);
    case MNS_A_INTERNAL: return mns_recheck_set_internal(facts, w);
    case MNS_A_INCOMPARABLE_READS: return mns_recheck_incomparable_reads(facts, w);
    case MNS_A_LOST_WRITE: return mns_recheck_lost_write(facts, w);
    case MNS_A_G_SIA:
    case MNS_A_G_SIB: return mns_recheck_snapshot(facts, w);
    default: return false;
    }
}

static bool recheck_counter(mns_facts *facts, const mns_witness *w) {
    switch (w->anomaly) {
    case MNS_A_GARBAGE_READ: return mns_recheck_counter_garbage(facts, w);
    case MNS_A_G1A: return mns_recheck_counter_g1a(facts, w);
    case MNS_A_FUTURE_READ: return mns_recheck_counter_future(facts, w);
    case MNS_A_LOST_UPDATE: return is_lost_update(facts, w);
    case MNS_A_INTERNAL: return mns_recheck_counter_internal(facts, w);
    case MNS_A_LOST_WRITE: return mns_recheck_counter_lost_write(facts, w);
    case MNS_A_MISSED_INCREMENT_PROCESS:
    case MNS_A_MISSED_INCREMENT_REALTIME:
    case MNS_A_EARLY_INCREMENT_PROCESS:
    case MNS_A_EARLY_INCREMENT_REALTIME: return mns_recheck_increments(facts, w);
    case MNS_A_G_SIA:
    case MNS_A_G_SIB: return mns_recheck_counter_snapshot(facts, w);
    default: return false;
    }
}

bool mns_recheck_case(mns_facts *facts, const mns_witness *witness) {
    if (witness->key >= facts->history->tables.keys.count || !names_its_txns(facts, witness)) {
        return false;
    }
    switch (facts->history->workload) {
    case MNS_LIST_APPEND: return recheck_list(facts, witness);
    case MNS_RW_REGISTER: return recheck_register(facts, witness);
    case MNS_SET: return recheck_set(facts, witness);
    case MNS_COUNTER: return recheck_counter(facts, witness);
    default: return false;
    }
}
