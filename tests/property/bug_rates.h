/*
 * bug_rates.h - how often a bug of minos sim is found, as a row of a table.
 */
#ifndef TEST_BUG_RATES_H
#define TEST_BUG_RATES_H

#include <stdbool.h>
#include <stddef.h>

#include "minos_sim.h"

/* Runs and judges one history with a bug. */
typedef struct bug_outcome {
    bool struck;     /* at all */
    bool observable; /* a client could tell */
    bool reported;   /* as one of the anomalies asked for */
    minos_result *result;
} bug_outcome;

/* anomalies: comma-separated. */
bug_outcome bug_run(const minos_sim_options *options, const char *anomalies);

/* Small histories of every isolation level with the bug, so that single faults must stand for
 * themselves: whenever a client could tell, one of `anomalies` must be reported. Prints the command
 * that makes the history if not. False if something is wrong. */
bool bug_shows_in_small(const char *workload, size_t bug, const char *anomalies);

/* Prints the head of the table. */
void bug_rates_head(void);

/* Forty histories of 1,000 transactions, on a database that is otherwise strict-serializable:
 * prints how many of them a client could tell, how many were reported as one of `anomalies`, and
 * what was found. False if fewer than nine in ten were reported. */
bool bug_rates_row(const char *workload, size_t bug, const char *anomalies);

#endif
