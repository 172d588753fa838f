/*
 * timestamps.c - simulated databases that reveal when transactions start and commit.
 *
 * In: for each workload, histories of each level of minos sim with timestamps. Out: 0 if levels
 * that read a snapshot never show a G-SIa or G-SIb, nor rule out snapshot isolation; if each of the
 * weaker levels shows one in some of its histories; and if bugs that let reads leave their
 * snapshot, or let two write at the same time, are found in a database that is snapshot isolated
 * otherwise (where, without timestamps, an old snapshot would be all right).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/sim_history.h"
#include "support/model.h"
#include "support/support.h"

enum { SEEDS = 40 };

static const char *const workloads[] = {"list-append", "rw-register", "set", "counter"};

static const struct level {
    const char *name;
    bool snapshot; /* each transaction reads one, taken at its start */
} levels[] = {
    {"strict-serializable", true},
    {"serializable", true},
    {"strong-snapshot-isolation", true},
    {"snapshot-isolation", true},
    {"parallel-snapshot-isolation", false},
    {"read-atomic", false},
    {"read-committed", false},
    {"read-uncommitted", false},
};

static const struct bug {
    const char *name;
    bool writes; /* shows only in concurrent writes, which sets and counters allow */
} bugs[] = {{"retry-lost-update", true}, {"stale-read-timestamp", false}, {"empty-shard", false},
            {"fractured-commit", false}, {"stale-replica", false},        {"long-fork", false}};

/* From one key and process to many, short and long, with few and many aborts and crashes. */
static minos_sim_options shape(const char *workload, const char *level, uint64_t seed) {
    dice d = {seed * 7919 + 1};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.workload = workload;
    o.isolation = level;
    o.seed = seed;
    o.timestamps = 1;
    o.versions = dice_percent(&d, 50) ? 1 : 0;
    o.transactions = 50 + (uint64_t)dice_below(&d, 200);
    o.processes = 2 + (unsigned)dice_below(&d, 20);
    o.keys = 1 + (unsigned)dice_below(&d, 8);
    o.max_length = 1 + (unsigned)dice_below(&d, 6);
    o.max_writes_per_key = 1 + (unsigned)dice_below(&d, 60);
    o.read_fraction = 0.2 + 0.1 * dice_below(&d, 6);
    o.abort_rate = dice_percent(&d, 50) ? 0.01 * dice_below(&d, 30) : 0;
    o.crash_rate = dice_percent(&d, 30) ? 0.01 * dice_below(&d, 10) : 0;
    o.final_reads = dice_percent(&d, 50) ? 1 : 0;
    o.min_increment = dice_percent(&d, 50) ? 1 : -3;
    o.format = dice_percent(&d, 20) ? MINOS_FORMAT_JSON : MINOS_FORMAT_EDN;
    return o;
}

typedef struct outcome_of_run {
    bool faults;    /* the database was made to fail */
    bool timed;     /* G-SIa or G-SIb */
    bool ruled_out; /* snapshot isolation */
} outcome_of_run;

static outcome_of_run run(const minos_sim_options *options) {
    simulated s = simulated_run(options);
    minos_result *result = simulated_check(&s);
    outcome_of_run out = {.faults = simulated_faults(&s, false) > 0,
                          .timed = minos_result_has_anomaly(result, "G-SIa") != 0 ||
                                   minos_result_has_anomaly(result, "G-SIb") != 0,
                          .ruled_out = minos_result_rules_out(result, "snapshot-isolation") != 0};
    minos_result_free(result);
    simulated_release(&s);
    return out;
}

static unsigned check_level(const char *workload, const struct level *level) {
    unsigned shown = 0, wrong = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        minos_sim_options options = shape(workload, level->name, seed);
        outcome_of_run out = run(&options);
        shown += out.timed ? 1 : 0;
        if (out.timed && !out.ruled_out) {
            printf("at revealed times, and yet snapshot-isolation is not ruled out:\n");
            simulated_print_options(&options);
            wrong++;
        }
        if (level->snapshot && (out.timed || out.ruled_out)) {
            printf("a false alarm:\n");
            simulated_print_options(&options);
            wrong++;
        }
    }
    printf("%-12s %-28s %u of %d show G-SI\n", workload, level->name, shown, SEEDS);
    return wrong + (!level->snapshot && shown < SEEDS / 4 ? 1 : 0);
}

static unsigned check_bug(const char *workload, const struct bug *bug) {
    bool commutes = strcmp(workload, "set") == 0 || strcmp(workload, "counter") == 0;
    unsigned struck = 0, shown = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        minos_sim_options options = shape(workload, "snapshot-isolation", seed);
        options.bugs = bug->name;
        outcome_of_run out = run(&options);
        struck += out.faults ? 1 : 0;
        shown += out.faults && out.timed ? 1 : 0;
    }
    printf("%-12s %-28s %u of %u show G-SI\n", workload, bug->name, shown, struck);
    bool found = bug->writes && commutes ? shown == 0 : shown * 4 >= struck;
    return found && struck >= SEEDS / 4 ? 0 : 1;
}

int main(void) {
    unsigned wrong = 0;
    for (size_t w = 0; w < TEST_COUNT_OF(workloads); w++) {
        for (size_t l = 0; l < TEST_COUNT_OF(levels); l++) {
            wrong += check_level(workloads[w], &levels[l]);
        }
        for (size_t b = 0; b < TEST_COUNT_OF(bugs); b++) {
            wrong += check_bug(workloads[w], &bugs[b]);
        }
    }
    return wrong == 0 ? 0 : 1;
}
