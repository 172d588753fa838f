/*
 * sim_clean_register.c - nothing is found in strictly serializable histories of registers, whatever
 * is assumed of their keys.
 *
 * In: histories of minos sim of four sizes, forty seeds each, half of them with aborts and crashes.
 * Out: 0 if none of them shows any anomaly, with nothing assumed or with each assumption, all of
 * which are true of such a database. Prints a line for each size, and for each failure the command
 * that makes the history. (With linearizable keys the reference finds a cyclic version order in up
 * to all forty.) That it can be found where it is there shows in databases that answer reads from
 * the past.
 */
#include <stdbool.h>
#include <stdio.h>

#include "property/sim_history.h"
#include "support/support.h"

enum { SEEDS = 40 };

static const struct size {
    unsigned transactions, processes;
} sizes[] = {{50, 3}, {100, 5}, {300, 10}, {1000, 10}};

static const struct assumption {
    const char *name;
    int wfr, sequential, linearizable;
} assumptions[] = {{"nothing", 0, 0, 0},
                   {"--wfr-keys", 1, 0, 0},
                   {"--sequential-keys", 0, 1, 0},
                   {"--linearizable-keys", 0, 0, 1},
                   {"all three", 1, 1, 1}};

static const char *any_anomaly(const minos_result *result) {
    const char *name = NULL;
    for (size_t i = 0; (name = minos_catalog_anomaly(i)) != NULL; i++) {
        if (minos_result_has_anomaly(result, name)) {
            break;
        }
    }
    return name;
}

/* Whether an anomaly is found, which is said if none should be. */
static bool check(const simulated *s, const minos_sim_options *simulation,
                  const struct assumption *a, bool clean) {
    minos_options options;
    minos_options_init(&options);
    options.assume_wfr = a->wfr;
    options.assume_sequential = a->sequential;
    options.assume_linearizable = a->linearizable;
    minos_result *result = simulated_check_as(s, options);
    const char *found = any_anomaly(result);
    if (found != NULL && clean) {
        printf("%s is found with %s assumed:\n", found, a->name);
        simulated_print_options(simulation);
    }
    minos_result_free(result);
    return found != NULL;
}

/* In how many ways of judging it an anomaly is found in a history. */
static unsigned run(const struct size *size, uint64_t seed, bool clean) {
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.workload = "rw-register";
    options.isolation = clean ? "strict-serializable" : "serializable";
    options.transactions = size->transactions;
    options.processes = size->processes;
    options.seed = seed;
    options.abort_rate = seed % 2 == 0 ? 0.1 : 0;
    options.crash_rate = seed % 2 == 0 ? 0.05 : 0;
    simulated s = simulated_run(&options);
    unsigned found = 0;
    for (size_t a = 0; a < TEST_COUNT_OF(assumptions); a++) {
        found += check(&s, &options, &assumptions[a], clean) ? 1 : 0;
    }
    simulated_release(&s);
    return found;
}

int main(void) {
    unsigned alarms = 0;
    unsigned noticed = 0;
    for (size_t i = 0; i < TEST_COUNT_OF(sizes); i++) {
        unsigned own = 0;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            own += run(&sizes[i], seed, true);
            noticed += seed <= 5 && run(&sizes[i], seed, false) == TEST_COUNT_OF(assumptions);
        }
        printf("%4u transactions of %2u processes: %d histories, %u false alarms\n",
               sizes[i].transactions, sizes[i].processes, (int)SEEDS, own);
        alarms += own;
    }
    return alarms == 0 && noticed >= 15 ? 0 : 1;
}
