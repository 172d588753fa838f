/*
 * lost_writes.c - a database that forgets what it acknowledged is told from one that answers late.
 *
 * In: histories of minos sim of every datatype, in which every key is read at the end. Out: 0 if
 * lost-write is found in most histories of a database that loses writes when it crashes (of
 * registers in some: the next write hides most losses); in hardly any of one with a replica that
 * lags behind, though it has stale reads (a last read may be late as well); in none of one with
 * another bug that loses nothing, nor of a strict-serializable one, with aborts and clients that
 * never hear; and in none of databases of any level without bugs, which may answer from the past,
 * whether or not every key is read at the end. A lost write comes with the stale read that it is.
 * Prints a line for each; for a failure of the last kinds the command that makes the history. An
 * argument: how many histories of each database of the last kind.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "property/sim_history.h"

enum { SEEDS = 40 };

static const char *const workloads[] = {"list-append", "set", "rw-register", "counter"};
enum { WORKLOADS = sizeof workloads / sizeof *workloads, REGISTERS = 2 };

static const struct database {
    const char *bugs;
    unsigned lost_least, lost_most; /* histories with a lost write */
    unsigned lost_register;         /* the least of registers */
    unsigned stale_least;           /* and with a stale read */
} databases[] = {
    {"lost-write-on-crash", SEEDS / 2, SEEDS, SEEDS / 10, 0},
    {"stale-replica", 0, SEEDS / 10, 0, SEEDS / 4},
    {"retry-lost-update", 0, 0, 0, 0},
    {"index-misses-own-writes", 0, 0, 0, 0},
    {"aborted-read", 0, 0, 0, 0},
    {"dirty-update", 0, 0, 0, 0},
    {"duplicate-append", 0, 0, 0, 0},
    {"garbage-read", 0, 0, 0, 0},
    {"future-read", 0, 0, 0, 0},
    {NULL, 0, 0, 0, 0},
};

static bool is_stale(const minos_result *result) {
    static const char *const names[] = {"G-single-item-realtime", "G-single-item-process",
                                        "missed-increment-realtime", "missed-increment-process"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (minos_result_has_anomaly(result, names[i])) {
            return true;
        }
    }
    return false;
}

/* What a lost write implies, if nothing else explains the reads: a stale read, a worse cycle, or
 * lists that contradict each other. */
static bool is_implied(const minos_result *result) {
    static const char *const names[] = {"G-single-realtime",
                                        "G-single-process",
                                        "G-single",
                                        "G-single-item",
                                        "G0-realtime",
                                        "G0-process",
                                        "G0",
                                        "G1c-realtime",
                                        "G1c-process",
                                        "G1c",
                                        "incompatible-order"};
    bool implied = is_stale(result);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        implied = implied || minos_result_has_anomaly(result, names[i]);
    }
    return implied;
}

static void blame(const minos_sim_options *options, const char *what) {
    printf("%s:\n", what);
    simulated_print_options(options);
}

static bool test(const struct database *d, unsigned workload) {
    unsigned lost = 0, stale = 0, least = workload == REGISTERS ? d->lost_register : d->lost_least;
    bool implied = true;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.workload = workloads[workload];
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
            blame(&options, "lost-write is found");
        }
        if (found && !is_implied(result)) {
            implied = false;
            blame(&options, "lost-write without a stale read");
        }
        minos_result_free(result);
        simulated_release(&s);
    }
    printf("%s, %s: %u of %u lost, %u stale\n", workloads[workload],
           d->bugs == NULL ? "no bug" : d->bugs, lost, (unsigned)SEEDS, stale);
    return implied && lost >= least && lost <= d->lost_most && stale >= d->stale_least;
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
    options.final_reads = seed % 4 != 0;
    options.abort_rate = seed % 2 == 0 ? 0.1 : 0;
    options.crash_rate = seed % 3 == 0 ? 0.05 : 0;
    return options;
}

static bool test_past(const char *isolation, const char *workload, unsigned seeds, bool is_past) {
    unsigned lost = 0, stale = 0;
    for (unsigned seed = 1; seed <= seeds; seed++) {
        minos_sim_options options = draw_options(isolation, workload, seed);
        simulated s = simulated_run(&options);
        minos_result *result = simulated_check(&s);
        bool found = minos_result_has_anomaly(result, "lost-write");
        lost += found;
        stale += is_stale(result);
        if (found) {
            blame(&options, "lost-write is found");
        }
        minos_result_free(result);
        simulated_release(&s);
    }
    printf("%s, %s, no bug: %u of %u lost, %u stale\n", workload, isolation, lost, seeds, stale);
    return lost == 0 && (!is_past || stale > seeds / 10);
}

int main(int argc, char **argv) {
    unsigned wrong = 0, seeds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 500;
    static const char *const past[] = {"serializable", "snapshot-isolation"};
    static const char *const others[] = {"strict-serializable",
                                         "strong-snapshot-isolation",
                                         "parallel-snapshot-isolation",
                                         "read-atomic",
                                         "read-committed",
                                         "read-uncommitted"};
    for (unsigned w = 0; w < WORKLOADS; w++) {
        for (size_t i = 0; i < sizeof past / sizeof *past; i++) {
            wrong += !test_past(past[i], workloads[w], seeds, true);
        }
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            wrong += !test_past(others[i], workloads[w], seeds / 4, false);
        }
        for (size_t i = 0; i < sizeof databases / sizeof *databases; i++) {
            wrong += !test(&databases[i], w);
        }
    }
    return wrong == 0 ? 0 : 1;
}
