/*
 * join.h - a history from its chunks.
 *
 * A chunk is read on its own: its keys, processes, values, spines and sets have ids of their own, its
 * positions count from 0, and it knows nothing of invocations before it. Joined in order, chunks give
 * the history that reading them in one go would have given.
 */
#ifndef MNS_JOIN_H
#define MNS_JOIN_H

#include "history/pairing.h"

/* Appends what `chunk` has read to what `whole` has; the chunk is used up. Problems are written down
 * with whole. O(size of the chunk). */
minos_status mns_join(mns_pairing *whole, mns_pairing *chunk);

#endif
