/*
 * explain.c - builds all witnesses, has them re-checked, and writes their texts.
 *
 * Cases and cycles are sorted by anomaly in the catalog's order (a counting sort); within one
 * anomaly they keep their order, which for cycles is shortest first. Cost: linear in the output,
 * plus the re-checker's pass over the history if there is a witness.
 */
#include "explain/explain.h"

#include "core/grow.h"
#include "explain/witness_build.h"
#include "recheck/recheck.h"

/* Computes where the witnesses of each anomaly begin. */
static void count_starts(const mns_cases *cases, const mns_cycles *cycles,
                         size_t start[MNS_ANOMALY_COUNT + 1]) {
    memset(start, 0, (MNS_ANOMALY_COUNT + 1) * sizeof *start);
    for (size_t i = 0; i < cases->count; i++) {
        start[cases->items[i].anomaly + 1]++;
    }
    for (size_t i = 0; i < cycles->count; i++) {
        start[cycles->items[i].anomaly + 1]++;
    }
    for (size_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        start[a + 1] += start[a];
    }
}

static minos_status build_all(const mns_observation *o, const mns_cases *cases,
                              const mns_cycles *cycles, mns_witnesses *witnesses) {
    size_t next[MNS_ANOMALY_COUNT + 1];
    count_starts(cases, cycles, next);
    minos_status status = MINOS_OK;
    for (size_t i = 0; i < cases->count && status == MINOS_OK; i++) {
        const mns_case *item = &cases->items[i];
        status = mns_witness_of_case(o, cases, item, &witnesses->items[next[item->anomaly]++]);
    }
    for (size_t i = 0; i < cycles->count && status == MINOS_OK; i++) {
        const mns_cycle *cycle = &cycles->items[i];
        mns_witness *witness = &witnesses->items[next[cycle->anomaly]++];
        status = mns_witness_of_cycle(o, cycles, cycle, witness);
    }
    return status;
}

/* Writes the text of all witnesses. */
static minos_status write_all(const mns_observation *o, const mns_assumptions *assumptions,
                              mns_witnesses *witnesses) {
    mns_explainer explainer = {.o = o, .assumptions = assumptions};
    minos_status status = mns_commit_proofs_find(&explainer.proofs, o, witnesses);
    for (size_t i = 0; i < witnesses->count && status == MINOS_OK; i++) {
        mns_witness *witness = &witnesses->items[i];
        status = witness->step_count > 0 ? mns_cycle_write(&explainer, witness)
                                         : mns_case_write(&explainer, witness);
    }
    mns_commit_proofs_release(&explainer.proofs);
    return status;
}

minos_status mns_explain_all(const mns_observation *o, const mns_assumptions *assumptions,
                             const mns_cases *cases, const mns_cycles *cycles,
                             mns_witnesses *witnesses) {
    memset(witnesses, 0, sizeof *witnesses);
    size_t count = cases->count + cycles->count;
    witnesses->items = MNS_NEW_ARRAY(mns_witness, count);
    if (witnesses->items == NULL) {
        return MINOS_ENOMEM;
    }
    witnesses->count = witnesses->capacity = count;
    for (size_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        witnesses->total[a] = cases->total[a] + cycles->total[a];
    }
    minos_status status = build_all(o, cases, cycles, witnesses);
    if (status == MINOS_OK) {
        size_t rejected;
        status = mns_recheck(o->history, assumptions, witnesses, &rejected);
    }
    if (status == MINOS_OK) {
        status = write_all(o, assumptions, witnesses);
    }
    if (status != MINOS_OK) {
        mns_witnesses_release(witnesses);
    }
    return status;
}

static void witness_release(mns_witness *witness) {
    for (uint32_t i = 0; i < witness->step_count; i++) {
        free(witness->steps[i].text);
    }
    for (uint32_t i = 0; i < witness->derivation_count; i++) {
        free(witness->derivations[i].txns);
        free(witness->derivations[i].steps);
    }
    free(witness->derivations);
    free(witness->txns);
    free(witness->steps);
    free(witness->leaving);
    free(witness->mops);
    free(witness->text);
}

void mns_witnesses_release(mns_witnesses *witnesses) {
    for (size_t i = 0; i < witnesses->count; i++) {
        witness_release(&witnesses->items[i]);
    }
    free(witnesses->items);
    memset(witnesses, 0, sizeof *witnesses);
}
