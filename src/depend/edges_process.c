/*
 * edges_process.c - process order (edges_order.h), as steps from each transaction to the next.
 *
 *     process 3:   T1 ok       T2 info      T3 ok           T1 -> T2, T1 -> T3
 *
 * O(transactions).
 */
#include "core/grow.h"
#include "depend/edges_order.h"
#include "depend/graph_builder.h"

/* A process invokes only after its last transaction completed, and rows are in the order of
 * completion: the last ok row of the process is the one that precedes. */
uint32_t *mns_process_previous(const mns_observation *o) {
    const mns_history *history = o->history;
    const mns_txns *txns = &history->txns;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, history->process_count);
    uint32_t *previous = MNS_NEW_ARRAY(uint32_t, txns->count);
    if (last == NULL || previous == NULL) {
        free(last);
        free(previous);
        return NULL;
    }
    memset(last, 0xFF, history->process_count * sizeof *last); /* MNS_NONE */
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t *own = &last[txns->process[txn]];
        previous[txn] = *own;
        assert(*own == MNS_NONE || mns_order_edge(o, *own, txn, MNS_PROCESS));
        if (txns->type[txn] == MNS_TXN_OK) {
            *own = txn;
        }
    }
    free(last);
    return previous;
}

void mns_add_process_edges(const mns_observation *o, const uint32_t *previous,
                           mns_graph_builder *builder) {
    for (uint32_t txn = 0; txn < o->history->txns.count; txn++) {
        if (previous[txn] != MNS_NONE && mns_txn_counts(o, txn)) {
            mns_builder_edge(builder, previous[txn], txn, MNS_PROCESS);
        }
    }
}
