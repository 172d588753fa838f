/*
 * sim_history.h - histories of minos_sim_run in memory, for the property tests.
 */
#ifndef TEST_SIMULATED_H
#define TEST_SIMULATED_H

#include <stdbool.h>
#include <stddef.h>

#include "minos_sim.h"

typedef struct simulated {
    char *history, *truth; /* NUL-terminated */
    size_t history_size, truth_size;
} simulated;

/* Runs a simulation that must succeed. */
simulated simulated_run(const minos_sim_options *options);
void simulated_release(simulated *s);

/* Judges the history without expecting anything; one that cannot be judged ends the test. */
minos_result *simulated_check(const simulated *s);
/* The same with further options, such as what is assumed of registers. */
minos_result *simulated_check_as(const simulated *s, minos_options options);

/* How many faults the truth has; how many of them a client could tell. */
unsigned simulated_faults(const simulated *s, bool observable);

/* A command line that makes the same history. */
void simulated_print_options(const minos_sim_options *options);

#endif
