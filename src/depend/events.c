/*
 * events.c - the invocations and completions of the transactions that count, in their order.
 *
 * In a history of completions only, a completion stands for both, as process order needs it.
 */
#include "core/grow.h"
#include "depend/edges.h"

uint32_t *mns_events(const mns_observation *o) {
    const mns_txns *txns = &o->history->txns;
    size_t positions = o->history->operations;
    uint32_t *events = MNS_NEW_ARRAY(uint32_t, positions);
    if (events == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < positions; i++) {
        events[i] = MNS_NONE;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        if (!mns_txn_counts(o, txn)) {
            continue;
        }
        if (txns->invoke[txn] != MNS_NONE) {
            events[txns->invoke[txn]] = txn << 1;
        }
        if (txns->complete[txn] != MNS_NONE) {
            events[txns->complete[txn]] = txn << 1 | 1;
        }
    }
    return events;
}
