/*
 * recheck_cycle.c - does a cycle follow from the history?
 *
 * Each step must be a dependency by definition, the steps must close, and together be what the
 * anomaly's name says. Steps, with S the longest list of the key that a counting transaction read:
 *
 *   ww        S shows the two elements one after the other; or S does not have the later one and
 *             the earlier one is the last of S, so that it came after all of S
 *   wr        the read ends with the element
 *   rw        the read is a prefix of S and the missed element follows it there; or the read is all
 *             of S, which does not have the missed one
 *   process   one process, and the first was ok before the second began
 *   realtime  the first was ok before the second was invoked
 *
 * An element that stands twice in a list has the place of its first occurrence.
 * Cost: O(1) for a step, plus its lists where they repeat elements or lie on different spines.
 */
#include "explain/recheck_rules.h"

/* ---- Steps ---------------------------------------------------------------------------------- */

/* A read that shows the order of a key: of a counting transaction, and all of S. */
static bool shows_order(const mns_facts *facts, uint32_t mop, uint32_t key) {
    return mns_facts_reads(facts, mop, key) && mns_facts_counts(facts, mop) &&
           facts->history->tables.mops.value[mop] == facts->longest[key] &&
           facts->longest[key] > 0 && facts->history->tables.mops.spine[mop] == facts->main[key];
}

static bool follows_ww(const mns_facts *facts, const mns_reason *r) {
    if (!mns_facts_appends(facts, r->from_mop, r->key, r->value) ||
        !mns_facts_appends(facts, r->to_mop, r->key, r->next)) {
        return false;
    }
    if (r->shown_by == MNS_NONE) {
        return !mns_facts_in_order(facts, r->key, r->next) &&
               mns_facts_is_last(facts, r->key, r->value);
    }
    if (!shows_order(facts, r->shown_by, r->key)) {
        return false;
    }
    uint32_t spine = facts->history->tables.mops.spine[r->shown_by];
    uint32_t earlier = mns_facts_rank(facts, spine, r->value);
    uint32_t later = mns_facts_rank(facts, spine, r->next);
    return earlier != MNS_NONE && later != MNS_NONE && later == earlier + 1;
}

/* The spine of S if the read is a prefix of it, or MNS_NONE. */
static uint32_t order_around(const mns_facts *facts, uint32_t read) {
    uint32_t spine = facts->main[facts->history->tables.mops.key[read]];
    return spine != MNS_NONE && mns_facts_begins(facts, spine, read) ? spine : MNS_NONE;
}

/* Is the element the last of the list that was read, repeated ones aside? */
static bool ends_with(const mns_facts *facts, uint32_t read, mns_value element) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&facts->history->tables, read, &count);
    if (count == 0) {
        return false;
    }
    if (list[count - 1] == element) {
        return true;
    }
    uint32_t spine = order_around(facts, read);
    return spine != MNS_NONE && mns_facts_rank(facts, spine, element) != MNS_NONE &&
           mns_facts_rank(facts, spine, element) == mns_facts_distinct(facts, spine, count);
}

static bool follows_wr(const mns_facts *facts, const mns_reason *r) {
    return mns_facts_appends(facts, r->from_mop, r->key, r->value) &&
           mns_facts_reads(facts, r->to_mop, r->key) && ends_with(facts, r->to_mop, r->value);
}

/* The order does not have the missed element: then the read must have seen all of the order. */
static bool missed_unread(const mns_facts *facts, const mns_reason *r) {
    if (mns_facts_in_order(facts, r->key, r->next)) {
        return false;
    }
    uint32_t count = facts->history->tables.mops.value[r->from_mop];
    if (facts->main[r->key] == MNS_NONE) {
        return count == 0;
    }
    uint32_t spine = order_around(facts, r->from_mop);
    return spine != MNS_NONE && mns_facts_distinct(facts, spine, count) == facts->distinct[spine];
}

static bool follows_rw(const mns_facts *facts, const mns_reason *r) {
    if (!mns_facts_reads(facts, r->from_mop, r->key) ||
        !mns_facts_appends(facts, r->to_mop, r->key, r->next)) {
        return false;
    }
    uint32_t count = facts->history->tables.mops.value[r->from_mop];
    bool named = count == 0 ? r->value == MNS_VALUE_NONE : ends_with(facts, r->from_mop, r->value);
    if (!named) {
        return false;
    }
    if (r->shown_by == MNS_NONE) {
        return missed_unread(facts, r);
    }
    if (!shows_order(facts, r->shown_by, r->key)) {
        return false;
    }
    uint32_t spine = facts->history->tables.mops.spine[r->shown_by];
    return mns_facts_begins(facts, spine, r->from_mop) &&
           mns_facts_rank(facts, spine, r->next) == mns_facts_distinct(facts, spine, count) + 1;
}

/* Only the completion of an ok transaction is an end; an info one may take effect any time. */
static bool follows_order(const mns_facts *facts, mns_kind kind, uint32_t from, uint32_t to) {
    const mns_history *history = facts->history;
    const mns_txns *txns = &history->txns;
    if (txns->type[from] != MNS_TXN_OK || txns->complete[from] == MNS_NONE) {
        return false;
    }
    if (kind == MNS_REALTIME) {
        return txns->invoke[to] != MNS_NONE && txns->complete[from] < txns->invoke[to];
    }
    uint32_t start = history->completions_only ? txns->complete[to] : txns->invoke[to];
    return txns->process[from] == txns->process[to] && start != MNS_NONE &&
           txns->complete[from] < start;
}

static bool step_follows(const mns_facts *facts, const mns_witness *w, const mns_step *step) {
    const mns_reason *r = &step->reason;
    uint32_t from = w->txns[step->from];
    uint32_t to = w->txns[step->to];
    if (from == to) {
        return false;
    }
    if (r->kind == MNS_PROCESS || r->kind == MNS_REALTIME) {
        return follows_order(facts, r->kind, from, to);
    }
    if (r->key >= facts->history->tables.keys.count || !mns_facts_owns(facts, from, r->from_mop) ||
        !mns_facts_owns(facts, to, r->to_mop)) {
        return false;
    }
    switch (r->kind) {
    case MNS_WW: return follows_ww(facts, r);
    case MNS_WR: return follows_wr(facts, r);
    case MNS_RW: return follows_rw(facts, r);
    default: return false;
    }
}

/* ---- The cycle as a whole ------------------------------------------------------------------- */

/* Transactions exist, count, and are named once each. */
static bool txns_count(mns_facts *facts, const mns_witness *w) {
    uint32_t mark = ++facts->stamped;
    for (uint32_t i = 0; i < w->txn_count; i++) {
        uint32_t txn = w->txns[i];
        if (txn >= facts->history->txns.count || !facts->counts[txn] || facts->stamp[txn] == mark) {
            return false;
        }
        facts->stamp[txn] = mark;
    }
    return w->txn_count >= 2;
}

/* The steps go from T1 to T2 to ... to T1. */
static bool steps_close(const mns_witness *w) {
    for (uint32_t i = 0; i < w->step_count; i++) {
        if (w->steps[i].from != i || w->steps[i].to != (i + 1) % w->step_count) {
            return false;
        }
    }
    return w->step_count == w->txn_count;
}

typedef struct tally {
    uint32_t wr, rw, process, realtime;
    bool adjacent; /* two rw steps in succession */
    bool open;     /* a ww step to an append of an info transaction that the order does not show: if
                      that was rolled back this is no G0, but then its being seen is a G1a */
} tally;

static tally count_kinds(const mns_facts *facts, const mns_witness *w) {
    tally t = {0, 0, 0, 0, false, false};
    for (uint32_t i = 0; i < w->step_count; i++) {
        mns_kind kind = w->steps[i].reason.kind;
        mns_kind next = w->steps[(i + 1) % w->step_count].reason.kind;
        t.wr += kind == MNS_WR;
        t.rw += kind == MNS_RW;
        t.process += kind == MNS_PROCESS;
        t.realtime += kind == MNS_REALTIME;
        t.adjacent = t.adjacent || (kind == MNS_RW && next == MNS_RW);
        uint32_t to = w->txns[(i + 1) % w->txn_count];
        t.open = t.open || (kind == MNS_WW && w->steps[i].reason.shown_by == MNS_NONE &&
                            facts->history->txns.type[to] == MNS_TXN_INFO);
    }
    return t;
}

static bool has_form(const tally *t, mns_form form) {
    switch (form) {
    case MNS_FORM_WW: return t->rw == 0 && t->wr == 0 && !t->open;
    case MNS_FORM_WWR: return t->rw == 0 && (t->wr > 0 || t->open);
    case MNS_FORM_SINGLE: return t->rw == 1;
    case MNS_FORM_NONADJACENT: return t->rw >= 2 && !t->adjacent;
    case MNS_FORM_ITEM: return t->rw >= 2;
    default: return false;
    }
}

static bool has_order(const tally *t, mns_order order) {
    switch (order) {
    case MNS_ORDER_NONE: return t->process == 0 && t->realtime == 0;
    case MNS_ORDER_PROCESS: return t->process > 0 && t->realtime == 0;
    case MNS_ORDER_REALTIME: return t->process == 0 && t->realtime > 0;
    default: return false;
    }
}

static bool is_classified(const mns_facts *facts, const mns_witness *w) {
    tally t = count_kinds(facts, w);
    mns_order order = mns_anomaly_order(w->anomaly);
    for (int form = 0; form < MNS_FORM_COUNT; form++) {
        if (mns_cycle_anomaly((mns_form)form, order) == w->anomaly) {
            return has_form(&t, (mns_form)form) && has_order(&t, order);
        }
    }
    return false;
}

bool mns_recheck_cycle(mns_facts *facts, const mns_witness *witness) {
    if (!txns_count(facts, witness) || !steps_close(witness) || !is_classified(facts, witness)) {
        return false;
    }
    for (uint32_t i = 0; i < witness->step_count; i++) {
        if (!step_follows(facts, witness, &witness->steps[i])) {
            return false;
        }
    }
    return true;
}
