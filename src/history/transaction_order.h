/*
 * transaction_order.h - the transaction order of a file, by transaction.
 */
#ifndef MNS_TRANSACTION_ORDER_H
#define MNS_TRANSACTION_ORDER_H

#include "history/history.h"
#include "read/order_file.h"

/* Reads the file (read/order_file.h) and finds the transactions of its indices. *order, freed by
 * the caller, has the number of each transaction, MNS_NO_NUMBER if the file has none. An index that
 * no completion has, or several have, is a problem. *problems must be empty: all in it are then
 * problems of this file. O(bytes of both files + n log n). */
minos_status mns_transaction_order_read(const mns_history *history, const char *path,
                                        mns_problems *problems, int64_t **order);

#endif
