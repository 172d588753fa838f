/*
 * events.c - the invocations and completions of transactions that count, in the order of the
 * history.
 */
#include "core/grow.h"
#include "depend/graph_builder.h"

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
        assert(txns->invoke[txn] == MNS_NONE || txns->complete[txn] == MNS_NONE ||
               txns->invoke[txn] < txns->complete[txn]);
        if (txns->invoke[txn] != MNS_NONE) {
            events[txns->invoke[txn]] = txn << 1;
        }
        if (txns->complete[txn] != MNS_NONE) {
            events[txns->complete[txn]] = txn << 1 | 1;
        }
    }
    return events;
}
