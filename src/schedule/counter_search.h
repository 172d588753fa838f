/*
 * counter_search.h - looks for a serial execution of counters, depth first.
 *
 * Increments have no identity, so a read does not show which of them it includes; but the contents
 * of all keys follow from the set of the transactions placed so far. The search places one
 * transaction after another:
 *
 *   1. those that must come before it are placed: by real time all that completed before it was
 *      invoked, by process order its predecessor;
 *   2. every sum that it read is the current one;
 *   3. it does not jump over a sum that an ok transaction still has to find, if the key only grows.
 *
 * One that changes nothing that is still to be read is placed at once. Of the others the one that
 * completed first is tried first; those of unknown outcome are tried last, and only if they add to
 * a key that something waits for.
 *
 *     placed   T1 T4 T2 | window: T3 T5 T7 (by completion)   unknown outcome: T6
 *
 * If no candidate is left, the search looks for the keys that keep the oldest transaction from
 * being placed, and goes back to the last transaction that added to one of these. Sets of placed
 * transactions that led nowhere are remembered, with these keys, by a hash.
 *
 * Not finding an execution proves nothing: budgets and windows are bounded, hashes may collide.
 */
#ifndef MNS_COUNTER_SEARCH_H
#define MNS_COUNTER_SEARCH_H

#include "schedule/frontier.h"
#include "verify/execution.h"

/* *reason: NULL if an execution was found, which the caller releases; else static text. *steps:
 * looks at transactions. MINOS_OK or MINOS_ENOMEM. O(m log m) for m micro-operations and a budget
 * of O(transactions) steps; memory O(m). */
minos_status mns_counter_search(const mns_history *history, mns_candidates kept,
                                mns_execution *execution, const char **reason, uint64_t *steps);

#endif
