/*
 * realtime.c - real-time order: A completed before B was invoked.
 *
 * The order relates almost every pair, and even its transitive reduction has a number of edges
 * that grows with concurrency. Barriers make it linear:
 *
 *     time      ----- A ----|         |--- C ---
 *               ------- B ------|     |------- D ---
 *
 *               A, B -> barrier -> C, D           barrier -> next barrier -> ...
 *
 * When an invocation arrives after completions, a new barrier gathers these completions and the
 * barrier before; it leads to every invocation until the next. At most n barriers and 3n edges,
 * whatever the concurrency. B is reachable from A through barriers alone if and only if A completed
 * before B was invoked.
 *
 * An info transaction gets edges in (it cannot take effect before it was invoked) but none out (it
 * may take effect at any time after). Failed ones are left out.
 */
#include "depend/edges.h"

void mns_depend_realtime(const mns_observation *o, const uint32_t *events, uint32_t *pending,
                         mns_edges *edges) {
    const mns_history *history = o->history;
    uint32_t barrier = MNS_NONE, waiting = 0;
    for (uint64_t i = 0; i < history->operations; i++) {
        if (events[i] == MNS_NONE) {
            continue;
        }
        uint32_t txn = events[i] >> 1;
        if ((events[i] & 1) != 0) {
            if (history->txns.type[txn] == MNS_TXN_OK) {
                pending[waiting++] = txn;
            }
            continue;
        }
        if (waiting > 0) {
            uint32_t next = mns_edge_vertex(edges);
            if (barrier != MNS_NONE) {
                mns_edge(edges, barrier, next, MNS_REALTIME);
            }
            while (waiting > 0) {
                mns_edge(edges, pending[--waiting], next, MNS_REALTIME);
            }
            barrier = next;
        }
        if (barrier != MNS_NONE) {
            mns_edge(edges, barrier, txn, MNS_REALTIME);
        }
    }
}
