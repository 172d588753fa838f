/*
 * edges_order.h - process order and real-time order, by rule.
 *
 *     process    T1 -> T2     a process completed T1, then began T2
 *     realtime   T1 -> T2     T1 completed before T2 was invoked
 *
 * T1 is ok: an info transaction may take effect long after its process went on, so nothing follows
 * from its end. T2 only has to count: an info transaction cannot take effect before it was invoked.
 *
 * A history without invocations has no real-time order. A process runs one transaction at a time,
 * so for process order each completion of such a history counts as its invocation too.
 */
#ifndef MNS_EDGES_ORDER_H
#define MNS_EDGES_ORDER_H

#include "depend/depend.h"

/* The position in the history where a transaction begins, for this order; MNS_NONE if unknown. */
static inline uint32_t mns_txn_begins(const mns_observation *o, uint32_t txn, mns_kind order) {
    const mns_history *h = o->history;
    return h->completions_only && order == MNS_PROCESS ? h->txns.complete[txn]
                                                       : h->txns.invoke[txn];
}

/* Whether one transaction that counts precedes another by MNS_PROCESS or MNS_REALTIME. */
static inline bool mns_order_edge(const mns_observation *o, uint32_t from, uint32_t to,
                                  mns_kind order) {
    const mns_txns *t = &o->history->txns;
    uint32_t begins = mns_txn_begins(o, to, order);
    assert(order == MNS_PROCESS || order == MNS_REALTIME);
    return t->type[from] == MNS_TXN_OK && begins != MNS_NONE && t->complete[from] < begins &&
           (order == MNS_REALTIME || t->process[from] == t->process[to]);
}

/* edges_process.c: by transaction, the last one that precedes it by process order, or MNS_NONE.
 * These steps alone reach all that process order relates. NULL when out of memory. */
uint32_t *mns_process_previous(const mns_observation *o);

#endif
