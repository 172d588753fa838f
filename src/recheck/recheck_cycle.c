/*
 * recheck_cycle.c - does a cycle follow from the history?
 *
 * Each step must be a dependency by definition, the steps must form a cycle, and the cycle must be
 * of the class of the anomaly. ww, wr and rw are defined by datatype (recheck_list.c and the like);
 *
 *   process   one process, and the first was ok before the second began
 *   realtime  the first was ok before the second was invoked
 *
 * A step may hold only on the condition that another anomaly is absent (edge_kinds.def). Its kind
 * names the condition, which must be at least that of its definition, and the cycle is at least of
 * that class.
 */
#include "recheck/recheck_rules.h"

/* ---- Steps ---------------------------------------------------------------------------------- */

/* True for one of the kinds of the catalog. */
static bool is_kind(mns_kind kind) {
    unsigned all = mns_kinds_within(MNS_FORM_ITEM, MNS_ORDER_PROCESS) |
                   mns_kinds_within(MNS_FORM_ITEM, MNS_ORDER_REALTIME);
    unsigned bit = (unsigned)kind;
    return bit != 0 && (bit & (bit - 1)) == 0 && (bit & all) != 0;
}

bool mns_recheck_step(const mns_facts *facts, const mns_reason *r, uint32_t from, uint32_t to) {
    if (from == to || !is_kind(r->kind) || !is_kind(r->rests_on) ||
        mns_kind_base(r->rests_on) != r->kind ||
        (r->rests_on == MNS_RW_SEEN && facts->history->workload != MNS_COUNTER)) {
        return false;
    }
    if (r->kind == MNS_PROCESS || r->kind == MNS_REALTIME) {
        return mns_facts_precedes(facts, mns_kind_order(r->kind), from, to);
    }
    if (r->key >= facts->history->tables.keys.count || !mns_facts_owns(facts, from, r->from_mop) ||
        !mns_facts_owns(facts, to, r->to_mop)) {
        return false;
    }
    mns_condition least = {mns_kind_form(r->kind), MNS_ORDER_NONE};
    bool follows = false;
    switch (facts->history->workload) {
    case MNS_LIST_APPEND: follows = mns_recheck_list_step(facts, r, &least); break;
    case MNS_RW_REGISTER: follows = mns_recheck_register_step(facts, r, &least); break;
    case MNS_SET: follows = mns_recheck_set_step(facts, r, &least); break;
    case MNS_COUNTER: follows = mns_recheck_counter_step(facts, r, &least); break;
    default: break;
    }
    return follows && mns_kind_form(r->rests_on) >= least.form &&
           mns_kind_order(r->rests_on) >= least.order;
}

/* ---- The cycle as a whole ------------------------------------------------------------------- */

/* Transactions must exist, count, and occur once each. */
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

/* Each step must begin where the one before ends, and each transaction must have one that begins
 * there. */
static bool steps_close(mns_facts *facts, const mns_witness *w) {
    uint32_t mark = ++facts->stamped;
    for (uint32_t i = 0; i < w->step_count; i++) {
        const mns_step *step = &w->steps[i], *next = &w->steps[(i + 1) % w->step_count];
        if (step->from >= w->txn_count || step->to != next->from ||
            facts->stamp[w->txns[step->from]] == mark) {
            return false;
        }
        facts->stamp[w->txns[step->from]] = mark;
    }
    return w->step_count == w->txn_count;
}

typedef struct tally {
    uint32_t rw, process, realtime;
    bool adjacent;  /* two rw steps in succession */
    mns_form least; /* the strongest condition of a single step */
} tally;

static tally count_kinds(const mns_witness *w) {
    tally t = {0, 0, 0, false, MNS_FORM_WW};
    for (uint32_t i = 0; i < w->step_count; i++) {
        const mns_reason *r = &w->steps[i].reason;
        mns_kind next = w->steps[(i + 1) % w->step_count].reason.kind;
        mns_form form = mns_kind_form(r->rests_on);
        mns_order order = mns_kind_order(r->rests_on);
        t.rw += r->kind == MNS_RW;
        t.process += order == MNS_ORDER_PROCESS;
        t.realtime += order == MNS_ORDER_REALTIME;
        /* the unknown increments between two reads of a counter separate the rw from the next */
        t.adjacent =
            t.adjacent || (r->kind == MNS_RW && r->rests_on != MNS_RW_SEEN && next == MNS_RW);
        t.least = form > t.least ? form : t.least;
    }
    return t;
}

/* With less than two rw the form is that of the step with the strongest condition; with more it
 * also matters whether two are adjacent, except for G2-item and G2. */
static bool has_form(const tally *t, mns_form form) {
    mns_form several = t->adjacent ? MNS_FORM_ITEM : MNS_FORM_NONADJACENT;
    mns_form shape = t->rw < 2 ? MNS_FORM_WW : several;
    mns_form found = shape > t->least ? shape : t->least;
    return form == found || (form == MNS_FORM_ITEM && found == MNS_FORM_NONADJACENT);
}

static bool has_order(const tally *t, mns_order order) {
    switch (order) {
    case MNS_ORDER_NONE: return t->process == 0 && t->realtime == 0;
    case MNS_ORDER_PROCESS: return t->process > 0 && t->realtime == 0;
    case MNS_ORDER_REALTIME: return t->process == 0 && t->realtime > 0;
    default: return false;
    }
}

/* An element missing from a set stored as rows was missed by a search, so its cycles are not on
 * items. */
static bool is_by_predicate(const mns_facts *facts) {
    return facts->history->workload == MNS_SET && !facts->assumptions->sets_are_objects;
}

static bool is_classified(const mns_facts *facts, const mns_witness *w) {
    tally t = count_kinds(w);
    mns_order order = mns_anomaly_order(w->anomaly);
    for (int form = 0; form < MNS_FORM_COUNT; form++) {
        if (mns_cycle_anomaly((mns_form)form, order, is_by_predicate(facts)) == w->anomaly) {
            return has_form(&t, (mns_form)form) && has_order(&t, order);
        }
    }
    return false;
}

bool mns_recheck_cycle(mns_facts *facts, const mns_witness *witness) {
    if (!txns_count(facts, witness) || !steps_close(facts, witness) ||
        !mns_recheck_derivations(facts, witness)) {
        return false;
    }
    for (uint32_t i = 0; i < witness->step_count; i++) {
        const mns_step *step = &witness->steps[i];
        if (!mns_recheck_step(facts, &step->reason, witness->txns[step->from],
                              witness->txns[step->to])) {
            return false;
        }
    }
    return is_classified(facts, witness);
}
