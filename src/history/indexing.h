/*
 * indexing.h - indexes of a history after reading: the writer of each value, and the transaction of
 * each micro-operation.
 */
#ifndef MNS_INDEXING_H
#define MNS_INDEXING_H

#include "history/history.h"

/* Fills writes, ambiguous and txn_of_mop, on up to `threads` threads. `marks`: values that are
 * written twice to a key are marked; otherwise *regular is false if there are any. */
minos_status mns_history_index(mns_history *history, bool marks, unsigned threads, bool *regular);

#endif
