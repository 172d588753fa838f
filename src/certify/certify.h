/*
 * certify.h - proves models by executions: what to search for, and the replay of what is found.
 *
 * In: an observation and the models that are ruled out. Out: the models that an execution proves,
 * and these executions. Strong models come first, because an execution of a stronger model proves
 * the weaker ones. Nothing counts that verify has not replayed.
 */
#ifndef MNS_CERTIFY_H
#define MNS_CERTIFY_H

#include "claim/assumptions.h"
#include "infer/infer.h"
#include "judge/certified.h"
#include "verify/execution.h"

/* The most executions that a check keeps: one that is serial, and one of snapshot isolation. */
#define MNS_LIMIT_PROOFS 4

typedef struct mns_proof {
    mns_model model; /* the strongest that the execution proves */
    mns_execution execution;
} mns_proof;

typedef struct mns_proofs {
    mns_proof items[MNS_LIMIT_PROOFS];
    size_t count;
} mns_proofs;

/* If *certified says strict-serializable afterwards, nothing is ruled out and no anomaly exists, so
 * the other stages of a check have nothing to find. *enough: so it is, and a transaction saw
 * another one. Does nothing for histories where this does not follow (revealed versions or times,
 * assumptions), and for counters. Only needs mns_infer_versions. topological: of lists, an order of
 * all transactions that count, or NULL (depend.h). MINOS_OK or MINOS_ENOMEM. */
minos_status mns_certify_first(const mns_observation *observation,
                               const mns_assumptions *assumptions, const uint32_t *topological,
                               mns_certified *certified, mns_proofs *proofs, bool *enough);

/* Fills in certified->models and certified->reason. topological: an order of all transactions that
 * count, or NULL (depend.h). MINOS_OK or MINOS_ENOMEM. */
minos_status mns_certify(const mns_observation *observation, const mns_assumptions *assumptions,
                         const uint32_t *topological, const bool ruled_out[MNS_MODEL_COUNT],
                         mns_certified *certified, mns_proofs *proofs);
void mns_proofs_release(mns_proofs *proofs);

#endif
