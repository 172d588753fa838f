/* strength.c - see strength.h. */
#include "property/strength.h"

#include <stdio.h>
#include <string.h>

#include "property/sim_history.h"
#include "support/model.h"
#include "support/support.h"

enum { SEEDS = 300 };

/* What each level keeps besides itself. */
static const struct {
    const char *level;
    const char *weaker[12];
} kept[STRENGTH_LEVELS] = {
    {"strict-serializable",
     {"strong-session-serializable", "serializable", "strong-snapshot-isolation",
      "snapshot-isolation", "repeatable-read", "consistent-view", "parallel-snapshot-isolation",
      "read-atomic", "strong-read-committed", "read-committed", "read-uncommitted", NULL}},
    {"serializable",
     {"snapshot-isolation", "repeatable-read", "update-serializable", "consistent-view",
      "parallel-snapshot-isolation", "read-atomic", "read-committed", "read-uncommitted", NULL}},
    {"strong-snapshot-isolation",
     {"strong-session-snapshot-isolation", "snapshot-isolation", "consistent-view",
      "parallel-snapshot-isolation", "read-atomic", "strong-read-committed", "read-committed",
      "read-uncommitted", NULL}},
    {"snapshot-isolation",
     {"consistent-view", "parallel-snapshot-isolation", "prefix", "read-atomic", "read-committed",
      "read-uncommitted", NULL}},
    {"parallel-snapshot-isolation",
     {"causal-cerone", "update-atomic", "read-atomic", "monotonic-atomic-view", "read-committed",
      "read-uncommitted", NULL}},
    {"read-atomic", {"monotonic-atomic-view", "read-committed", "read-uncommitted", NULL}},
    {"read-committed", {"read-uncommitted", NULL}},
    {"read-uncommitted", {NULL}},
};

/* A shape for each seed: from one key and process to many, short and long, calm and rough. */
static minos_sim_options shape(const char *workload, const char *level, uint64_t seed) {
    static const char *const distributions[] = {"uniform", "exponential", "zipf"};
    dice d = {seed * 7919 + 1};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.workload = workload;
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
    /* Of counters only: half of the time all add, else some take away. */
    o.max_increment = 1 << dice_below(&d, 10);
    o.min_increment = dice_percent(&d, 50) ? 1 : -o.max_increment;
    return o;
}

static const char *broken(size_t level, const char *also, const minos_result *result) {
    if (minos_result_rules_out(result, kept[level].level)) {
        return kept[level].level;
    }
    if (also != NULL && level < STRENGTH_LEVELS - 1 && minos_result_rules_out(result, also)) {
        return also;
    }
    for (size_t i = 0; kept[level].weaker[i] != NULL; i++) {
        if (minos_result_rules_out(result, kept[level].weaker[i])) {
            return kept[level].weaker[i];
        }
    }
    return NULL;
}

typedef struct test {
    const char *workload;
    const strength_level *levels;
    strength_setting setting;
    void (*edit)(char *history); /* or NULL, as the next */
    const char *also;            /* a model that every level from read-committed up keeps */
} test;

static minos_result *judge(const test *t, const simulated *s) {
    minos_options options;
    minos_options_init(&options);
    if (t->setting.assume != NULL) {
        t->setting.assume(&options);
    }
    return simulated_check_as(s, options);
}

static bool run(const test *t, size_t level, uint64_t seed, unsigned *broke) {
    minos_sim_options options = shape(t->workload, kept[level].level, seed);
    if (t->setting.simulate != NULL) {
        t->setting.simulate(&options);
    }
    simulated s = simulated_run(&options);
    if (t->edit != NULL) {
        t->edit(s.history);
    }
    minos_result *result = judge(t, &s);
    const char *ruled_out = broken(level, t->also, result);
    if (ruled_out != NULL) {
        printf("%s is ruled out by a history of a database that is %s, %s:\n", ruled_out,
               kept[level].level, t->setting.name);
        simulated_print_options(&options);
    }
    for (size_t i = 0; t->levels[level].breaks[i] != NULL; i++) {
        broke[i] += minos_result_rules_out(result, t->levels[level].breaks[i]) ? 1 : 0;
    }
    minos_result_free(result);
    simulated_release(&s);
    return ruled_out == NULL;
}

static unsigned test_level(const test *t, size_t level) {
    const char *const *breaks = t->levels[level].breaks;
    unsigned broke[TEST_COUNT_OF(t->levels[level].breaks)] = {0};
    unsigned alarms = 0;
    unsigned seeds = t->setting.seeds;
    for (uint64_t seed = 1; seed <= seeds && alarms < 3; seed++) {
        alarms += run(t, level, seed, broke) ? 0 : 1;
    }
    unsigned wrong = alarms;
    printf("%-28s %s: %u histories, %u false alarms", kept[level].level, t->setting.name, seeds,
           alarms);
    for (size_t i = 0; breaks[i] != NULL; i++) {
        printf("; %u break %s", broke[i], breaks[i]);
        wrong += broke[i] < seeds / 20 ? 1 : 0;
    }
    printf("\n");
    return wrong;
}

static unsigned test_levels(const test *t) {
    const strength_level *levels = t->levels;
    unsigned wrong = minos_sim_level_name(STRENGTH_LEVELS) == NULL ? 0 : 1;
    for (size_t l = 0; l < STRENGTH_LEVELS; l++) {
        if (strcmp(levels[l].name, minos_sim_level_name(l)) != 0 ||
            strcmp(levels[l].name, kept[l].level) != 0) {
            printf("%s is missing or out of order\n", levels[l].name);
            wrong++;
        }
        wrong += t->setting.skipped[l] ? 0 : test_level(t, l);
    }
    return wrong;
}

static const strength_setting none = {.name = "nothing assumed", .seeds = SEEDS};

unsigned strength_test_in(const char *workload, const strength_level levels[STRENGTH_LEVELS],
                          const strength_setting *setting) {
    test t = {.workload = workload, .levels = levels, .setting = setting == NULL ? none : *setting};
    return test_levels(&t);
}

unsigned strength_test_edited(const char *workload, const strength_level levels[STRENGTH_LEVELS],
                              void (*edit)(char *history), const char *also) {
    test t = {workload, levels, none, edit, also};
    return test_levels(&t);
}

unsigned strength_test(const char *workload, const strength_level levels[STRENGTH_LEVELS]) {
    return strength_test_in(workload, levels, NULL);
}
