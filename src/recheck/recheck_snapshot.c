/*
 * recheck_snapshot.c - G-SIa and G-SIb by revealed timestamps.
 *
 * For an external read by R and a write by another transaction T, with sR the start of R and cT the
 * commit of T:
 *
 *   shown    the read contains the write, and sR < cT                                     G-SIa
 *   missed   the read does not contain it, and cT < sR; for registers also: it reads the
 *            initial state, or a write that was committed before cT                       G-SIa
 *   missed, and the version after the one that R read is certainly not R's own, and, if a
 *            value was read, version numbers prove that the missed write is later         G-SIb
 *   overlap  two transactions wrote a key, and each started before the other committed    G-SIa
 *
 * Missed and overlap apply to the last writes of a transaction. Sets have no overlap. The sums of
 * counters have bounds: below them a positive increment was missed or a negative one seen, above
 * them the reverse; it is a G-SIb if none can have been seen and R does not increment the key.
 * Cost: the transactions and lists of a case, O(log n) for sums.
 */
#include "recheck/recheck_rules.h"

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

/* An external read whose transaction has a start time. */
static bool is_of_snapshot(const mns_facts *facts, const mns_witness *w, uint32_t read) {
    return mns_recheck_is_evidence(facts, w, read) && mns_facts_is_external(facts, read) &&
           facts->start[txn_of(facts, read)] != MNS_NO_TIMESTAMP;
}

/* A write that counts, by another transaction than the read's, with a commit time. */
static bool is_of_other(const mns_facts *facts, const mns_witness *w, uint32_t write,
                        uint32_t read) {
    return mns_facts_changes(facts, write, w->key) && mns_facts_counts(facts, write) &&
           txn_of(facts, write) != txn_of(facts, read) &&
           facts->commit[txn_of(facts, write)] != MNS_NO_TIMESTAMP;
}

/* True if the transaction of a read writes the key later. */
static bool overwrites(const mns_facts *facts, uint32_t read, uint32_t key) {
    const mns_txns *txns = &facts->history->txns;
    for (uint32_t m = read + 1; m < txns->first_mop[txn_of(facts, read) + 1]; m++) {
        if (mns_facts_changes(facts, m, key)) {
            return true;
        }
    }
    return false;
}

/* ---- G-SIb ---------------------------------------------------------------------------------- */

/* Lists: the order of the key has a next element after the list read, by another transaction. */
static bool is_followed_by_other(const mns_facts *facts, uint32_t read, uint32_t key) {
    const mns_tables *tables = &facts->history->tables;
    uint32_t spine = facts->lists.main[key], count = tables->mops.value[read];
    if (spine == MNS_NONE || !mns_facts_begins(facts, spine, read)) {
        return false;
    }
    uint32_t rank = mns_facts_distinct(facts, spine, count) + 1;
    for (uint32_t i = count; i < facts->lists.seen[spine]; i++) {
        mns_value element = tables->spines.items[spine].elements[i];
        if (mns_facts_rank(facts, spine, element) == rank) {
            uint32_t write = mns_history_writer(facts->history, key, element);
            return write == MNS_NONE ||
                   (write != MNS_AMBIGUOUS && txn_of(facts, write) != txn_of(facts, read));
        }
    }
    return false;
}

/* Registers: the missed write has a greater version number than the value read. */
static bool is_later(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (w->mop_count < 3) {
        return true; /* every write follows the initial state */
    }
    int64_t read = mns_mop_version(mops, w->mops[0]);
    int64_t shown = read == MNS_NO_VERSION ? mns_mop_version(mops, w->mops[2]) : read;
    return shown != MNS_NO_VERSION && mns_mop_version(mops, w->mops[1]) > shown;
}

static bool is_named_rightly(const mns_facts *facts, const mns_witness *w) {
    bool own = overwrites(facts, w->mops[0], w->key);
    switch (w->anomaly) {
    case MNS_A_G_SIA: return true;
    case MNS_A_G_SIB:
        if (facts->history->workload == MNS_LIST_APPEND && own) {
            return is_followed_by_other(facts, w->mops[0], w->key);
        }
        return !own && (facts->history->workload != MNS_RW_REGISTER || is_later(facts, w));
    default: return false;
    }
}

/* ---- Lists, registers and sets -------------------------------------------------------------- */

/* Registers: the value read is the initial state, or another transaction's write that was committed
 * before the missed one. */
static bool is_out_of_date(const mns_facts *facts, const mns_witness *w) {
    mns_value value = facts->history->tables.mops.value[w->mops[0]];
    if (w->mop_count == 2) {
        return value == MNS_VALUE_INITIAL;
    }
    return w->mop_count == 3 && mns_facts_writes(facts, w->mops[2], w->key, value) &&
           is_of_other(facts, w, w->mops[2], w->mops[0]) &&
           facts->commit[txn_of(facts, w->mops[2])] < facts->commit[txn_of(facts, w->mops[1])];
}

static bool is_shown_or_missed(const mns_facts *facts, const mns_witness *w) {
    uint32_t read = w->mops[0], write = w->mops[1];
    bool registers = facts->history->workload == MNS_RW_REGISTER;
    if (!is_of_snapshot(facts, w, read) || !is_of_other(facts, w, write, read) ||
        facts->history->tables.mops.value[write] != w->element) {
        return false;
    }
    int64_t start = facts->start[txn_of(facts, read)];
    int64_t commit = facts->commit[txn_of(facts, write)];
    if (mns_facts_shows(facts, read, w->element)) {
        return w->mop_count == 2 && start < commit && w->anomaly == MNS_A_G_SIA &&
               mns_write_is_unique(facts->history, write);
    }
    return commit < start && is_named_rightly(facts, w) &&
           (registers ? mns_facts_is_final(facts, write) && is_out_of_date(facts, w)
                      : w->mop_count == 2);
}

static bool is_overlap(const mns_facts *facts, const mns_witness *w) {
    uint32_t one = w->mops[0], other = w->mops[1];
    if (w->anomaly != MNS_A_G_SIA || w->mop_count != 2 || w->element != MNS_VALUE_NONE ||
        facts->history->workload == MNS_SET || !is_of_other(facts, w, one, other) ||
        !is_of_other(facts, w, other, one) || !mns_facts_is_final(facts, one) ||
        !mns_facts_is_final(facts, other)) {
        return false;
    }
    uint32_t a = txn_of(facts, one), b = txn_of(facts, other);
    return facts->start[a] != MNS_NO_TIMESTAMP && facts->start[b] != MNS_NO_TIMESTAMP &&
           facts->start[a] < facts->commit[b] && facts->start[b] < facts->commit[a];
}

bool mns_recheck_snapshot(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || w->mops[0] >= facts->history->tables.mops.count) {
        return false;
    }
    return mns_mop_is_read(&facts->history->tables.mops, w->mops[0]) ? is_shown_or_missed(facts, w)
                                                                     : is_overlap(facts, w);
}

/* ---- Counters ------------------------------------------------------------------------------- */

/* The increments that a sum must include: committed before the start; and those that it may
 * include: also those committed at the start or at an unknown time. */
typedef struct snapshot_totals {
    mns_total certain, possible, late; /* late: of others, committed after the start */
} snapshot_totals;

static snapshot_totals totals_of(const mns_facts *facts, uint32_t read, uint32_t key) {
    const mns_ledger *committed = &facts->sums.committed;
    const mns_total *not_failed = &facts->sums.keys[key].not_failed;
    uint32_t txn = txn_of(facts, read);
    int64_t start = facts->start[txn];
    uint64_t group = mns_ledger_group(key, 0, false);
    mns_total all = mns_ledger_all(committed, group);
    mns_total until = mns_ledger_until(committed, group, start);
    snapshot_totals t = {.certain = mns_ledger_before(committed, group, start)};
    t.possible.negative = until.negative + not_failed->negative - all.negative;
    t.possible.positive = until.positive + not_failed->positive - all.positive;
    t.late.negative = all.negative - until.negative;
    t.late.positive = all.positive - until.positive;
    bool own = facts->commit[txn] != MNS_NO_TIMESTAMP && facts->commit[txn] > start;
    for (uint32_t m = facts->history->txns.first_mop[txn];
         own && m < facts->history->txns.first_mop[txn + 1]; m++) {
        if (mns_facts_changes(facts, m, key)) {
            int64_t amount = mns_mop_number(&facts->history->tables, m);
            *(amount < 0 ? &t.late.negative : &t.late.positive) -= amount;
        }
    }
    return t;
}

/* True for an increment that is named as missed or as seen, for a sum that is too low or too high.
 * */
static bool is_to_blame(const mns_facts *facts, const mns_witness *w, uint32_t increment,
                        bool low) {
    if (!is_of_other(facts, w, increment, w->mops[0])) {
        return false;
    }
    int64_t start = facts->start[txn_of(facts, w->mops[0])];
    int64_t commit = facts->commit[txn_of(facts, increment)];
    int64_t amount = mns_mop_number(&facts->history->tables, increment);
    return commit != start && amount != 0 && (amount > 0) == ((commit < start) == low);
}

bool mns_recheck_counter_snapshot(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count < 2 || !is_of_snapshot(facts, w, w->mops[0]) || w->element != MNS_VALUE_NONE) {
        return false;
    }
    int64_t sum = mns_mop_number(&facts->history->tables, w->mops[0]);
    snapshot_totals t = totals_of(facts, w->mops[0], w->key);
    bool low = sum < t.certain.positive + t.possible.negative;
    bool high = sum > t.possible.positive + t.certain.negative;
    bool seen = low ? t.late.negative != 0 : t.late.positive != 0;
    bool missed = !seen && !overwrites(facts, w->mops[0], w->key);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        if (!is_to_blame(facts, w, w->mops[i], low)) {
            return false;
        }
    }
    return (low || high) && (w->anomaly == MNS_A_G_SIA || (w->anomaly == MNS_A_G_SIB && missed));
}
