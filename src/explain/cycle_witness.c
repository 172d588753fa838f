/*
 * cycle_witness.c - the witness of a cycle.
 *
 * In: transactions and the kind of each step. Out: T1, T2, ... and a sentence for each step:
 *
 *     Let:
 *       T1 = {...}
 *       T2 = {...}
 *
 *     Then:
 *       - T1 < T2, because T1 did not observe T2's append of 8 to 255.
 *       - However, T2 < T1, because T1 observed T2's append of 9 to 256: a contradiction!
 *
 * Transactions are numbered by time (time_order.h), so the steps need not begin with T1. The cycle
 * is rotated so that it is easy to read: it begins with an rw step (of the transaction
 * with the least id); without rw steps it ends with a process or realtime step, which is the
 * clearest contradiction; else it begins with the least id. Cost: linear in the steps and the
 * lists shown.
 */
#include "core/grow.h"
#include "explain/focus.h"
#include "explain/phrase.h"
#include "explain/shape.h"
#include "explain/time_order.h"
#include "explain/witness_build.h"

/* Ranks step i as the start of the cycle: lower is better. */
static int start_rank(const uint32_t *kinds, uint32_t length, uint32_t i) {
    uint32_t before = kinds[(i + length - 1) % length];
    if (mns_kind_base((mns_kind)kinds[i]) == MNS_RW) {
        return 0;
    }
    return before == MNS_PROCESS || before == MNS_REALTIME ? 1 : 2;
}

static uint32_t best_start(const uint32_t *txns, const uint32_t *kinds, uint32_t length) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < length; i++) {
        int rank = start_rank(kinds, length, i);
        int best_rank = start_rank(kinds, length, best);
        if (rank < best_rank || (rank == best_rank && txns[i] < txns[best])) {
            best = i;
        }
    }
    return best;
}

/* The reason of a step. A ww edge that holds unless there is a G1c is replaced by a wr edge between
 * the same transactions, if there is one: it is simpler and needs no such condition. */
static bool find_reason(const mns_observation *o, uint32_t from, uint32_t to, mns_kind kind,
                        mns_reason *reason) {
    return (kind == MNS_WW_OPEN && mns_reason_find(o, from, to, MNS_WR, reason)) ||
           mns_reason_find(o, from, to, kind, reason);
}

/* Numbers the transactions by time and finds the reason of each step. */
static minos_status fill_steps(const mns_observation *o, const uint32_t *txns,
                               const uint32_t *kinds, const mns_time_order *order,
                               mns_witness *witness) {
    uint32_t length = witness->step_count;
    uint32_t start = best_start(txns, kinds, length);
    for (uint32_t i = 0; i < length; i++) {
        mns_step *step = &witness->steps[i];
        uint32_t from = (start + i) % length;
        uint32_t to = (start + i + 1) % length;
        witness->txns[i] = mns_time_order_txn(order, i);
        step->from = mns_time_order_place(order, o->history, txns[from]);
        step->to = mns_time_order_place(order, o->history, txns[to]);
        witness->leaving[step->from] = i;
        if (!find_reason(o, txns[from], txns[to], (mns_kind)kinds[from], &step->reason)) {
            return MINOS_EINTERNAL;
        }
    }
    return MINOS_OK;
}

static void write_text(const mns_explainer *explainer, const mns_witness *witness, mns_buf *out) {
    const mns_history *history = explainer->o->history;
    mns_buf_str(out, "Let:\n");
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        mns_focus_storage storage;
        const mns_focus focus = mns_focus_of_cycle(witness, i, &storage);
        mns_phrase_let(history, witness, i, &focus, out);
    }
    mns_buf_str(out, "\nThen:\n");
    for (uint32_t i = 0; i < witness->step_count; i++) {
        const mns_step *step = &witness->steps[i];
        bool last = i + 1 == witness->step_count;
        mns_buf_str(out, last ? "  - However, " : "  - ");
        mns_phrase(history, out, "%T < %T, because ", step->from, step->to);
        mns_buf_str(out, step->text);
        mns_buf_str(out, last ? ": a contradiction!\n" : ".\n");
    }
    mns_evidence_write(explainer, witness, out);
}

minos_status mns_witness_of_cycle(const mns_observation *o, const mns_cycles *cycles,
                                  const mns_cycle *cycle, mns_witness *witness) {
    const uint32_t *txns = cycles->txns + cycle->first;
    const uint32_t *kinds = cycles->kinds + cycle->first;
    assert(cycle->length >= 2);
    witness->anomaly = cycle->anomaly;
    witness->key = MNS_NONE;
    witness->element = MNS_VALUE_NONE;
    witness->txns = MNS_NEW_ARRAY(uint32_t, cycle->length);
    witness->steps = MNS_NEW_ARRAY(mns_step, cycle->length);
    witness->leaving = MNS_NEW_ARRAY(uint32_t, cycle->length);
    mns_time_order order;
    if (witness->txns == NULL || witness->steps == NULL || witness->leaving == NULL ||
        !mns_time_order_init(&order, o->history, txns, cycle->length)) {
        return MINOS_ENOMEM;
    }
    witness->txn_count = witness->step_count = cycle->length;
    minos_status status = fill_steps(o, txns, kinds, &order, witness);
    mns_time_order_release(&order);
    return status == MINOS_OK ? mns_witness_derive(o, witness) : status;
}

minos_status mns_cycle_write(const mns_explainer *explainer, mns_witness *witness) {
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < witness->step_count; i++) {
        mns_phrase_step(explainer->o->history, witness, &witness->steps[i], &text);
        witness->steps[i].text = mns_buf_take(&text, NULL);
        if (witness->steps[i].text == NULL) {
            return MINOS_ENOMEM;
        }
    }
    witness->name = mns_shape_of_cycle(witness, explainer->o->history->workload);
    write_text(explainer, witness, &text);
    witness->text = mns_buf_take(&text, NULL);
    return witness->text == NULL ? MINOS_ENOMEM : MINOS_OK;
}
