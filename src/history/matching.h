/*
 * matching.h - checks that a completion matches its invocation, and that writes are unique.
 */
#ifndef MNS_MATCHING_H
#define MNS_MATCHING_H

#include "history/pairing.h"

/* Compares the `count` rows of a completion from `first` on with the micro-operations of its
 * invocation. MINOS_EINPUT: they differ, and a problem was added. */
minos_status mns_match_invocation(mns_pairing *pairing, const mns_open_invocation *invocation,
                                  uint32_t first, uint32_t count);

/* On the slow path: reports the writes of the last transaction that repeat earlier ones. */
minos_status mns_report_repeated_writes(mns_pairing *pairing);

#endif
