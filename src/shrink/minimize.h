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

typedef struct mns_goal {
    mns_anomaly anomaly;
    bool allowed[MNS_ANOMALY_COUNT]; /* found in the whole history, or implied by what was found */
    uint64_t work, limit; /* about how many bytes were judged so far, and may be in all */
} mns_goal;

/* Judges the draft as any history is judged. MINOS_EINTERNAL: the check found a mistake of its
 * own. */
minos_status mns_goal_met(mns_goal *goal, const mns_draft *draft, bool *met);

/* The draft must meet the goal, and does so afterwards; then no transaction, no read and no element
 * can go without losing it, unless the goal's limit of work was reached before. */
minos_status mns_draft_minimize(mns_draft *draft, mns_goal *goal);

#endif
