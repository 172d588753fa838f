/*
 * recheck.c - the independent re-checker; see recheck.h.
 *
 * In: the history and the witnesses (their transactions, steps and micro-operations, not their
 * texts). Out: the first witness that does not follow from the history, if any. Facts about the
 * whole history are derived once (recheck_facts.c); then each witness is checked against the
 * definition of its anomaly (recheck_cycle.c, recheck_case.c). Nothing from the stages that found
 * the witness is used. Cost: one pass over the history, and the witnesses.
 */
#include "recheck/recheck.h"

#include "recheck/recheck_rules.h"

minos_status mns_recheck(const mns_history *history, const mns_assumptions *assumptions,
                         const mns_witnesses *witnesses, size_t *rejected) {
    if (witnesses->count == 0) {
        return MINOS_OK;
    }
    mns_facts facts;
    minos_status status = mns_facts_derive(&facts, history, assumptions, witnesses);
    if (status != MINOS_OK) {
        return status;
    }
    for (size_t i = 0; i < witnesses->count && status == MINOS_OK; i++) {
        const mns_witness *witness = &witnesses->items[i];
        bool follows = witness->step_count > 0 ? mns_recheck_cycle(&facts, witness)
                                               : mns_recheck_case(&facts, witness);
        if (!follows) {
            *rejected = i;
            status = facts.failed ? MINOS_ENOMEM : MINOS_EINTERNAL;
        }
    }
    mns_facts_release(&facts);
    return status;
}
