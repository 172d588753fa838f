/*
 * conflicts.h - why a schedule is stuck, and which order of two versions to change.
 *
 * In a stuck schedule every unplaced transaction waits for others. Some of these links hold in
 * every execution:
 *
 *   - it reads a version whose writer is not placed;
 *   - it began after another completed, or follows another in its process;
 *   - a version that must precede its own is missing (rule 4 of frontier.h);
 *   - an order that was learnt and is the only one left.
 *
 * Others rest on a choice that the schedule made: "W waits for R, because R reads version v and W
 * would replace it" holds only because v was installed before W's version; "W waits for U, which
 * holds a key" only because U began before W. Waiting ends in a circle, and not all choices of a
 * circle can be right: that is a clause (orders.h). A circle with a single choice shows that W
 * comes before whoever installed v, in every execution. A circle without any choice is a
 * contradiction: there is no execution in the class that is searched.
 */
#ifndef MNS_CONFLICTS_H
#define MNS_CONFLICTS_H

#include "schedule/frontier.h"

typedef enum mns_conflict_result {
    MNS_CONFLICT_RESOLVED,     /* orders were learnt, and what contradicts them is undone */
    MNS_CONFLICT_IMPOSSIBLE,   /* the class has no execution */
    MNS_CONFLICT_LIMIT,        /* too many transactions wait for each other */
    MNS_CONFLICT_SOLVER_LIMIT, /* the solver's budget ended */
    MNS_CONFLICT_NO_SOLVER,    /* a choice among several, and no solver is built in */
    MNS_CONFLICT_UNCLEAR,      /* no circle was found */
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
