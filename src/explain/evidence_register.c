/*
 * evidence_register.c - how the order of register versions, or of unread appends, is known.
 *
 *     - 1 precedes 2 in :x: process 3 wrote 1 (index 4) before it read 2 (index 9).
 *     - 3 precedes 4 in :y: T1 < T5 < T2 (T5 read T1's write of 7 to :z; ...), and T1 set :y to 3
 *       and T2 to 4. The opposite order would close a cycle (G1c).
 *
 * First the orders that steps depend on, then those that derivations depend on, later derivations
 * first because they depend on earlier ones. Transactions outside the witness get the next numbers
 * and are listed below. Cost: linear in the steps and derivations.
 */
#include "explain/evidence.h"
#include "explain/phrase.h"
#include "explain/sentences.h"
#include "explain/sources.h"

/* Transactions named, and steps explained, from the beginning of a derivation; the last step and
 * its two transactions are always included. */
#define LIMIT_PATH 8
#define LIMIT_OTHERS (MNS_LIMIT_EVIDENCE * (LIMIT_PATH + 2))

typedef struct orders {
    const mns_explainer *explainer;
    const mns_history *history;
    const mns_witness *witness;
    const mns_reason *shown[MNS_LIMIT_EVIDENCE];
    uint32_t shown_count;
    uint32_t others[LIMIT_OTHERS]; /* named transactions that are not in the witness */
    uint32_t other_count;
    uint32_t left_out;
    mns_buf *out;
} orders;

/* ---- Names ---------------------------------------------------------------------------------- */

/* The place of a transaction in the witness, or among the others after it. */
static uint32_t place_of(orders *s, uint32_t txn) {
    for (uint32_t i = 0; i < s->witness->txn_count; i++) {
        if (s->witness->txns[i] == txn) {
            return i;
        }
    }
    uint32_t i = 0;
    while (i < s->other_count && s->others[i] != txn) {
        i++;
    }
    assert(i < LIMIT_OTHERS);
    if (i == s->other_count) {
        s->others[s->other_count++] = txn;
    }
    return s->witness->txn_count + i;
}

static void show_others(const orders *s) {
    mns_buf_str(s->out, s->other_count > 0 ? "\nWhere:\n" : "");
    for (uint32_t i = 0; i < s->other_count; i++) {
        mns_phrase(s->history, s->out, "  %T = ", s->witness->txn_count + i);
        mns_txn_show(s->history, s->others[i], NULL, s->out);
        mns_buf_char(s->out, '\n');
    }
}

/* ---- One order ------------------------------------------------------------------------------ */

/* The class of the cycle that the opposite order would close. */
static void write_opposite(orders *s, mns_form form, mns_order order) {
    mns_buf_printf(s->out, " The opposite order would close a cycle (%s).",
                   mns_anomaly_name(mns_cycle_anomaly(form, order, false)));
}

/* True for the steps of a path that are explained: the first ones and the last. */
static bool is_explained(const mns_derivation *d, uint32_t step) {
    return step + 1 < LIMIT_PATH || step + 1 == d->step_count;
}

static void write_path(orders *s, const mns_derivation *d) {
    for (uint32_t i = 0; i <= d->step_count; i++) {
        bool named = i < LIMIT_PATH || i == d->step_count;
        if (named) {
            mns_phrase(s->history, s->out, i == 0 ? "%T" : " < %T", place_of(s, d->txns[i]));
        } else if (i == LIMIT_PATH) {
            mns_buf_str(s->out, " < ...");
        }
    }
    mns_buf_str(s->out, " (");
    for (uint32_t i = 0; i < d->step_count; i++) {
        if (!is_explained(d, i)) {
            continue;
        }
        mns_step step = {.from = place_of(s, d->txns[i]), .reason = d->steps[i]};
        step.to = place_of(s, d->txns[i + 1]);
        mns_buf_str(s->out, i == 0 ? "" : "; ");
        mns_phrase_between(s->history, d->txns + i, &step, s->out);
    }
    mns_buf_char(s->out, ')');
}

static void write_derivation(orders *s, const mns_derivation *d) {
    const mns_mops *mops = &s->history->tables.mops;
    bool read = mns_mop_is_read(mops, d->to_mop);
    write_path(s, d);
    const mns_terms terms = {.a = place_of(s, d->txns[0]),
                             .b = place_of(s, d->txns[d->step_count]),
                             .value = mops->value[d->from_mop],
                             .next = mops->value[d->to_mop],
                             .key = d->key};
    const char *accesses = ", and %A set %K to %V and %B to %N.";
    if (s->history->workload == MNS_LIST_APPEND) {
        accesses = ", and %A appended %V to %K and %B appended %N.";
    } else if (read) {
        accesses = ", and %A set %K to %V and %B read it as %N.";
    }
    mns_sentence_write(s->history, s->out, accesses, &terms);
    write_opposite(s, d->form, d->order);
}

static void write_source(orders *s, const mns_reason *r) {
    mns_order order = mns_kind_order(r->rests_on);
    mns_source_write(s->history, r->source, r->shown_by, r->shown_also, s->out);
    mns_buf_char(s->out, '.');
    if (r->source == MNS_BY_WFR && !s->explainer->assumptions->wfr) {
        write_opposite(s, MNS_FORM_WWR, MNS_ORDER_NONE);
    } else if (order != MNS_ORDER_NONE) {
        write_opposite(s, MNS_FORM_SINGLE, order);
    }
}

/* ---- All orders ----------------------------------------------------------------------------- */

static bool is_shown(const orders *s, const mns_reason *r) {
    for (uint32_t i = 0; i < s->shown_count; i++) {
        const mns_reason *known = s->shown[i];
        if (known->key == r->key && known->value == r->value && known->next == r->next) {
            return true;
        }
    }
    return false;
}

static void show(orders *s, const mns_reason *r) {
    bool ordered = r->kind == MNS_WW || r->kind == MNS_RW;
    if (!ordered || r->source == MNS_BY_INITIAL || is_shown(s, r)) {
        return;
    }
    if (s->shown_count == MNS_LIMIT_EVIDENCE) {
        s->left_out++;
        return;
    }
    const mns_terms terms = {.value = r->value, .next = r->next, .key = r->key};
    s->shown[s->shown_count++] = r;
    mns_sentence_write(s->history, s->out, "  - %V precedes %N in %K: ", &terms);
    if (r->source == MNS_BY_LEMMA) {
        write_derivation(s, &s->witness->derivations[r->lemma]);
    } else {
        write_source(s, r);
    }
    mns_buf_char(s->out, '\n');
}

uint32_t mns_evidence_orders(const mns_explainer *explainer, const mns_witness *witness,
                             mns_buf *others, mns_buf *out) {
    orders s = {
        .explainer = explainer, .history = explainer->o->history, .witness = witness, .out = out};
    for (uint32_t i = 0; i < witness->step_count; i++) {
        show(&s, &witness->steps[i].reason);
    }
    for (uint32_t d = witness->derivation_count; d > 0; d--) {
        const mns_derivation *derivation = &witness->derivations[d - 1];
        for (uint32_t i = 0; i < derivation->step_count; i++) {
            show(&s, &derivation->steps[i]);
        }
    }
    s.out = others;
    show_others(&s);
    return s.left_out;
}
