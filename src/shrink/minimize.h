/*
 * minimize.h - makes a draft as small as it can be while it still shows an anomaly.
 *
 * What counts as showing it is a goal: the anomaly is found, and nothing is found that the whole
 * history does not have or imply. The models that the anomaly rules out are then ruled out as they
 * were.
 */
#ifndef MNS_MINIMIZE_H
#define MNS_MINIMIZE_H

#include "shrink/draft.h"
#include "shrink/part.h"

typedef struct mns_goal {
    const mns_observation *observation; /* of the whole history */
    const mns_assumptions *assumptions; /* under which it was judged */
    mns_part_check check;
    bool told; /* its workload can be told from what it has */
    mns_anomaly anomaly;
    bool allowed[MNS_ANOMALY_COUNT]; /* found in the whole history, or implied by what was found */
    uint64_t work, limit; /* about how many bytes were judged so far, and may be in all */
} mns_goal;

/* Judges the draft as the whole history was judged. MINOS_EINTERNAL: the check found a mistake of
 * its own. */
minos_status mns_goal_met(mns_goal *goal, mns_draft *draft, bool *met);

/* The draft must meet the goal, and does so afterwards; then no transaction, no read and no element
 * can go without losing it, unless the goal's limit of work was reached before. */
minos_status mns_draft_minimize(mns_draft *draft, mns_goal *goal);

#endif
