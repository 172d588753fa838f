/*
 * minimize.h - makes a draft as small as possible while it still shows an anomaly.
 *
 * The goal: the anomaly is found, and no anomaly is found that the whole history does not have or
 * imply. So the draft rules out the models that the anomaly rules out, and none that the history
 * does not.
 */
#ifndef MNS_MINIMIZE_H
#define MNS_MINIMIZE_H

#include "shrink/draft.h"
#include "shrink/part.h"

typedef struct mns_goal {
    const mns_observation *observation; /* of the whole history */
    const mns_assumptions *assumptions; /* under which it was judged */
    mns_part_check check;
    bool told; /* its workload can be recognised from its micro-operations */
    mns_anomaly anomaly;
    bool allowed[MNS_ANOMALY_COUNT]; /* found in the whole history, or implied by what was found */
    uint64_t work, limit;            /* about how many bytes were judged so far, and the maximum */
} mns_goal;

/* Judges the draft as the whole history was judged. MINOS_EINTERNAL: a bug in the checker. */
minos_status mns_goal_met(mns_goal *goal, mns_draft *draft, bool *met);

/* The draft must meet the goal, and still meets it afterwards. Then no transaction, read or element
 * can be left out without losing the goal, unless the limit of work was reached before. */
minos_status mns_draft_minimize(mns_draft *draft, mns_goal *goal);

#endif
