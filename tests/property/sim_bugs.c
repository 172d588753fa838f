/*
 * sim_bugs.c - a bug that a client could notice is reported as one of the anomalies it is listed with.
 *
 * In: every bug of minos sim, alone, on every isolation level, in many small histories and some of
 * 1,000 transactions. Out: 0 if whenever the truth has an observable fault, an expected anomaly is
 * reported; and if at 1,000 transactions, on a database that is otherwise strict-serializable, each bug
 * is found at least as often as its floor says. Prints the table of bugs, detection rates and
 * anomalies. A failure prints the command that makes the history.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/simulated.h"
#include "support/support.h"

enum { LARGE = 1000, LARGE_SEEDS = 40, SMALL = 60, SMALL_SEEDS = 25, FLOOR_PERCENT = 90 };

static unsigned wrong;

static bool is_expected(const minos_result *result, size_t bug) {
    const char *anomalies = minos_sim_bug_anomalies(bug);
    names expected = names_from_words(anomalies, strlen(anomalies));
    bool found = false;
    for (size_t i = 0; i < expected.count; i++) {
        found = found || minos_result_has_anomaly(result, expected.items[i]);
    }
    names_release(&expected);
    return found;
}

typedef struct outcome_of_run {
    bool struck, observable, reported;
    minos_result *result;
} outcome_of_run;

static outcome_of_run run(size_t bug, const minos_sim_options *options) {
    simulated s = simulated_run(options);
    outcome_of_run out = {.struck = simulated_faults(&s, false) > 0,
                          .observable = simulated_faults(&s, true) > 0,
                          .result = simulated_check(&s)};
    out.reported = is_expected(out.result, bug);
    if (out.observable && !out.reported) {
        printf("%s was observable and is not reported:\n", minos_sim_bug_name(bug));
        simulated_print_options(options);
        wrong++;
    }
    simulated_release(&s);
    return out;
}

/* Few transactions, so that single faults must stand for themselves. */
static void run_small(size_t bug) {
    unsigned struck = 0;
    unsigned observable = 0;
    for (size_t level = 0; minos_sim_level_name(level) != NULL; level++) {
        for (uint64_t seed = 1; seed <= SMALL_SEEDS && wrong < 5; seed++) {
            minos_sim_options options;
            minos_sim_options_init(&options);
            options.isolation = minos_sim_level_name(level);
            options.bugs = minos_sim_bug_name(bug);
            options.transactions = SMALL;
            options.keys = 3 + (unsigned)(seed % 6);
            options.seed = seed;
            options.crash_rate = seed % 2 == 0 ? 0.05 : 0;
            options.final_reads = seed % 3 == 0;
            outcome_of_run out = run(bug, &options);
            struck += out.struck ? 1 : 0;
            observable += out.observable ? 1 : 0;
            minos_result_free(out.result);
        }
    }
    printf("%-24s struck in %u small histories, observable in %u\n", minos_sim_bug_name(bug),
           struck, observable);
    wrong += observable < 5 ? 1 : 0;
}

/* The row of the table. */
static void run_large(size_t bug) {
    unsigned found = 0;
    unsigned observable = 0;
    unsigned shown[64] = {0};
    for (uint64_t seed = 1; seed <= LARGE_SEEDS && wrong < 5; seed++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.bugs = minos_sim_bug_name(bug);
        options.transactions = LARGE;
        options.seed = seed;
        outcome_of_run out = run(bug, &options);
        found += out.reported ? 1 : 0;
        observable += out.observable ? 1 : 0;
        for (size_t i = 0; i < TEST_COUNT_OF(shown) && minos_catalog_anomaly(i) != NULL; i++) {
            shown[i] += minos_result_has_anomaly(out.result, minos_catalog_anomaly(i)) ? 1 : 0;
        }
        minos_result_free(out.result);
    }
    printf("| %s | %u %% | %u %% |", minos_sim_bug_name(bug), 100 * observable / LARGE_SEEDS,
           100 * found / LARGE_SEEDS);
    for (size_t i = 0; i < TEST_COUNT_OF(shown) && minos_catalog_anomaly(i) != NULL; i++) {
        if (shown[i] > 0) {
            printf(" %s %u %%", minos_catalog_anomaly(i), 100 * shown[i] / LARGE_SEEDS);
        }
    }
    printf(" |\n");
    if (100 * found < FLOOR_PERCENT * LARGE_SEEDS) {
        printf("%s is found less often than in %d of 100 histories\n", minos_sim_bug_name(bug),
               (int)FLOOR_PERCENT);
        wrong++;
    }
}

int main(void) {
    size_t bugs = 0;
    for (size_t bug = 0; minos_sim_bug_name(bug) != NULL; bug++) {
        run_small(bug);
        bugs++;
    }
    printf("\n| bug | observable | reported | anomalies |\n|---|---|---|---|\n");
    for (size_t bug = 0; minos_sim_bug_name(bug) != NULL; bug++) {
        run_large(bug);
    }
    return wrong == 0 && bugs == 14 ? 0 : 1;
}
