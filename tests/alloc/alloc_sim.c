/*
 * alloc_sim.c - simulating survives running out of memory.
 *
 * In: runs with every bug, crashes, final reads and the truth, on a level with conflicts and one
 * with locks. The n-th allocation fails, alone and with all after it, for n = 1, 2, 3 ... until a
 * run ends before it. Out: 0 if each failure is MINOS_ENOMEM. AddressSanitizer reports crashes and
 * leaks.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "failing.h"
#include "minos_sim.h"

/* Counts bytes and discards them. */
static int count_bytes(void *context, const char *bytes, size_t size) {
    (void)bytes;
    *(size_t *)context += size;
    return 0;
}

static unsigned runs, wrong;

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const minos_sim_options *options, unsigned long n, bool on) {
    size_t history = 0;
    size_t truth = 0;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    minos_status status = minos_sim_run(options, count_bytes, &history, count_bytes, &truth);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    if (status != (reached ? MINOS_ENOMEM : MINOS_OK) && wrong++ < 5) {
        printf("%s, allocation %lu%s: status %d\n", options->isolation, n, on ? " and on" : "",
               (int)status);
    }
    return reached;
}

int main(void) {
    static const char *const levels[] = {"strict-serializable", "read-uncommitted"};
    char bugs[1024];
    size_t size = 0;
    for (size_t i = 0; minos_sim_bug_name(i) != NULL; i++) {
        size += (size_t)snprintf(bugs + size, sizeof bugs - size, "%s%s:0.2", i == 0 ? "" : ",",
                                 minos_sim_bug_name(i));
    }
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.isolation = levels[i];
        options.bugs = bugs;
        options.key_distribution = "zipf";
        options.transactions = 60;
        options.processes = 4;
        options.max_writes_per_key = 8;
        options.crash_rate = 0.1;
        options.final_reads = 1;
        options.versions = options.timestamps = 1;
        for (unsigned long n = 1; fail_at(&options, n, false); n++) {
        }
        for (unsigned long n = 1; fail_at(&options, n, true); n++) {
        }
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 100 ? 0 : 1;
}
