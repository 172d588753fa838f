/*
 * join.h - a history from its parts.
 *
 * A part is read on its own: its keys, processes, values, spines and sets have ids of their own, its
 * positions count from 0, and it knows nothing of invocations before it. Joined in order, parts give
 * the history that reading them in one go would have given.
 */
#ifndef MNS_JOIN_H
#define MNS_JOIN_H

#include "history/pairing.h"

/* Appends what `part` has read to what `whole` has; the part is used up. Problems are written down
 * with whole. O(size of the part). */
minos_status mns_join(mns_pairing *whole, mns_pairing *part);

#endif
