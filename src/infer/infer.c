/* infer.c - the datatype of a history decides how its versions are ordered; see infer.h. */
#include "infer/infer.h"

#include "core/grow.h"
#include "infer/observation_invariants.h"
#include "infer/register_orders.h"

minos_status mns_infer_versions(mns_observation *observation, const mns_history *history,
                                const mns_assumptions *assumptions, unsigned threads) {
    memset(observation, 0, sizeof *observation);
    observation->history = history;
    observation->transaction_order = assumptions->transaction_order;
    observation->by_predicate = history->workload == MNS_SET && !assumptions->sets_are_objects;
    observation->outcome = MNS_NEW_ARRAY(uint8_t, history->txns.count);
    if (observation->outcome == NULL) {
        return MINOS_ENOMEM;
    }
    minos_status status = mns_repeated_keys_find(&observation->repeated_keys, history, threads);
    if (status != MINOS_OK) {
        return status;
    }
    switch (history->workload) {
    case MNS_RW_REGISTER: status = mns_infer_registers(observation); break;
    case MNS_SET: status = mns_infer_set_orders(observation); break;
    case MNS_COUNTER: status = mns_infer_counters(observation); break;
    default: status = mns_infer_list_append(observation, threads);
    }
    return status;
}

minos_status mns_infer_version_orders(mns_observation *o, const mns_assumptions *assumptions) {
    if (o->history->workload == MNS_RW_REGISTER && !mns_order_registers(o, assumptions)) {
        return MINOS_ENOMEM;
    }
    mns_assert_observation(o);
    return MINOS_OK;
}

minos_status mns_infer(mns_observation *observation, const mns_history *history,
                       const mns_assumptions *assumptions, unsigned threads) {
    minos_status status = mns_infer_versions(observation, history, assumptions, threads);
    return status == MINOS_OK ? mns_infer_version_orders(observation, assumptions) : status;
}

minos_status mns_infer_orders(mns_observation *o) {
    bool lists = o->history->workload == MNS_LIST_APPEND;
    if (!lists && o->history->workload != MNS_RW_REGISTER) {
        return MINOS_OK; /* what they read says all that is known */
    }
    bool good = (!lists || mns_find_unseen_appends(o)) &&
                mns_order_by_lemmas(o, &o->version_graph, MNS_LEMMAS_ALL);
    if (good) {
        mns_assert_version_edges(o);
    }
    return good ? MINOS_OK : MINOS_ENOMEM;
}

void mns_observation_release(mns_observation *observation) {
    free(observation->outcome);
    mns_repeated_keys_release(&observation->repeated_keys);
    mns_versions_release(&observation->versions);
    mns_version_graph_release(&observation->version_graph);
    mns_set_orders_release(&observation->sets);
    mns_counters_release(&observation->counters);
    memset(observation, 0, sizeof *observation);
}
