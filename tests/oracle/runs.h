/*
 * runs.h - Minos against the definitions, on thousands of tiny random histories of one shape
 * (tiny.h, compare.h). What each of the programs random*.c does.
 */
#ifndef TEST_RUNS_H
#define TEST_RUNS_H

#include "oracle/tiny.h"

typedef struct random_run {
    const char *name;
    tiny_shape shape;
} random_run;

/* Makes every run, of `histories` each, unless the command line says otherwise:
 *
 *     test_oracle_random... [histories [first seed [run]]]
 *
 * Returns the exit status. */
int runs_make(const random_run *runs, size_t count, uint64_t histories, int argc, char **argv);

#endif
