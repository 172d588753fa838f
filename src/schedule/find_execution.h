/*
 * find_execution.h - looks for a serial execution that explains a history.
 *
 * In: an observation, and the class of executions to search (frontier.h). Out: an execution, or the
 * reason why none was found. The execution still has to pass verify; not finding one proves
 * nothing.
 */
#ifndef MNS_FIND_EXECUTION_H
#define MNS_FIND_EXECUTION_H

#include "schedule/frontier.h"
#include "verify/execution.h"

/* What a search did; the budgets depend on the history alone. */
typedef struct mns_schedule_effort {
    uint64_t steps;     /* looks at transactions */
    uint64_t conflicts; /* times that it was stuck and went on */
    uint64_t variables; /* orders of two writers that conflicts named */
    uint64_t links;     /* links of wait graphs looked at */
    bool impossible;    /* the class has no execution; never said of counters, whose search is
                           bounded */
} mns_schedule_effort;

/* *reason: NULL if an execution was found; else static text for "not certified: ...". The caller
 * releases the execution. MINOS_OK or MINOS_ENOMEM. O(n log n) and the budgets of find_execution.c.
 */
minos_status mns_schedule(const mns_observation *observation, mns_candidates kept,
                          mns_execution *execution, const char **reason,
                          mns_schedule_effort *effort);

#endif
