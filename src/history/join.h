/*
 * join.h - joins the chunks of a history.
 *
 * A chunk is read independently: its keys, processes, values, spines and sets have their own ids,
 * its positions count from 0, and invocations of earlier chunks are unknown. Joining the chunks in
 * order gives the same history as reading the text in one piece.
 */
#ifndef MNS_JOIN_H
#define MNS_JOIN_H

#include "history/pairing.h"

/* Appends the chunk to the whole; the chunk can only be released afterwards. MINOS_EINPUT: the
 * history must be read on the slow path. O(size of the chunk). */
minos_status mns_join(mns_pairing *whole, mns_pairing *chunk);

#endif
