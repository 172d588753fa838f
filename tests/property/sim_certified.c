/*
 * sim_certified.c - a simulated database without bugs is certified at its own level.
 *
 *     test_property_sim_certified [seeds [transactions [workload]]]
 *
 * In: histories of minos sim at the levels that have executions, of every datatype, for several
 * loads: few keys with blind writes and many clients, one key, many keys, with crashes and aborts.
 * Out: 0 if an execution proves the level of each, the same one whatever the number of threads; and
 * if no execution proves a model that a history with a bug rules out. Of counters only the share is
 * printed: which increments make up a sum is guessed; likewise if Minos has no solver. A failure
 * prints the command that makes the history.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/sim_history.h"
#include "support/proved.h"
#include "support/support.h"

enum { SEEDS = 3, TRANSACTIONS = 400, BUG_SEEDS = 2, BUG_TRANSACTIONS = 40, MOST_SHOWN = 5 };

static const char *const levels[] = {"strict-serializable", "serializable",
                                     "strong-snapshot-isolation", "snapshot-isolation"};

static const char *const models[] = {
    "strict-serializable",       "strong-session-serializable",       "serializable",
    "strong-snapshot-isolation", "strong-session-snapshot-isolation", "snapshot-isolation"};

typedef struct sim_load {
    const char *name;
    unsigned keys, processes, max_writes, max_length;
    double reads, crashes, aborts;
} sim_load;

static const sim_load loads[] = {
    {"default", 10, 10, 32, 4, 0.5, 0, 0},
    {"10 keys, 80 % blind writes, 50 clients", 10, 50, 1000000, 4, 0.2, 0, 0},
    {"the same with crashes and aborts", 10, 50, 1000000, 4, 0.2, 0.05, 0.05},
    {"1 key", 1, 10, 1000000, 2, 0.5, 0.02, 0},
    {"100 keys, crashes and aborts", 100, 20, 100, 8, 0.5, 0.1, 0.1},
    {"90 % reads", 20, 20, 100, 6, 0.9, 0.02, 0.02},
};

static unsigned shown, wrong;

static minos_sim_options make_options(const char *workload, const char *level, const sim_load *l) {
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.workload = workload;
    o.isolation = level;
    o.keys = l->keys;
    o.key_distribution = "uniform";
    o.processes = l->processes;
    o.max_writes_per_key = l->max_writes;
    o.max_length = l->max_length;
    o.read_fraction = l->reads;
    o.crash_rate = l->crashes;
    o.abort_rate = l->aborts;
    return o;
}

static void complain(const minos_sim_options *options, const char *what, const char *model,
                     const char *why) {
    if (shown++ < MOST_SHOWN) {
        printf("%s %s: %s\n", model, what, why == NULL ? "" : why);
        simulated_print_options(options);
    }
}

static bool has_to_guess(const char *workload) {
    return strcmp(workload, "counter") == 0 || !proved_has_solver();
}

/* ---- Without bugs --------------------------------------------------------------------------- */

static bool is_same_with_threads(const simulated *s, const minos_result *result) {
    minos_options options;
    minos_result *other = NULL;
    minos_options_init(&options);
    options.models = "none";
    options.max_witnesses = 1;
    options.threads = 4;
    bool same =
        minos_check_memory("threads", s->history, s->history_size, &options, &other) == MINOS_OK &&
        proved_alike(result, other);
    minos_result_free(other);
    return same;
}

static bool is_certified(const minos_sim_options *options) {
    simulated s = simulated_run(options);
    minos_result *result = simulated_check(&s);
    bool certified = proved_by_execution(result, options->isolation);
    if (!certified && !has_to_guess(options->workload)) {
        complain(options, "is not certified", options->isolation,
                 proved_reason(result, options->isolation));
    }
    if (!is_same_with_threads(&s, result)) {
        complain(options, "is proved differently with four threads", options->isolation, NULL);
        wrong++;
    }
    minos_result_free(result);
    simulated_release(&s);
    return certified;
}

static void certify_loads(const char *workload, unsigned seeds, unsigned transactions) {
    for (size_t level = 0; level < TEST_COUNT_OF(levels); level++) {
        unsigned certified = 0, asked = 0;
        for (size_t l = 0; l < TEST_COUNT_OF(loads); l++) {
            minos_sim_options options = make_options(workload, levels[level], &loads[l]);
            options.transactions = transactions;
            for (options.seed = 1; options.seed <= seeds; options.seed++, asked++) {
                certified += is_certified(&options) ? 1 : 0;
            }
        }
        printf("%-12s %-28s %4u of %4u certified\n", workload, levels[level], certified, asked);
        wrong += has_to_guess(workload) ? 0 : asked - certified;
    }
}

/* ---- With bugs ------------------------------------------------------------------------------ */

/* Searches for the models that are ruled out as well. */
static void contradict(const minos_sim_options *options, unsigned *refuted) {
    simulated s = simulated_run(options);
    minos_result *result = simulated_check(&s);
    for (size_t m = 0; m < TEST_COUNT_OF(models); m++) {
        if (!minos_result_rules_out(result, models[m])) {
            continue;
        }
        (*refuted)++;
        if (proved_by_execution(result, models[m]) || proved_reason(result, models[m]) == NULL) {
            complain(options, "is ruled out, and an execution proves it", models[m], NULL);
            wrong++;
        }
    }
    minos_result_free(result);
    simulated_release(&s);
}

static void contradict_bugs(const char *workload) {
    unsigned refuted = 0;
    for (size_t bug = 0; minos_sim_bug_name(bug) != NULL; bug++) {
        for (size_t level = 0; level < TEST_COUNT_OF(levels); level++) {
            char rated[80];
            minos_sim_options options = make_options(workload, levels[level], &loads[0]);
            snprintf(rated, sizeof rated, "%s:0.1", minos_sim_bug_name(bug));
            options.bugs = rated;
            options.transactions = BUG_TRANSACTIONS;
            for (options.seed = 1; options.seed <= BUG_SEEDS; options.seed++) {
                contradict(&options, &refuted);
            }
        }
    }
    printf("%-12s %u models ruled out, none of them proved\n", workload, refuted);
    wrong += refuted == 0 ? 1 : 0;
}

int main(int argc, char **argv) {
    static const char *const workloads[] = {"list-append", "rw-register", "set", "counter"};
    unsigned seeds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : SEEDS;
    unsigned transactions = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : TRANSACTIONS;
    for (size_t w = 0; w < TEST_COUNT_OF(workloads); w++) {
        if (argc > 3 && strcmp(argv[3], workloads[w]) != 0) {
            continue;
        }
        certify_loads(workloads[w], seeds, transactions);
        contradict_bugs(workloads[w]);
    }
    return wrong == 0 ? 0 : 1;
}
