/*
 * indexing.h - what is made of a history once all of it was read: who wrote what, and which
 * transaction a micro-operation belongs to.
 */
#ifndef MNS_INDEXING_H
#define MNS_INDEXING_H

#include "history/history.h"

/* Fills in writes, ambiguous and txn_of_mop, on up to `threads` threads. Values that are written twice
 * to a key are marked where `marks`; else *regular is false if there are any. */
minos_status mns_history_index(mns_history *history, bool marks, unsigned threads, bool *regular);

#endif
