/*
 * recheck_lost.c - lost-write, by definition.
 *
 * What a case names, in this order:
 *
 *   lists, sets, registers   the write of an ok transaction, the reads that miss it, and, if these
 *                            are final, at most one read of another transaction that had shown the
 *                            write and was ok before they began
 *   counters                 a final read, then increments
 *
 * What must hold, if a final read of the key began after the writer was ok. Let F be the first such
 * read:
 *
 *   list, set   no read that began when F did or later contains the write
 *   register    the write is the last of its transaction to the key. Every such read returned nil,
 *               or the last write of an ok transaction that had completed before the writer began
 *   counter     F is the first final read of the key. The increments named are of one sign, and ok
 *               before F began. Every such read returned a sum that is reachable without failed
 *               increments, but not if all such increments of this sign are in it, whichever others
 *               are
 *
 * Without such a final read, for lists and sets only: no read that began after the writer was ok
 * contains the write, and the first read of the case contains another transaction's write that
 * began after the writer was ok.
 *
 * Cost: O(log n) for a register; what the named reads contain for lists and sets; the increments of
 * the key for a counter.
 */
#include "history/final_reads.h"
#include "recheck/recheck_rules.h"

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

/* ---- Lists, sets and registers -------------------------------------------------------------- */

/* True for a read of another transaction that had shown the write and ended before another read. */
static bool had_shown(const mns_facts *facts, const mns_witness *w, uint32_t read, uint32_t later) {
    return mns_facts_shows(facts, read, w->element) &&
           txn_of(facts, read) != txn_of(facts, w->mops[0]) &&
           mns_facts_precedes(facts, MNS_ORDER_REALTIME, txn_of(facts, read), txn_of(facts, later));
}

/* True if the named reads began after the writer was ok and miss its write, and are final if they
 * must be. Then the last may instead be one that had shown it. */
static bool names_reads(const mns_facts *facts, const mns_witness *w, bool final) {
    uint32_t writer = txn_of(facts, w->mops[0]);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        uint32_t read = w->mops[i];
        if (!mns_recheck_is_evidence(facts, w, read)) {
            return false;
        }
        bool misses = mns_facts_precedes(facts, MNS_ORDER_REALTIME, writer, txn_of(facts, read)) &&
                      !mns_facts_shows(facts, read, w->element) &&
                      (!final || mns_is_final_read(facts->history, txn_of(facts, read)));
        bool last = i > 1 && i + 1 == w->mop_count;
        if (!misses && !(final && last && had_shown(facts, w, read, w->mops[1]))) {
            return false;
        }
    }
    return true;
}

/* True if a read contains a write of another transaction that began after the given one was ok. */
static bool shows_newer(const mns_facts *facts, uint32_t read, uint32_t than) {
    const mns_tables *tables = &facts->history->tables;
    uint32_t count, key = tables->mops.key[read];
    const mns_value *elements = facts->history->workload == MNS_SET
                                    ? mns_mop_set(tables, read, &count)
                                    : mns_mop_list(tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t write = mns_history_writer(facts->history, key, elements[i]);
        if (write < MNS_AMBIGUOUS && mns_facts_counts(facts, write) &&
            txn_of(facts, write) != txn_of(facts, read) &&
            mns_facts_precedes(facts, MNS_ORDER_REALTIME, than, txn_of(facts, write))) {
            return true;
        }
    }
    return false;
}

/* Where the first final read began after the writer of the case was ok, or MNS_NONE. */
static uint32_t first_final(const mns_facts *facts, const mns_witness *w) {
    return mns_reads_first_final(&facts->reads, w->key,
                                 facts->history->txns.complete[txn_of(facts, w->mops[0])]);
}

bool mns_recheck_lost_write(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || !mns_facts_writes(facts, w->mops[0], w->key, w->element) ||
        mns_questions_answer(&facts->later, w->key, w->element, true)) {
        return false;
    }
    bool final = first_final(facts, w) != MNS_NONE;
    return names_reads(facts, w, final) &&
           (final || shows_newer(facts, w->mops[1], txn_of(facts, w->mops[0])));
}

bool mns_recheck_register_lost_write(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || !mns_facts_writes(facts, w->mops[0], w->key, w->element) ||
        !mns_facts_is_final(facts, w->mops[0]) || !names_reads(facts, w, true)) {
        return false;
    }
    uint32_t from = first_final(facts, w);
    const mns_read_entry *reads = mns_reads_from(&facts->reads, w->key, from);
    return from != MNS_NONE && reads != NULL &&
           reads->newest <= facts->history->txns.invoke[txn_of(facts, w->mops[0])];
}

/* ---- Counters ------------------------------------------------------------------------------- */

static bool is_acknowledged(const mns_facts *facts, uint32_t mop, bool positive, uint32_t before) {
    const mns_txns *txns = &facts->history->txns;
    int64_t amount = mns_mop_number(&facts->history->tables, mop);
    return (positive ? amount > 0 : amount < 0) && txns->type[txn_of(facts, mop)] == MNS_TXN_OK &&
           txns->complete[txn_of(facts, mop)] < before;
}

/* The sum of the acknowledged increments of one sign that had completed before a position. */
static mns_wide sum_acknowledged(const mns_facts *facts, uint32_t key, bool positive,
                                 uint32_t before) {
    const mns_key_increments *increments = &facts->sums.keys[key];
    mns_wide sum = 0;
    for (uint32_t i = 0; i < increments->count; i++) {
        uint32_t mop = facts->sums.mops[increments->first + i];
        if (is_acknowledged(facts, mop, positive, before)) {
            sum += mns_mop_number(&facts->history->tables, mop);
        }
    }
    return sum;
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
    uint32_t before = mns_reads_first_final(&facts->reads, w->key, 0);
    if (before == MNS_NONE || !names_acknowledged(facts, w, positive, before)) {
        return false;
    }
    mns_wide sum = sum_acknowledged(facts, w->key, positive, before);
    const mns_read_entry *reads = mns_reads_from(&facts->reads, w->key, before);
    mns_total all = facts->sums.keys[w->key].not_failed;
    return reads != NULL && reads->least >= all.negative && reads->greatest <= all.positive &&
           (positive ? reads->greatest < all.negative + sum : reads->least > all.positive + sum);
}
