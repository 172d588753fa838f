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
    case MNS_SETUP_CONTRADICTS: return "some reads fit no execution";
    case MNS_SETUP_AMBIGUOUS:
        return "a value was written to a key twice, so a read does not show which write it saw";
    case MNS_SETUP_DECREMENTS:
        return "Minos searches for snapshots of counters only if no increment is negative";
    case MNS_SETUP_TOO_LARGE: return "the history is too large to search for an execution";
    default: return NULL;
    }
}

/* What was searched: serial executions or those of snapshot isolation, and the order they keep. */
static const char *impossible_reason(mns_candidates kept) {
    static const char *const reasons[2][3] = {
        {[MNS_ORDER_NONE] = "there is no serial execution",
         [MNS_ORDER_PROCESS] = "there is no serial execution in session order",
         [MNS_ORDER_REALTIME] = "there is no serial execution in real-time order"},
        {[MNS_ORDER_NONE] = "there is no snapshot-isolation execution",
         [MNS_ORDER_PROCESS] = "there is no snapshot-isolation execution in session order",
         [MNS_ORDER_REALTIME] = "there is no snapshot-isolation execution in real-time order"}};
    return kept.updates_in_time ? "there is no execution whose updates commit in real-time order"
                                : reasons[kept.snapshots][kept.order];
}

static const char *conflict_reason(mns_conflict_result result, mns_candidates kept) {
    switch (result) {
    case MNS_CONFLICT_IMPOSSIBLE: return impossible_reason(kept);
    case MNS_CONFLICT_LIMIT:
        return "the search for an execution reached its limit of transactions that wait for each "
               "other";
    case MNS_CONFLICT_SOLVER_LIMIT:
        return "the search for an execution reached the limit of its SAT solver";
    case MNS_CONFLICT_NO_SOLVER:
        return "some versions can be ordered in several ways, and this build of Minos has no SAT "
               "solver (CaDiCaL) to try them";
    default: return "the search for an execution ended without an answer";
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
            return "the search for an execution reached its limit of steps";
        }
        mns_conflict_result result = mns_conflict_resolve(f, &effort->links);
        effort->conflicts++;
        if (result == MNS_CONFLICT_NOMEM) {
            f->failed = true;
            return NULL;
        }
        effort->impossible = result == MNS_CONFLICT_IMPOSSIBLE;
        if (result != MNS_CONFLICT_RESOLVED) {
            return conflict_reason(result, f->kept);
        }
        if (effort->conflicts >= CONFLICTS || effort->links >= LINKS) {
            return "the search for an execution reached its limit of conflicts";
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
        good = good && !frontier.failed;
        effort->steps = frontier.steps;
        effort->variables = frontier.orders.count;
    }
    if (o->history->workload == MNS_COUNTER && *reason != NULL && setup != MNS_SETUP_DECREMENTS) {
        effort->impossible = false;
        *reason = "a sum does not show which increments it contains, and those that Minos tried "
                  "give no execution";
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
