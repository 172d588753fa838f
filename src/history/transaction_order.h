/*
 * transaction_order.h - the order of transactions that a file gives, by transaction.
 */
#ifndef MNS_TRANSACTION_ORDER_H
#define MNS_TRANSACTION_ORDER_H

#include "history/history.h"
#include "read/order_file.h"

/* Reads the file at a path (read/order_file.h) and looks up whose indices it has. *order, to be
 * freed, is the number of each transaction, MNS_NO_NUMBER where the file has none. An index that no
 * completion has, or that two have, is a problem. *problems must be empty before: they become
 * problems of this file. O(bytes of both files, and n log n). */
minos_status mns_transaction_order_read(const mns_history *history, const char *path,
                                        mns_problems *problems, int64_t **order);

#endif
