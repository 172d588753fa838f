/*
 * matching.h - checks that what completed is what was invoked, and that writes are unique.
 */
#ifndef MNS_MATCHING_H
#define MNS_MATCHING_H

#include "history/pairing.h"

/* Compares the last `count` rows of the mop table, read from a completion, with the
 * micro-operations of its invocation. On MINOS_EINPUT the problem is written down and the rows are
 * removed. `reader` read the completion and knows its places; `invoked` reads the invocation. */
minos_status mns_match_invocation(mns_history *history, const mns_mop_reader *reader,
                                  mns_mop_reader *invoked, const mns_open_invocation *invocation,
                                  uint32_t count);

/* Enters the writes of the last transaction; one that is there already is a problem, or makes the
 * value ambiguous where that is allowed. */
minos_status mns_register_writes(mns_pairing *pairing);
/* Makes history->ambiguous long enough for every micro-operation; false when out of memory. */
bool mns_reserve_ambiguous(mns_pairing *pairing);

#endif
