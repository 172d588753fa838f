/*
 * certify.c - see certify.h.
 *
 * Searches are tried from the strongest model to the weakest, and for one model from the narrowest
 * class of executions to the widest; the first execution that passes its replay ends the search.
 */
#include "certify/certify.h"

#include "judge/judge.h"
#include "schedule/schedule.h"
#include "verify/verify.h"

typedef struct search {
    mns_model model;
    mns_candidates kept;
    bool needs_times; /* pointless in a history of completions only */
} search;

static const search searches[] = {
    {MNS_M_PL_SS, {MNS_ORDER_REALTIME, false, false}, true},
    {MNS_M_STRONG_SESSION_SERIALIZABLE, {MNS_ORDER_PROCESS, true, false}, true},
    {MNS_M_STRONG_SESSION_SERIALIZABLE, {MNS_ORDER_PROCESS, false, false}, false},
    {MNS_M_PL_3, {MNS_ORDER_NONE, true, false}, true},
    {MNS_M_PL_3, {MNS_ORDER_NONE, false, false}, false},
    {MNS_M_STRONG_SNAPSHOT_ISOLATION, {MNS_ORDER_REALTIME, false, true}, true},
    {MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, {MNS_ORDER_PROCESS, true, true}, true},
    {MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, {MNS_ORDER_PROCESS, false, true}, false},
    {MNS_M_PL_SI, {MNS_ORDER_NONE, true, true}, true},
    {MNS_M_PL_SI, {MNS_ORDER_NONE, false, true}, false},
};

void mns_proofs_release(mns_proofs *proofs) {
    for (size_t i = 0; i < proofs->count; i++) {
        mns_execution_release(&proofs->items[i].execution);
    }
    proofs->count = 0;
}

/* *reason: NULL if the search proved its model. */
static minos_status try_search(const mns_observation *o, const mns_assumptions *assumptions,
                               const search *s, mns_proofs *proofs, const char **reason) {
    mns_execution execution;
    mns_schedule_effort effort;
    minos_status status = mns_schedule(o, s->kept, &execution, reason, &effort);
    if (status != MINOS_OK || *reason != NULL) {
        return status;
    }
    bool accepted = false;
    mns_misfit misfit;
    status = mns_verify(o->history, assumptions, s->model, &execution, &accepted, &misfit);
    if (status != MINOS_OK || !accepted) {
        *reason = "the execution that was found does not pass its replay";
        mns_execution_release(&execution);
        return status;
    }
    assert(proofs->count < MNS_LIMIT_PROOFS);
    proofs->items[proofs->count++] = (mns_proof){s->model, execution};
    return MINOS_OK;
}

minos_status mns_certify(const mns_observation *o, const mns_assumptions *assumptions,
                         const bool ruled_out[MNS_MODEL_COUNT], mns_certified *certified,
                         mns_proofs *proofs) {
    const char *first_reason = NULL;
    bool proved[MNS_MODEL_COUNT] = {false};
    for (size_t i = 0; i < MNS_COUNT_OF(searches); i++) {
        const search *s = &searches[i];
        if (ruled_out[s->model] || proved[s->model] || (s->needs_times && o->history->completions_only)) {
            continue;
        }
        const char *reason = NULL;
        minos_status status = try_search(o, assumptions, s, proofs, &reason);
        if (status != MINOS_OK) {
            return status;
        }
        if (reason == NULL) {
            certified->models[s->model] = proved[s->model] = true;
            mns_models_add_weaker(proved);
            continue;
        }
        first_reason = first_reason == NULL ? reason : first_reason;
    }
    certified->reason = first_reason != NULL ? first_reason
                                             : "Minos only searches for serial executions so far";
    return MINOS_OK;
}
