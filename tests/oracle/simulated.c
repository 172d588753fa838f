/*
 * simulated.c - minos sim against the definitions, and Minos against both.
 *
 * In: tiny histories of minos sim, each level as it is and with each bug. Out: 0 if the definition
 * of a level allows what the level without bugs did; and if Minos judges all of them as the
 * definitions do (compare.h). So simulator, checker and definitions are held against each other.
 *
 * The level parallel-snapshot-isolation has no law here; its histories are judged under the others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minos_sim.h"
#include "oracle/compare.h"
#include "oracle/load.h"

enum { SEEDS = 120, ENOUGH_FAILURES = 5 };

static int append_bytes(void *context, const char *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size ? 0 : 1;
}

static minos_sim_options shape(const char *level, const char *bugs, uint64_t seed) {
    dice d = {seed};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.isolation = level;
    o.bugs = bugs;
    o.seed = seed;
    o.transactions = 3 + (uint64_t)dice_below(&d, 4);
    o.processes = 1 + (unsigned)dice_below(&d, 4);
    o.keys = 1 + (unsigned)dice_below(&d, 2);
    o.key_distribution = "uniform";
    o.min_length = 1;
    o.max_length = MAX_MOPS;
    o.abort_rate = dice_percent(&d, 50) ? 0.2 : 0;
    /* See oracle.h on what was read of transactions whose outcome is unknown. */
    bool dirty = strcmp(level, "read-uncommitted") == 0;
    o.crash_rate = dice_percent(&d, 50) && !dirty ? 0.2 : 0;
    o.final_reads = dice_percent(&d, 60) ? 1 : 0;
    return o;
}

/* False if the simulator refuses the options, or made more than the oracle can take. */
static bool simulate(model *m, const minos_sim_options *o) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        abort();
    }
    minos_status status = minos_sim_run(o, append_bytes, out, NULL, NULL);
    if (fclose(out) != 0) {
        abort();
    }
    bool good = status == MINOS_OK && model_load(m, text, size);
    free(text);
    return good;
}

static bool keeps_level(const model *m, const char *level) {
    for (int l = 0; l < LAW_COUNT; l++) {
        if (strcmp(laws[l].model, level) == 0) {
            return law_allows(&laws[l], m);
        }
    }
    return true;
}

static unsigned run(const char *level, const char *bug, uint64_t seed, tally *counts,
                    unsigned *histories) {
    static model m;
    char bugs[64];
    char origin[128];
    snprintf(bugs, sizeof bugs, "%s:0.3", bug == NULL ? "" : bug);
    snprintf(origin, sizeof origin, "%s, %s, seed %llu", level, bug == NULL ? "no bug" : bug,
             (unsigned long long)seed);
    minos_sim_options o = shape(level, bug == NULL ? NULL : bugs, seed);
    if (!simulate(&m, &o)) {
        return 0;
    }
    ++*histories;
    unsigned wrong = compare(&m, origin, counts);
    if (bug == NULL && !keeps_level(&m, level)) {
        char *edn = model_edn(&m);
        printf("%s: the simulator broke its level:\n%s\n", origin, edn);
        free(edn);
        wrong++;
    }
    return wrong;
}

int main(void) {
    tally counts[LAW_COUNT] = {{0, 0, 0, 0, 0}};
    unsigned histories = 0;
    unsigned wrong = 0;
    const char *level;
    for (size_t i = 0; (level = minos_sim_level_name(i)) != NULL; i++) {
        for (uint64_t seed = 1; seed <= SEEDS && wrong < ENOUGH_FAILURES; seed++) {
            const char *bug;
            wrong += run(level, NULL, seed, counts, &histories);
            for (size_t b = 0; (bug = minos_sim_bug_name(b)) != NULL; b++) {
                wrong += run(level, bug, seed, counts, &histories);
            }
        }
    }
    bool telling = compare_report(counts);
    printf("%u histories, %u wrong\n", histories, wrong);
    return wrong == 0 && telling && histories > SEEDS ? 0 : 1;
}
