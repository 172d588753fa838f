/*
 * process.c - process order: what a process did one after the other.
 *
 *     process 3:   T1 ok       T2 info      T3 ok           T1 -> T2, T1 -> T3
 *
 * An ok transaction precedes the next ones of its process. An info transaction may take effect
 * long after its process went on, so nothing follows from it; but it did begin after the ok one
 * before it, so if it committed (it counts) it comes after that.
 */
#include "depend/edges.h"

void mns_depend_process(const mns_observation *o, const uint32_t *events, uint32_t *last,
                        mns_edges *edges) {
    const mns_history *history = o->history;
    for (uint32_t p = 0; p < history->process_count; p++) {
        last[p] = MNS_NONE;
    }
    for (uint64_t i = 0; i < history->operations; i++) {
        if (events[i] == MNS_NONE) {
            continue;
        }
        uint32_t txn = events[i] >> 1;
        uint32_t *before = &last[history->txns.process[txn]];
        bool begins = (events[i] & 1) == 0 || history->completions_only;
        if (begins && *before != MNS_NONE) {
            mns_edge(edges, *before, txn, MNS_PROCESS);
        }
        if ((events[i] & 1) != 0 && history->txns.type[txn] == MNS_TXN_OK) {
            *before = txn;
        }
    }
}
