/*
 * matching.h - checks that what completed is what was invoked, and that writes are unique.
 */
#ifndef MNS_MATCHING_H
#define MNS_MATCHING_H

#include "history/pairing.h"

/* Compares the `count` rows from `first` on, of a completion, with the micro-operations of its
 * invocation. MINOS_EINPUT: they differ, and that is written down. */
minos_status mns_match_invocation(mns_pairing *pairing, const mns_open_invocation *invocation,
                                  uint32_t first, uint32_t count);

/* Where a history is read carefully: writes down which writes of the last transaction repeat
 * earlier ones. */
minos_status mns_report_repeated_writes(mns_pairing *pairing);

#endif
