/* bug_rates.c - see bug_rates.h. */
#include "property/bug_rates.h"

#include <stdio.h>
#include <string.h>

#include "property/sim_history.h"
#include "support/support.h"

enum { TRANSACTIONS = 1000, SEEDS = 40, FLOOR_PERCENT = 90 };
enum { SMALL = 60, SMALL_SEEDS = 25, SMALL_AT_LEAST = 5 };

static bool has_any(const minos_result *result, const char *anomalies) {
    names expected = names_from_words(anomalies, strlen(anomalies));
    bool found = false;
    for (size_t i = 0; i < expected.count; i++) {
        found = found || minos_result_has_anomaly(result, expected.items[i]);
    }
    names_release(&expected);
    return found;
}

bug_outcome bug_run(const minos_sim_options *options, const char *anomalies) {
    simulated s = simulated_run(options);
    bug_outcome out = {.struck = simulated_faults(&s, false) > 0,
                       .observable = simulated_faults(&s, true) > 0,
                       .result = simulated_check(&s)};
    out.reported = has_any(out.result, anomalies);
    simulated_release(&s);
    return out;
}

static minos_sim_options small(const char *workload, size_t level, size_t bug, uint64_t seed) {
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.workload = workload;
    options.isolation = minos_sim_level_name(level);
    options.bugs = minos_sim_bug_name(bug);
    options.transactions = SMALL;
    options.keys = 3 + (unsigned)(seed % 6);
    options.seed = seed;
    options.crash_rate = seed % 2 == 0 ? 0.05 : 0;
    options.final_reads = seed % 3 == 0;
    return options;
}

bool bug_shows_in_small(const char *workload, size_t bug, const char *anomalies) {
    unsigned struck = 0;
    unsigned observable = 0;
    unsigned unreported = 0;
    for (size_t level = 0; minos_sim_level_name(level) != NULL; level++) {
        for (uint64_t seed = 1; seed <= SMALL_SEEDS && unreported < 5; seed++) {
            minos_sim_options options = small(workload, level, bug, seed);
            bug_outcome out = bug_run(&options, anomalies);
            struck += out.struck ? 1 : 0;
            observable += out.observable ? 1 : 0;
            if (out.observable && !out.reported) {
                printf("%s was observable and is not reported:\n", minos_sim_bug_name(bug));
                simulated_print_options(&options);
                unreported++;
            }
            minos_result_free(out.result);
        }
    }
    printf("%-24s struck in %u small histories, observable in %u\n", minos_sim_bug_name(bug),
           struck, observable);
    return unreported == 0 && observable >= SMALL_AT_LEAST;
}

void bug_rates_head(void) {
    printf("\n| bug | observable | reported | anomalies |\n|---|---|---|---|\n");
}

bool bug_rates_row(const char *workload, size_t bug, const char *anomalies) {
    unsigned found = 0;
    unsigned observable = 0;
    unsigned shown[64] = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.workload = workload;
        options.bugs = minos_sim_bug_name(bug);
        options.transactions = TRANSACTIONS;
        options.seed = seed;
        bug_outcome out = bug_run(&options, anomalies);
        found += out.reported ? 1 : 0;
        observable += out.observable ? 1 : 0;
        for (size_t i = 0; i < TEST_COUNT_OF(shown) && minos_catalog_anomaly(i) != NULL; i++) {
            shown[i] += minos_result_has_anomaly(out.result, minos_catalog_anomaly(i)) ? 1 : 0;
        }
        minos_result_free(out.result);
    }
    printf("| %s | %u %% | %u %% |", minos_sim_bug_name(bug), 100 * observable / SEEDS,
           100 * found / SEEDS);
    for (size_t i = 0; i < TEST_COUNT_OF(shown) && minos_catalog_anomaly(i) != NULL; i++) {
        if (shown[i] > 0) {
            printf(" %s %u %%", minos_catalog_anomaly(i), 100 * shown[i] / SEEDS);
        }
    }
    printf(" |\n");
    if (100 * found < FLOOR_PERCENT * SEEDS) {
        printf("%s is found less often than in %d of 100 histories\n", minos_sim_bug_name(bug),
               (int)FLOOR_PERCENT);
        return false;
    }
    return true;
}
