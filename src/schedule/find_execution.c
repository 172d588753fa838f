/*
 * find_execution.c - see find_execution.h: the frontier, and conflicts where it is stuck; counters
 * have a search of their own for serial executions.
 *
 * Budgets are numbers of steps that depend on the history alone, so that the same history always
 * gets the same answer.
 */
#include "schedule/find_execution.h"

#include "core/grow.h"
#include "schedule/conflicts.h"
#include "schedule/counter_search.h"

enum {
    STEPS_PER_TXN = 64,       /* looks at transactions, and */
    STEPS_AT_LEAST = 1000000, /* as many for any history */
    CONFLICTS = 100000,
    LINKS = 100000000 /* of wait graphs, in all */
};

static const char *setup_reason(mns_setup_result result) {
    switch (result) {
    case MNS_SETUP_CONTRADICTS: return "some reads do not fit any execution";
    case MNS_SETUP_AMBIGUOUS:
        return "values are written twice to a key, so reads of them do not show the writer";
    case MNS_SETUP_DECREMENTS:
        return "Minos searches for snapshots of counters only if no increment is negative";
    case MNS_SETUP_TOO_LARGE: return "the history is too large";
    default: return NULL;
    }
}

static const char *conflict_reason(mns_conflict_result result) {
    switch (result) {
    case MNS_CONFLICT_IMPOSSIBLE: return "no execution of the class that was searched exists";
    case MNS_CONFLICT_LIMIT: return "too many transactions wait for each other";
    case MNS_CONFLICT_SOLVER_LIMIT: return "the solver's budget of conflicts ended";
    case MNS_CONFLICT_NO_SOLVER:
        return "some versions can be ordered in several ways, and this minos was built without "
               "CaDiCaL, which chooses among them";
    default: return "transactions wait for each other without a circle";
    }
}

/* The reason why no execution was found; NULL if one was, or out of memory (f->failed). */
static const char *run(mns_frontier *f, mns_schedule_effort *effort) {
    uint64_t limit = (uint64_t)STEPS_PER_TXN * f->p->members + STEPS_AT_LEAST;
    while (!mns_frontier_run(f, limit)) {
        if (f->failed) {
            return NULL;
        }
        if (f->steps >= limit) {
            return "the budget of steps for placing transactions ended";
        }
        mns_conflict_result result = mns_conflict_resolve(f, &effort->links);
        effort->conflicts++;
        if (result == MNS_CONFLICT_NOMEM) {
            f->failed = true;
            return NULL;
        }
        effort->impossible = result == MNS_CONFLICT_IMPOSSIBLE;
        if (result != MNS_CONFLICT_RESOLVED) {
            return conflict_reason(result);
        }
        if (effort->conflicts >= CONFLICTS || effort->links >= LINKS) {
            return "the budget of conflicts ended";
        }
    }
    return NULL;
}

static bool list_snapshots(const mns_frontier *f, mns_execution *execution) {
    execution->sees = MNS_NEW_ARRAY(uint32_t, execution->count);
    for (uint32_t i = 0; i < execution->count && execution->sees != NULL; i++) {
        execution->sees[i] = f->begun[execution->order[i]];
    }
    return execution->sees != NULL;
}

/* By versions of keys and who reads and installs them. */
static minos_status schedule_by_demands(const mns_observation *o, mns_candidates kept,
                                        mns_execution *execution, const char **reason,
                                        mns_schedule_effort *effort) {
    mns_demands demands;
    mns_frontier frontier;
    memset(&frontier, 0, sizeof frontier);
    mns_setup_result setup = mns_demands_make(&demands, o, kept.order == MNS_ORDER_REALTIME);
    *reason = setup_reason(setup);
    bool good = setup != MNS_SETUP_NOMEM;
    if (setup == MNS_SET_UP) {
        good = mns_frontier_init(&frontier, &demands, kept);
        *reason = good ? run(&frontier, effort) : NULL;
        if (*reason != NULL && o->history->workload == MNS_COUNTER) {
            effort->impossible = false;
            *reason = "no execution was found for the increments that were chosen for each sum";
        }
        good = good && !frontier.failed;
        effort->steps = frontier.steps;
        effort->variables = frontier.orders.count;
    }
    if (good && *reason == NULL) {
        *execution = (mns_execution){frontier.order, NULL, frontier.count};
        frontier.order = NULL;
        good = !kept.snapshots || list_snapshots(&frontier, execution);
    }
    if (!good) {
        mns_execution_release(execution);
    }
    mns_frontier_release(&frontier);
    mns_demands_release(&demands);
    return good ? MINOS_OK : MINOS_ENOMEM;
}

minos_status mns_schedule(const mns_observation *o, mns_candidates kept, mns_execution *execution,
                          const char **reason, mns_schedule_effort *effort) {
    *execution = (mns_execution){NULL, NULL, 0};
    *effort = (mns_schedule_effort){.steps = 0};
    if (o->history->workload == MNS_COUNTER && !kept.snapshots) {
        return mns_counter_search(o->history, kept, execution, reason, &effort->steps);
    }
    return schedule_by_demands(o, kept, execution, reason, effort);
}
