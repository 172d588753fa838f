/*
 * matching.h - checks that what completed is what was invoked, and that appends are unique.
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

/* Enters the appends of the last transaction; one that is there already is a problem. */
minos_status mns_register_appends(mns_history *history, const mns_mop_reader *reader,
                                  mns_problems *problems);

#endif
