/*
 * sim_bugs_register.c - bugs of minos sim show in registers, more clearly the more is known of the
 * order of versions.
 *
 * In: for each bug twenty histories (or as many as the first argument says) of 1,000 transactions,
 * on a database that is otherwise strict-serializable; judged with nothing assumed, with each
 * assumption, and with versions or timestamps revealed. Out: 0 if each bug is reported, as one of
 * the anomalies it is listed with or that show it in registers, in seventeen of twenty. Prints a
 * table: how many were reported, and how many rule out serializability, for which neither sessions
 * nor real time matter.
 *
 * To write a value again that is there already changes nothing, so duplicate-append is left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/sim_history.h"
#include "support/support.h"

enum { SEEDS = 8, TRANSACTIONS = 1000, FLOOR_PERCENT = 85 };

static const struct setting {
    const char *name;
    int wfr, sequential, linearizable, versions, timestamps;
} settings[] = {{"nothing", 0, 0, 0, 0, 0},
                {"`--wfr-keys`", 1, 0, 0, 0, 0},
                {"`--sequential-keys`", 0, 1, 0, 0, 0},
                {"`--linearizable-keys`", 0, 0, 1, 0, 0},
                {"versions", 0, 0, 0, 1, 0},
                {"timestamps", 0, 0, 0, 0, 1}};

/* How else a bug shows in registers: as orders that contradict each other, and as cycles for which
 * it takes sessions or real time to tell the order of versions. */
static const char *const in_registers = "cyclic-versions,incompatible-versions,G-SIa,G-SIb,G2-item,"
                                        "G-single-item-process,G-single-item-realtime";

static bool has_any(const minos_result *result, const char *anomalies) {
    names expected = names_from_words(anomalies, strlen(anomalies));
    bool found = false;
    for (size_t i = 0; i < expected.count; i++) {
        found = found || minos_result_has_anomaly(result, expected.items[i]);
    }
    names_release(&expected);
    return found;
}

typedef struct tally {
    unsigned observable, reported, not_serializable;
} tally;

static void run(size_t bug, const struct setting *setting, uint64_t seed, tally *t) {
    minos_sim_options simulation;
    minos_sim_options_init(&simulation);
    simulation.workload = "rw-register";
    simulation.bugs = minos_sim_bug_name(bug);
    simulation.transactions = TRANSACTIONS;
    simulation.seed = seed;
    simulation.versions = setting->versions;
    simulation.timestamps = setting->timestamps;
    minos_options options;
    minos_options_init(&options);
    options.assume_wfr = setting->wfr;
    options.assume_sequential = setting->sequential;
    options.assume_linearizable = setting->linearizable;
    simulated s = simulated_run(&simulation);
    minos_result *result = simulated_check_as(&s, options);
    t->observable += simulated_faults(&s, true) > 0 ? 1 : 0;
    t->reported += has_any(result, minos_sim_bug_anomalies(bug)) || has_any(result, in_registers);
    t->not_serializable += minos_result_rules_out(result, "serializable") ? 1 : 0;
    minos_result_free(result);
    simulated_release(&s);
}

/* Prints a row; returns in how many settings the bug was found too seldom. */
static unsigned print_row(size_t bug, unsigned seeds) {
    unsigned wrong = 0;
    printf("| %s |", minos_sim_bug_name(bug));
    for (size_t i = 0; i < TEST_COUNT_OF(settings); i++) {
        tally t = {0, 0, 0};
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            run(bug, &settings[i], seed, &t);
        }
        if (i == 0) {
            printf(" %u %% |", 100 * t.observable / seeds);
        }
        printf(" %u %%, %u %% |", 100 * t.reported / seeds, 100 * t.not_serializable / seeds);
        wrong += 100 * t.reported < FLOOR_PERCENT * seeds ? 1 : 0;
    }
    printf("\n");
    return wrong;
}

int main(int argc, char **argv) {
    unsigned wrong = 0;
    unsigned seeds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : SEEDS;
    seeds = seeds == 0 ? SEEDS : seeds;
    printf("| bug | observable |");
    for (size_t i = 0; i < TEST_COUNT_OF(settings); i++) {
        printf(" %s |", settings[i].name);
    }
    printf("\n|---|---|---|---|---|---|---|---|\n");
    for (size_t bug = 0; minos_sim_bug_name(bug) != NULL; bug++) {
        wrong +=
            strcmp(minos_sim_bug_name(bug), "duplicate-append") == 0 ? 0 : print_row(bug, seeds);
    }
    return wrong == 0 ? 0 : 1;
}
