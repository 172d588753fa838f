/*
 * by_timestamps.h - the execution that revealed timestamps describe.
 *
 * In: an observation of a history whose database revealed when transactions took their snapshot and
 * committed. Out: all that committed in the order of their commit times, each with the snapshot of
 * its start time. It is the only candidate for snapshot isolation at these times, except that equal
 * times may be ordered either way; verify decides.
 */
#ifndef MNS_BY_TIMESTAMPS_H
#define MNS_BY_TIMESTAMPS_H

#include "infer/infer.h"
#include "verify/execution.h"

/* ties_seen: a snapshot shows what committed at its start time. *reason: NULL if there is an
 * execution; else static text. MINOS_OK or MINOS_ENOMEM. O(n log n). */
minos_status mns_schedule_by_timestamps(const mns_observation *observation, bool ties_seen,
                                        mns_execution *execution, const char **reason);

#endif
