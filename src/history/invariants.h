/*
 * invariants.h - asserts what the headers of read/ and history/ promise of a history that was read.
 *
 * The stages after reading index one table with the ids of another without checking them again. In
 * builds with assertions every id, offset and position is checked once, after reading; with NDEBUG
 * there is nothing to call.
 */
#ifndef MNS_INVARIANTS_H
#define MNS_INVARIANTS_H

#include "history/history.h"

#ifdef NDEBUG
static inline void mns_history_assert(const mns_history *history) { (void)history; }
#else
/* For a history that mns_history_read returned with MINOS_OK. O(size of the history). */
void mns_history_assert(const mns_history *history);
#endif

#endif
