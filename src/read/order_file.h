/*
 * order_file.h - reads the file of --transaction-order.
 *
 * The file is one map from the :index of a completion to a number, in EDN {3 1, 7 2} or in JSON
 * {"3": 1, "7": 2}. Transactions with smaller numbers came first. history/transaction_order.h finds
 * the transactions of the indices.
 */
#ifndef MNS_ORDER_FILE_H
#define MNS_ORDER_FILE_H

#include "read/problems.h"
#include "read/source.h"

/* The number of a transaction that is not in the file. */
#define MNS_NO_NUMBER INT64_MIN

typedef struct mns_order_entry {
    int64_t index, number;
    uint64_t offset; /* of the index, in the source */
} mns_order_entry;

typedef struct mns_order_file {
    mns_order_entry *entries; /* ascending by index; no two have the same index or number */
    size_t count, capacity;
} mns_order_file;

/* MINOS_EINPUT: *problems has the errors. O(n log n) in the entries. */
minos_status mns_order_file_read(mns_order_file *file, const mns_source *source,
                                 mns_problems *problems);
void mns_order_file_release(mns_order_file *file);

/* The entry of an index, or NULL. */
mns_order_entry *mns_order_file_find(const mns_order_file *file, int64_t index);

#endif
