/*
 * lost_writes.c - a database that forgets what it acknowledged is told from one that answers late.
 *
 * In: histories of minos sim, lists and sets, in which every key is read at the end. Out: 0 if
 * lost-write is found in most histories of a database that loses writes when it crashes; in hardly
 * any of one with a replica that lags behind, though it has stale reads (a last read may be late as
 * well); in none of a strict-serializable one, with aborts and clients that never hear; and in none
 * of databases without bugs that may answer from the past, whether or not every key is read at the
 * end. Prints a line for each; for a failure of the last two kinds the command that makes the
 * history. An argument: how many histories of each database of the last kind.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "property/sim_history.h"

enum { SEEDS = 40 };

static const struct database {
    const char *bugs;
    unsigned lost_least, lost_most; /* histories with a lost write */
    unsigned stale_least;           /* and with a stale read */
} databases[] = {
    {"lost-write-on-crash", SEEDS / 2, SEEDS, 0},
    {"stale-replica", 0, SEEDS / 20, SEEDS / 4},
    {NULL, 0, 0, 0},
};

static bool is_stale(const minos_result *result) {
    return minos_result_has_anomaly(result, "G-single-item-realtime") ||
           minos_result_has_anomaly(result, "G-single-item-process");
}

static bool test(const struct database *d, const char *workload) {
    unsigned lost = 0, stale = 0;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.workload = workload;
        options.bugs = d->bugs;
        options.transactions = 300;
        options.seed = seed;
        options.final_reads = 1;
        options.abort_rate = seed % 2 == 0 ? 0.1 : 0;
        options.crash_rate = seed % 2 == 0 ? 0.05 : 0;
        simulated s = simulated_run(&options);
        minos_result *result = simulated_check(&s);
        bool found = minos_result_has_anomaly(result, "lost-write");
        lost += found;
        stale += is_stale(result);
        if (found && d->lost_most == 0) {
            printf("lost-write is found:\n");
            simulated_print_options(&options);
        }
        minos_result_free(result);
        simulated_release(&s);
    }
    printf("%s, %s: %u of %u lost, %u stale\n", workload, d->bugs == NULL ? "no bug" : d->bugs,
           lost, (unsigned)SEEDS, stale);
    return lost >= d->lost_least && lost <= d->lost_most && stale >= d->stale_least;
}

/* ---- Databases that may answer from the past ------------------------------------------------- */

/* Short and long histories, many writes and few, small keys and large ones: by seed. */
static minos_sim_options draw_options(const char *isolation, const char *workload, unsigned seed) {
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.isolation = isolation;
    options.workload = workload;
    options.transactions = 5 + seed * 7 % 60;
    options.seed = seed;
    options.processes = 2 + seed % 9;
    options.keys = 1 + seed % 4;
    options.max_writes_per_key = seed % 3 == 0 ? 4 : 32;
    options.read_fraction = seed % 5 == 0 ? 0.2 : 0.5;
    options.final_reads = seed % 4 == 0;
    options.abort_rate = seed % 2 == 0 ? 0.1 : 0;
    options.crash_rate = seed % 3 == 0 ? 0.05 : 0;
    return options;
}

static bool test_past(const char *isolation, const char *workload, unsigned seeds) {
    unsigned lost = 0, stale = 0;
    for (unsigned seed = 1; seed <= seeds; seed++) {
        minos_sim_options options = draw_options(isolation, workload, seed);
        simulated s = simulated_run(&options);
        minos_result *result = simulated_check(&s);
        bool found = minos_result_has_anomaly(result, "lost-write");
        lost += found;
        stale += is_stale(result);
        if (found) {
            printf("lost-write is found:\n");
            simulated_print_options(&options);
        }
        minos_result_free(result);
        simulated_release(&s);
    }
    printf("%s, %s, no bug: %u of %u lost, %u stale\n", workload, isolation, lost, seeds, stale);
    return lost == 0 && stale > seeds / 10;
}

int main(int argc, char **argv) {
    unsigned wrong = 0, seeds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 500;
    static const char *const levels[] = {"serializable", "snapshot-isolation"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        wrong += !test_past(levels[i], "list-append", seeds);
        wrong += !test_past(levels[i], "set", seeds);
    }
    for (size_t i = 0; i < sizeof databases / sizeof *databases; i++) {
        wrong += !test(&databases[i], "list-append");
        wrong += !test(&databases[i], "set");
    }
    return wrong == 0 ? 0 : 1;
}
