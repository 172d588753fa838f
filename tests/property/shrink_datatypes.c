/*
 * shrink_datatypes.c - what minos_shrink leaves of histories of registers, sets and counters.
 *
 * In: histories of minos sim, of each datatype, of several strengths and with several bugs; with
 * unknown outcomes, half with versions and timestamps, registers under each assumption. Each is
 * shrunk to each of its anomalies. Out: 0 if what is left is what shrunk.h says. A failure prints
 * the history.
 */
#include <stdio.h>

#include "core/base.h"
#include "property/shrunk.h"
#include "property/sim_history.h"

enum { SEEDS = 8, TRANSACTIONS = 60 };

static const struct {
    const char *isolation, *bugs;
} databases[] = {
    {"strict-serializable", "stale-read-timestamp:0.2,fractured-commit,retry-lost-update"},
    {"snapshot-isolation", "aborted-read,dirty-update"},
    {"parallel-snapshot-isolation", NULL},
    {"read-atomic", "empty-shard:0.1,index-misses-own-writes"},
    {"read-committed", "intermediate-read,aborted-read"},
    {"read-uncommitted", NULL},
};

static minos_sim_options settings(const char *workload, size_t database, uint64_t seed) {
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.workload = workload;
    o.isolation = databases[database].isolation;
    o.bugs = databases[database].bugs;
    o.seed = seed;
    o.transactions = TRANSACTIONS;
    o.processes = 5;
    o.keys = 3;
    o.abort_rate = o.crash_rate = 0.1;
    o.final_reads = 1;
    o.versions = o.timestamps = seed % 2 == 0;
    o.min_increment = seed % 3 == 0 ? -3 : 1;
    return o;
}

static void try_all(shrunk *all, const char *workload, size_t database, uint64_t seed) {
    minos_sim_options sim = settings(workload, database, seed);
    simulated s = simulated_run(&sim);
    bool registers = strcmp(workload, "rw-register") == 0;
    for (int assumed = 0; assumed < (registers ? 4 : 1); assumed++) {
        minos_options options;
        minos_options_init(&options);
        options.models = "none";
        options.threads = 1;
        options.assume_wfr = assumed == 1;
        options.assume_sequential = assumed == 2;
        options.assume_linearizable = assumed == 3;
        char origin[128];
        snprintf(origin, sizeof origin, "%s, %s, seed %u, assumption %d", workload, sim.isolation,
                 (unsigned)seed, assumed);
        shrunk_try(all, s.history, &options, origin);
    }
    simulated_release(&s);
}

int main(void) {
    static const char *const workloads[] = {"rw-register", "set", "counter"};
    bool good = true;
    for (size_t w = 0; w < MNS_COUNT_OF(workloads) && good; w++) {
        shrunk all = {0, 0};
        for (uint64_t seed = 1; seed <= SEEDS && all.wrong == 0; seed++) {
            for (size_t database = 0; database < MNS_COUNT_OF(databases); database++) {
                try_all(&all, workloads[w], database, seed);
            }
        }
        printf("%s: %u histories shrunk, %u wrong\n", workloads[w], all.count, all.wrong);
        good = all.wrong == 0 && all.count > 100;
    }
    return good ? 0 : 1;
}
