/*
 * trial.h - executions of small histories, and whether mns_verify accepts them.
 *
 * A trial is a history in the notation of units.h (or EDN text, if it starts with a brace), a
 * model, and the order as transaction ids with spaces between, which are in the order of
 * completion.
 */
#ifndef TEST_TRIAL_H
#define TEST_TRIAL_H

#include "support/units.h"
#include "verify/verify.h"

typedef struct trial {
    const char *history, *model, *order;
    const char *sees; /* NULL: all before */
    mns_assumptions assume;
} trial;

void trial_accepts(const trial *t);
/* Rejected for this reason, which is part of the message, at "txn.index" of a micro-operation,
 * "txn" or "" for the execution as a whole. */
void trial_rejects(const trial *t, const char *at, const char *reason);

/* The order, then .sees = "..." and .assume = {...} where they matter. */
#define ACCEPTS(h, m, ...)                                                                         \
    trial_accepts(&(trial){.history = (h), .model = (m), .order = __VA_ARGS__})
#define REJECTS(at, reason, h, m, ...)                                                             \
    trial_rejects(&(trial){.history = (h), .model = (m), .order = __VA_ARGS__}, at, reason)

#endif
