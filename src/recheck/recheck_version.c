/*
 * recheck_version.c - does one version of a register precede another?
 *
 * Checked against the evidence of the reason: two micro-operations that access the versions, or a
 * derivation.
 *
 *   source         what must hold                                           condition
 *   initial        the first is the initial state                           none
 *   versions       the database assigned them these version numbers         none
 *   transactions   it assigned their writers these positions                none
 *   wfr            one transaction read the first, then wrote the second    none, or no G1c
 *   process        one process accessed the first in a transaction, and     none, or no
 *                  the second in a later one                                G-single-item-process
 *   realtime       a transaction that accessed the first was ok before      none, or no
 *                  one that accessed the second was invoked                 G-single-item-realtime
 *   lemma          the derivation, which was checked before                 that of the derivation
 *
 * There is no condition if the user assumes the source for all keys. Otherwise, let T1 access the
 * first version before T2 accesses the second. If the second version came first, T2 wrote it or
 * missed what followed it, up to the version that T1 wrote or read: then a ww or rw and wr steps
 * lead from T2 to T1, and the order of the two leads back.
 *
 * A derivation is a path of dependencies, process order or real time from the writer of `from` to a
 * writer or reader of `to`. If `to` came first, ww or rw would lead back: a cycle of the class of
 * all steps. Its steps may depend on earlier derivations. Lists have derivations for appends that
 * no read contains.
 */
#include "core/grow.h"
#include "read/order_file.h"
#include "recheck/recheck_rules.h"

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

static void raise_to(mns_condition *least, mns_form form, mns_order order) {
    least->form = form > least->form ? form : least->form;
    least->order = order > least->order ? order : least->order;
}

/* ---- Sources -------------------------------------------------------------------------------- */

static bool follows_numbers(const mns_facts *facts, const mns_reason *r) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (!mns_recheck_shows_version(facts, r->shown_by, r->key, r->value) ||
        !mns_recheck_shows_version(facts, r->shown_also, r->key, r->next)) {
        return false;
    }
    int64_t by = mns_mop_version(mops, r->shown_by), also = mns_mop_version(mops, r->shown_also);
    return by != MNS_NO_VERSION && also != MNS_NO_VERSION && by < also;
}

static bool follows_transactions(const mns_facts *facts, const mns_reason *r) {
    const mns_mops *mops = &facts->history->tables.mops;
    const int64_t *order = facts->assumptions->transaction_order;
    if (order == NULL || mns_mop_is_read(mops, r->shown_by) ||
        mns_mop_is_read(mops, r->shown_also)) {
        return false;
    }
    int64_t by = order[txn_of(facts, r->shown_by)], also = order[txn_of(facts, r->shown_also)];
    return by != MNS_NO_NUMBER && also != MNS_NO_NUMBER && by < also;
}

static bool follows_wfr(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    const mns_mops *mops = &facts->history->tables.mops;
    raise_to(least, facts->assumptions->wfr ? MNS_FORM_WW : MNS_FORM_WWR, MNS_ORDER_NONE);
    return mns_mop_is_read(mops, r->shown_by) && !mns_mop_is_read(mops, r->shown_also) &&
           txn_of(facts, r->shown_by) == txn_of(facts, r->shown_also) &&
           r->shown_by < r->shown_also;
}

/* Process order is part of real-time order, if invocations are known. */
static bool follows_accesses(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    mns_order order = r->source == MNS_BY_PROCESS ? MNS_ORDER_PROCESS : MNS_ORDER_REALTIME;
    uint32_t from = txn_of(facts, r->shown_by), to = txn_of(facts, r->shown_also);
    const mns_assumptions *a = facts->assumptions;
    bool assumed = (order == MNS_ORDER_PROCESS && a->sequential) ||
                   (a->linearizable && mns_facts_precedes(facts, MNS_ORDER_REALTIME, from, to));
    if (!assumed) {
        raise_to(least, MNS_FORM_SINGLE, order);
    }
    return mns_facts_precedes(facts, order, from, to);
}

/* The derivation must be of these two versions. */
static bool follows_lemma(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (r->lemma >= facts->derived_count) {
        return false;
    }
    const mns_derivation *d = &facts->derivations[r->lemma];
    raise_to(least, facts->derived[r->lemma].form, facts->derived[r->lemma].order);
    return d->key == r->key && mops->value[d->from_mop] == r->value &&
           mops->value[d->to_mop] == r->next;
}

bool mns_recheck_version_order(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    if (r->value == r->next) {
        return false;
    }
    if (r->source == MNS_BY_INITIAL) {
        return r->value == MNS_VALUE_INITIAL;
    }
    if (r->source == MNS_BY_LEMMA) {
        return follows_lemma(facts, r, least);
    }
    if (r->source == MNS_BY_VERSIONS) {
        return follows_numbers(facts, r);
    }
    if (!mns_recheck_accesses(facts, r->shown_by, r->key, r->value) ||
        !mns_recheck_accesses(facts, r->shown_also, r->key, r->next)) {
        return false;
    }
    switch (r->source) {
    case MNS_BY_TRANSACTIONS: return follows_transactions(facts, r);
    case MNS_BY_WFR: return follows_wfr(facts, r, least);
    case MNS_BY_PROCESS:
    case MNS_BY_REALTIME: return follows_accesses(facts, r, least);
    default: return false;
    }
}

/* ---- Derivations ---------------------------------------------------------------------------- */

/* The ends of a derivation: its first transaction wrote `from`, its last accesses `to`. */
static bool ends_fit(const mns_facts *facts, const mns_derivation *d) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (d->step_count == 0 || d->key >= facts->history->tables.keys.count ||
        !mns_facts_owns(facts, d->txns[0], d->from_mop) ||
        !mns_facts_owns(facts, d->txns[d->step_count], d->to_mop)) {
        return false;
    }
    mns_value from = mops->value[d->from_mop], to = mops->value[d->to_mop];
    if (d->txns[0] == d->txns[d->step_count] || from == to || to == MNS_VALUE_INITIAL ||
        mns_mop_is_read(mops, d->from_mop)) {
        return false;
    }
    if (facts->history->workload == MNS_LIST_APPEND) {
        return mns_facts_writes(facts, d->from_mop, d->key, from) &&
               mns_facts_writes(facts, d->to_mop, d->key, to);
    }
    return mns_recheck_accesses(facts, d->from_mop, d->key, from) &&
           mns_recheck_accesses(facts, d->to_mop, d->key, to);
}

/* The class of the cycle of the steps and the edge that would close it. */
static mns_form shape_of(const mns_derivation *d, bool closed_by_rw) {
    uint32_t rw = closed_by_rw ? 1 : 0;
    bool before = closed_by_rw, adjacent = false;
    for (uint32_t i = 0; i < d->step_count; i++) {
        bool is_rw = d->steps[i].kind == MNS_RW;
        adjacent = adjacent || (before && is_rw);
        rw += is_rw;
        before = is_rw;
    }
    adjacent = adjacent || (before && closed_by_rw);
    if (rw < 2) {
        return rw == 0 ? MNS_FORM_WW : MNS_FORM_SINGLE;
    }
    return adjacent ? MNS_FORM_ITEM : MNS_FORM_NONADJACENT;
}

static bool derivation_follows(const mns_facts *facts, const mns_derivation *d,
                               mns_condition *least) {
    for (uint32_t i = 0; i < d->step_count; i++) {
        const mns_reason *r = &d->steps[i];
        uint32_t from = d->txns[i], to = d->txns[i + 1];
        if (!facts->counts[from] || !facts->counts[to] || !mns_recheck_step(facts, r, from, to)) {
            return false;
        }
        raise_to(least, mns_kind_form(r->rests_on), mns_kind_order(r->rests_on));
    }
    bool read = mns_mop_is_read(&facts->history->tables.mops, d->to_mop);
    raise_to(least, shape_of(d, read), MNS_ORDER_NONE);
    return true;
}

bool mns_recheck_derivations(mns_facts *facts, const mns_witness *w) {
    facts->derivations = w->derivations;
    facts->derived_count = 0;
    if (!MNS_GROW(facts->derived, 0, facts->derived_capacity, w->derivation_count)) {
        facts->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < w->derivation_count; i++) {
        const mns_derivation *d = &w->derivations[i];
        mns_condition least = {MNS_FORM_WW, MNS_ORDER_NONE};
        for (uint32_t t = 0; t <= d->step_count; t++) {
            if (d->txns[t] >= facts->history->txns.count) {
                return false;
            }
        }
        if (!ends_fit(facts, d) || !derivation_follows(facts, d, &least)) {
            return false;
        }
        facts->derived[facts->derived_count++] = least;
    }
    return true;
}
