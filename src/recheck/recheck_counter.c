/*
 * recheck_counter.c - the dependencies and anomalies of counters, by definition.
 *
 *   rw                  every increment of the key is above 0, and of two first reads of the key
 *                       the second, made before any own increment, has the greater sum
 *   garbage-read        no subset of the increments of the key adds up to the sum
 *   future-read         the sum is unreachable without the reader's own later increments, and
 *                       reachable with them
 *   G1a                 unreachable without these and without failed ones, reachable with failed
 *                       ones
 *   internal            not an earlier read of the transaction plus its increments since; or
 *                       unreachable from the increments left so far if the reader's own earlier
 *                       ones must be included, reachable if they need not be
 *   early-increment-*   unreachable without increments that begin after the reader
 *   missed-increment-*  unreachable if increments that ended before the reader began are included
 *   lost-update         equal sums of a key that only grows, each read before an own increment
 *
 * A sum is reachable if it is between the least and the greatest possible sum; only garbage-read is
 * more precise. A sum that is wrong without any order is neither early nor missed, and one that is
 * early is not missed. Which increments a case names does not matter, but each must have the
 * property that it is named for.
 *
 * Cost: O(log n) and the transaction of the read; for garbage-read see mns_increments_reach.
 */
#include "recheck/recheck_rules.h"

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

static int64_t number_of(const mns_facts *facts, uint32_t mop) {
    return mns_mop_number(&facts->history->tables, mop);
}

bool mns_recheck_counter_step(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    (void)least; /* it depends only on the reads */
    const mns_mops *mops = &facts->history->tables.mops;
    return r->kind == MNS_RW && mns_facts_reads(facts, r->from_mop, r->key) &&
           mns_facts_reads(facts, r->to_mop, r->key) && mns_facts_is_first(facts, r->from_mop) &&
           mns_facts_is_external(facts, r->to_mop) && mops->value[r->from_mop] == r->value &&
           mops->value[r->to_mop] == r->next &&
           number_of(facts, r->from_mop) < number_of(facts, r->to_mop) &&
           facts->sums.keys[r->key].positive;
}

/* ---- Possible sums -------------------------------------------------------------------------- */

static void add(mns_total *total, int64_t amount) {
    *(amount < 0 ? &total->negative : &total->positive) += amount;
}

static mns_total plus(mns_total a, mns_total b) {
    return (mns_total){a.negative + b.negative, a.positive + b.positive};
}

static mns_total minus(mns_total a, mns_total b) {
    return (mns_total){a.negative - b.negative, a.positive - b.positive};
}

/* Increments that must all be included in a sum. */
static mns_total forced(mns_total a) {
    return (mns_total){a.negative + a.positive, a.negative + a.positive};
}

static bool reaches(mns_total a, int64_t sum) { return a.negative <= sum && sum <= a.positive; }

/* The reader's own increments of the key, before the read and after it. */
typedef struct own_totals {
    mns_total before, after;
} own_totals;

static own_totals own_increments(const mns_facts *facts, uint32_t read, uint32_t key) {
    const mns_txns *txns = &facts->history->txns;
    own_totals own = {{0, 0}, {0, 0}};
    uint32_t txn = txn_of(facts, read);
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        if (mns_facts_changes(facts, m, key)) {
            add(m < read ? &own.before : &own.after, number_of(facts, m));
        }
    }
    return own;
}

/* ---- Without any order ---------------------------------------------------------------------- */

/* True if a named increment can explain a sum above the greatest, or below the least possible one:
 * it must be positive, or negative. */
static bool is_to_blame(const mns_facts *facts, const mns_witness *w, uint32_t increment,
                        bool above) {
    return mns_facts_changes(facts, increment, w->key) &&
           (above ? number_of(facts, increment) > 0 : number_of(facts, increment) < 0);
}

bool mns_recheck_counter_garbage(mns_facts *facts, const mns_witness *w) {
    if (w->mop_count != 1 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        w->element != MNS_VALUE_NONE) {
        return false;
    }
    const mns_key_increments *key = &facts->sums.keys[w->key];
    int64_t sum = number_of(facts, w->mops[0]);
    if (!reaches(key->all, sum) || (key->divisor > 0 && sum % (mns_wide)key->divisor != 0)) {
        return true;
    }
    bool decided = false, reached = true;
    if (key->divisor > 0 &&
        !mns_increments_reach(&facts->sums, facts->history, w->key, sum, &decided, &reached)) {
        facts->failed = true;
    }
    return decided && !reached;
}

bool mns_recheck_counter_future(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count != 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_facts_is_first(facts, w->mops[0]) || w->element != MNS_VALUE_NONE) {
        return false;
    }
    mns_total all = facts->sums.keys[w->key].all;
    mns_total past = minus(all, own_increments(facts, w->mops[0], w->key).after);
    int64_t sum = number_of(facts, w->mops[0]);
    return reaches(all, sum) && !reaches(past, sum) &&
           is_to_blame(facts, w, w->mops[1], sum > past.positive) && w->mops[0] < w->mops[1] &&
           txn_of(facts, w->mops[0]) == txn_of(facts, w->mops[1]);
}

bool mns_recheck_counter_g1a(const mns_facts *facts, const mns_witness *w) {
    if (w->mop_count != 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_facts_is_first(facts, w->mops[0]) || w->element != MNS_VALUE_NONE) {
        return false;
    }
    mns_total later = own_increments(facts, w->mops[0], w->key).after;
    mns_total all = minus(facts->sums.keys[w->key].all, later);
    mns_total not_failed = minus(facts->sums.keys[w->key].not_failed, later);
    int64_t sum = number_of(facts, w->mops[0]);
    return reaches(all, sum) && !reaches(not_failed, sum) &&
           is_to_blame(facts, w, w->mops[1], sum > not_failed.positive) &&
           facts->history->txns.type[txn_of(facts, w->mops[1])] == MNS_TXN_FAIL;
}

/* Only own increments before the first read: the sum is unreachable if they are included. */
static bool lacks_own(const mns_facts *facts, const mns_witness *w) {
    own_totals own = own_increments(facts, w->mops[0], w->key);
    mns_total past = minus(facts->sums.keys[w->key].not_failed, own.after);
    int64_t sum = number_of(facts, w->mops[0]);
    return mns_facts_is_first(facts, w->mops[0]) && reaches(past, sum) &&
           !reaches(plus(minus(past, own.before), forced(own.before)), sum);
}

bool mns_recheck_counter_internal(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (w->mop_count < 2 || !mns_recheck_is_evidence(facts, w, w->mops[0]) ||
        !mns_recheck_leads_up(facts, w)) {
        return false;
    }
    mns_wide sum = 0; /* the last read before, plus all increments after it */
    uint32_t i = w->mop_count - 1;
    while (i > 0 && !mns_mop_is_read(mops, w->mops[i])) {
        sum += number_of(facts, w->mops[i--]);
    }
    return i > 0 ? sum + number_of(facts, w->mops[i]) != number_of(facts, w->mops[0])
                 : lacks_own(facts, w);
}

/* ---- By process or in real time ------------------------------------------------------------- */

/* The increments of others that ended before a transaction began, and those that did not begin
 * after it ended; neither includes its own. Without invocations it begins where it ends. */
typedef struct surroundings {
    mns_total before, possible;
} surroundings;

static surroundings surroundings_of(const mns_facts *facts, uint32_t txn, uint32_t key,
                                    mns_total own, bool by_process) {
    const mns_history *history = facts->history;
    const mns_txns *txns = &history->txns;
    const mns_ledger *began = &facts->sums.began[by_process];
    uint32_t start = history->completions_only ? txns->complete[txn] : txns->invoke[txn];
    uint64_t group = mns_ledger_group(key, txns->process[txn], by_process);
    mns_total until_end = mns_ledger_until(began, group, txns->complete[txn]);
    mns_total after = minus(mns_ledger_all(began, group), until_end);
    mns_total others = minus(facts->sums.keys[key].not_failed, own);
    return (surroundings){mns_ledger_before(&facts->sums.ended[by_process], group, start),
                          minus(others, after)};
}

/* The increments that a case names: they ended before the reader, or began after it. */
static bool are_named_rightly(const mns_facts *facts, const mns_witness *w, bool missed,
                              bool positive) {
    mns_order order = mns_anomaly_order(w->anomaly);
    uint32_t reader = txn_of(facts, w->mops[0]);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        uint32_t writer = txn_of(facts, w->mops[i]);
        if (!is_to_blame(facts, w, w->mops[i], positive) ||
            !mns_facts_precedes(facts, order, missed ? writer : reader, missed ? reader : writer)) {
            return false;
        }
    }
    return w->mop_count > 1;
}

bool mns_recheck_increments(const mns_facts *facts, const mns_witness *w) {
    bool by_process = mns_anomaly_order(w->anomaly) == MNS_ORDER_PROCESS;
    bool missed = w->anomaly == MNS_A_MISSED_INCREMENT_PROCESS ||
                  w->anomaly == MNS_A_MISSED_INCREMENT_REALTIME;
    uint32_t read = w->mops[0];
    if (!mns_recheck_is_evidence(facts, w, read) || !mns_facts_is_first(facts, read) ||
        (!by_process && facts->history->completions_only)) {
        return false;
    }
    int64_t sum = number_of(facts, read);
    own_totals own = own_increments(facts, read, w->key);
    mns_total all_own = plus(own.before, own.after);
    surroundings s = surroundings_of(facts, txn_of(facts, read), w->key, all_own, by_process);
    mns_total others = minus(facts->sums.keys[w->key].not_failed, all_own);
    mns_total loose = plus(s.possible, own.before);
    mns_total bound = plus(minus(s.possible, s.before), plus(forced(s.before), forced(own.before)));
    if (!reaches(plus(others, forced(own.before)), sum) || reaches(loose, sum) != missed) {
        return false; /* wrong without any order, or early although missed is claimed, or neither */
    }
    bool too_low = sum < (missed ? bound.negative : loose.negative);
    return (!missed || !reaches(bound, sum)) &&
           are_named_rightly(facts, w, missed, missed == too_low);
}
