/*
 * recheck_lost.c - lost-write of registers and counters, by definition.
 *
 *   register   the last write of an ok transaction to the key. Every read that began after it had
 *              completed returned nil, or the last write of an ok transaction that had completed
 *              before the writer began. The first read of the case is final
 *   counter    the case names a final read, and ok increments of one sign that had completed before
 *              the first final read of the key began. Every read that began after the last such
 *              increment of this sign had completed returned a sum that is reachable without failed
 *              increments, but not if all of these are in it, whichever others are
 *
 * Cost: O(log n) for a register; the increments and reads of the key for a counter.
 */
#include "history/final_reads.h"
#include "recheck/recheck_rules.h"

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

bool mns_recheck_register_lost_write(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || !mns_facts_writes(facts, w->mops[0], w->key, w->element) ||
        !mns_facts_is_final(facts, w->mops[0])) {
        return false;
    }
    uint32_t writer = txn_of(facts, w->mops[0]);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        if (!mns_recheck_is_evidence(facts, w, w->mops[i]) ||
            !mns_facts_precedes(facts, MNS_ORDER_REALTIME, writer, txn_of(facts, w->mops[i]))) {
            return false;
        }
    }
    const mns_read_entry *after =
        mns_reads_after(&facts->reads, w->key, facts->history->txns.complete[writer]);
    return after != NULL && after->newest <= facts->history->txns.invoke[writer] &&
           mns_is_final_read(facts->history, txn_of(facts, w->mops[1]));
}

/* ---- Counters ------------------------------------------------------------------------------- */

/* The acknowledged increments of one sign that had completed before a position. */
typedef struct acknowledged {
    mns_wide sum;
    uint32_t end; /* where the last of them had completed */
    bool any;
} acknowledged;

static bool is_acknowledged(const mns_facts *facts, uint32_t mop, bool positive, uint32_t before) {
    const mns_txns *txns = &facts->history->txns;
    int64_t amount = mns_mop_number(&facts->history->tables, mop);
    return (positive ? amount > 0 : amount < 0) && txns->type[txn_of(facts, mop)] == MNS_TXN_OK &&
           txns->complete[txn_of(facts, mop)] < before;
}

static acknowledged find_acknowledged(const mns_facts *facts, uint32_t key, bool positive,
                                      uint32_t before) {
    const mns_key_increments *increments = &facts->sums.keys[key];
    acknowledged a = {.any = false};
    for (uint32_t i = 0; i < increments->count; i++) {
        uint32_t mop = facts->sums.mops[increments->first + i];
        if (is_acknowledged(facts, mop, positive, before)) {
            uint32_t end = facts->history->txns.complete[txn_of(facts, mop)];
            a.end = !a.any || a.end < end ? end : a.end;
            a.sum += mns_mop_number(&facts->history->tables, mop);
            a.any = true;
        }
    }
    return a;
}

static bool names_acknowledged(const mns_facts *facts, const mns_witness *w, bool positive,
                               uint32_t before) {
    for (uint32_t i = 1; i < w->mop_count; i++) {
        if (!mns_facts_changes(facts, w->mops[i], w->key) ||
            !is_acknowledged(facts, w->mops[i], positive, before)) {
            return false;
        }
    }
    return true;
}

bool mns_recheck_counter_lost_write(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || w->element != MNS_VALUE_NONE ||
        !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_facts_changes(facts, w->mops[1], w->key) ||
        !mns_is_final_read(facts->history, txn_of(facts, w->mops[0]))) {
        return false;
    }
    bool positive = mns_mop_number(&facts->history->tables, w->mops[1]) > 0;
    uint32_t before = mns_reads_first_final(&facts->reads, facts->history, w->key);
    if (before == MNS_NONE || !names_acknowledged(facts, w, positive, before)) {
        return false;
    }
    acknowledged a = find_acknowledged(facts, w->key, positive, before);
    const mns_read_entry *after = mns_reads_after(&facts->reads, w->key, a.end);
    mns_total all = facts->sums.keys[w->key].not_failed;
    return a.any && after != NULL && after->least >= all.negative &&
           after->greatest <= all.positive &&
           (positive ? after->greatest < all.negative + a.sum
                     : after->least > all.positive + a.sum);
}
