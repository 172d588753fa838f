/*
 * conflicts.h - why a schedule is stuck, and which order of two versions to change.
 *
 * In a stuck schedule every unplaced transaction waits for others. Some of these links hold in
 * every execution:
 *
 *   - it reads a version whose writer is not placed;
 *   - it began after another completed, or follows another in its process;
 *   - a version that must precede its own is missing (rule 4 of frontier.h);
 *   - a forced order.
 *
 * Others rest on a choice that the schedule made: "W waits for R, because R reads version v and W
 * would replace it" holds only because v was placed before W's version. Waiting ends in a circle; a
 * circle with a single choice shows that this choice was wrong in every execution: W comes before
 * whoever installed v. Of a circle with several choices at least one was wrong; the one that is the
 * cheapest to change is tried. (A guess may turn out wrong later; then the search ends without an
 * answer.) A circle without any choice is a contradiction: there is no execution.
 */
#ifndef MNS_CONFLICTS_H
#define MNS_CONFLICTS_H

#include "schedule/frontier.h"

typedef enum mns_conflict_result {
    MNS_CONFLICT_RESOLVED,  /* an order is forced, and the placements that contradict it undone */
    MNS_CONFLICT_IMPOSSIBLE, /* no execution has the orders forced so far */
    MNS_CONFLICT_LIMIT,     /* the circle is too large to look at */
    MNS_CONFLICT_NOMEM
} mns_conflict_result;

/* The most vertices of a wait graph. */
#define MNS_LIMIT_CONFLICT 5000

/* After so many links the best circle found so far is taken. */
#define MNS_LIMIT_SEARCHES 1000000u

/* Must be called when mns_frontier_run has stopped and is stuck. *seen is increased by the links
 * that were looked at. */
mns_conflict_result mns_conflict_resolve(mns_frontier *frontier, uint64_t *seen);

#endif
