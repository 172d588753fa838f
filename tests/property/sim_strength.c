/*
 * sim_strength.c - a simulated database of strength L never yields a history that rules L out.
 *
 * In: hundreds of seeds for each level of minos sim, each with another shape of workload. Out: 0 if
 * neither the level nor anything weaker is ever ruled out; and if each level is as weak as it says:
 * the next stronger one is ruled out by some of its histories. A failure prints the command
 * that makes the history.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/simulated.h"
#include "support/model.h"
#include "support/support.h"

enum { SEEDS = 300 };

/* What each level keeps besides itself, and what it must be seen to break. */
static const struct level {
    const char *name;
    const char *weaker[12];
    const char *breaks[3];
} levels[] = {
    {"strict-serializable",
     {"strong-session-serializable", "serializable", "strong-snapshot-isolation",
      "snapshot-isolation", "repeatable-read", "consistent-view", "parallel-snapshot-isolation",
      "read-atomic", "strong-read-committed", "read-committed", "read-uncommitted", NULL},
     {NULL}},
    {"serializable",
     {"snapshot-isolation", "repeatable-read", "update-serializable", "consistent-view",
      "parallel-snapshot-isolation", "read-atomic", "read-committed", "read-uncommitted", NULL},
     {"strict-serializable", "strong-session-serializable", NULL}},
    {"strong-snapshot-isolation",
     {"strong-session-snapshot-isolation", "snapshot-isolation", "consistent-view",
      "parallel-snapshot-isolation", "read-atomic", "strong-read-committed", "read-committed",
      "read-uncommitted", NULL},
     {"serializable", NULL}},
    {"snapshot-isolation",
     {"consistent-view", "parallel-snapshot-isolation", "prefix", "read-atomic", "read-committed",
      "read-uncommitted", NULL},
     {"serializable", "strong-snapshot-isolation", NULL}},
    {"parallel-snapshot-isolation",
     {"causal-cerone", "update-atomic", "read-atomic", "monotonic-atomic-view", "read-committed",
      "read-uncommitted", NULL},
     {"snapshot-isolation", NULL}},
    {"read-atomic",
     {"monotonic-atomic-view", "read-committed", "read-uncommitted", NULL},
     {"parallel-snapshot-isolation", NULL}},
    {"read-committed", {"read-uncommitted", NULL}, {"read-atomic", NULL}},
    {"read-uncommitted", {NULL}, {"read-committed", NULL}},
};

/* A shape for each seed: from one key and process to many, short and long, calm and rough. */
static minos_sim_options shape(const char *level, uint64_t seed) {
    static const char *const distributions[] = {"uniform", "exponential", "zipf"};
    dice d = {seed * 7919 + 1};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.isolation = level;
    o.seed = seed;
    o.transactions = 10 + (uint64_t)dice_below(&d, 400);
    o.processes = 1 + (unsigned)dice_below(&d, 20);
    o.keys = 1 + (unsigned)dice_below(&d, 12);
    o.key_distribution = distributions[dice_below(&d, 3)];
    o.min_length = 1 + (unsigned)dice_below(&d, 3);
    o.max_length = o.min_length + (unsigned)dice_below(&d, 6);
    o.max_writes_per_key = 1 + (unsigned)dice_below(&d, 60);
    o.read_fraction = 0.1 * dice_below(&d, 10);
    o.abort_rate = dice_percent(&d, 50) ? 0.01 * dice_below(&d, 30) : 0;
    o.crash_rate = dice_percent(&d, 50) ? 0.01 * dice_below(&d, 30) : 0;
    o.final_reads = dice_percent(&d, 50) ? 1 : 0;
    o.format = dice_percent(&d, 20) ? MINOS_FORMAT_JSON : MINOS_FORMAT_EDN;
    return o;
}

static const char *broken(const struct level *level, const minos_result *result) {
    if (minos_result_rules_out(result, level->name)) {
        return level->name;
    }
    for (size_t i = 0; level->weaker[i] != NULL; i++) {
        if (minos_result_rules_out(result, level->weaker[i])) {
            return level->weaker[i];
        }
    }
    return NULL;
}

static bool run(const struct level *level, uint64_t seed, unsigned *broke) {
    minos_sim_options options = shape(level->name, seed);
    simulated s = simulated_run(&options);
    minos_result *result = simulated_check(&s);
    const char *ruled_out = broken(level, result);
    if (ruled_out != NULL) {
        printf("%s is ruled out by a history of a database that is %s:\n", ruled_out, level->name);
        simulated_print_options(&options);
    }
    for (size_t i = 0; level->breaks[i] != NULL; i++) {
        broke[i] += minos_result_rules_out(result, level->breaks[i]) ? 1 : 0;
    }
    minos_result_free(result);
    simulated_release(&s);
    return ruled_out == NULL;
}

int main(void) {
    unsigned wrong = 0;
    for (size_t l = 0; l < TEST_COUNT_OF(levels); l++) {
        const struct level *level = &levels[l];
        unsigned broke[TEST_COUNT_OF(level->breaks)] = {0};
        unsigned alarms = 0;
        if (strcmp(level->name, minos_sim_level_name(l)) != 0) {
            printf("%s is missing or out of order\n", level->name);
            wrong++;
        }
        for (uint64_t seed = 1; seed <= SEEDS && alarms < 3; seed++) {
            alarms += run(level, seed, broke) ? 0 : 1;
        }
        wrong += alarms;
        printf("%-28s %d histories, %u false alarms", level->name, SEEDS, alarms);
        for (size_t i = 0; level->breaks[i] != NULL; i++) {
            printf("; %u break %s", broke[i], level->breaks[i]);
            wrong += broke[i] < SEEDS / 20 ? 1 : 0;
        }
        printf("\n");
    }
    return wrong == 0 && minos_sim_level_name(TEST_COUNT_OF(levels)) == NULL ? 0 : 1;
}
