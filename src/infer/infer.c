/* infer.c - the datatype of a history decides how its versions are ordered; see infer.h. */
#include "infer/infer.h"

#include "core/grow.h"

minos_status mns_infer(mns_observation *observation, const mns_history *history,
                       const mns_assumptions *assumptions, unsigned threads) {
    memset(observation, 0, sizeof *observation);
    observation->history = history;
    observation->transaction_order = assumptions->transaction_order;
    observation->by_predicate = history->workload == MNS_SET && !assumptions->sets_are_objects;
    observation->outcome = MNS_NEW_ARRAY(uint8_t, history->txns.count);
    if (observation->outcome == NULL) {
        return MINOS_ENOMEM;
    }
    minos_status status = mns_revisits_find(&observation->revisits, history, threads);
    if (status != MINOS_OK) {
        return status;
    }
    switch (history->workload) {
    case MNS_RW_REGISTER: return mns_infer_registers(observation, assumptions);
    case MNS_SET: return mns_infer_set_orders(observation);
    case MNS_COUNTER: return mns_infer_counters(observation);
    default: return mns_infer_list_append(observation, threads);
    }
}

void mns_observation_release(mns_observation *observation) {
    free(observation->outcome);
    mns_revisits_release(&observation->revisits);
    mns_versions_release(&observation->versions);
    mns_registers_release(&observation->registers);
    mns_set_orders_release(&observation->sets);
    mns_counters_release(&observation->counters);
    memset(observation, 0, sizeof *observation);
}
