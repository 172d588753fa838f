/*
 * time_order.h - numbers the transactions of a witness by time: T1 was invoked first.
 *
 * Transactions without an invocation are ordered by their completion. O(count log count).
 */
#ifndef MNS_EXPLAIN_TIME_ORDER_H
#define MNS_EXPLAIN_TIME_ORDER_H

#include "history/history.h"

typedef struct mns_time_order {
    uint64_t *keys; /* ascending: position in the history, and txn */
    uint32_t count;
} mns_time_order;

/* False if out of memory. The transactions must be distinct. */
bool mns_time_order_init(mns_time_order *order, const mns_history *history, const uint32_t *txns,
                         uint32_t count);
void mns_time_order_release(mns_time_order *order);

/* The transaction at a place, and the place of a transaction. */
uint32_t mns_time_order_txn(const mns_time_order *order, uint32_t place);
uint32_t mns_time_order_place(const mns_time_order *order, const mns_history *history,
                              uint32_t txn);

#endif
