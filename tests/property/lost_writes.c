/*
 * lost_writes.c - a database that forgets what it acknowledged is told from one that answers late.
 *
 * In: histories of minos sim, lists and sets, in which every key is read at the end. Out: 0 if
 * lost-write is found in most histories of a database that loses writes when it crashes; in hardly any
 * of one with a replica that lags behind, though it has stale reads (a last read may be late as well);
 * and in none of a strict-serializable one, with aborts and clients that never hear. Prints a line for
 * each; for a failure of the last kind the command that makes the history.
 */
#include <stdbool.h>
#include <stdio.h>

#include "property/simulated.h"

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

int main(void) {
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof databases / sizeof *databases; i++) {
        wrong += !test(&databases[i], "list-append");
        wrong += !test(&databases[i], "set");
    }
    return wrong == 0 ? 0 : 1;
}
