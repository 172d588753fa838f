/*
 * simulator.c - minos sim against the definitions, and Minos against both.
 *
 * In: tiny histories of minos sim, each workload and level as it is and with each bug, some with
 * versions and timestamps revealed, or something assumed. Out: 0 if the definition of a level
 * allows what the level without bugs did; and if Minos judges all of them as the definitions do
 * (compare.h). So simulator, checker and definitions are held against each other.
 *
 * The level parallel-snapshot-isolation has no law here; its histories are judged under the others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minos_sim.h"
#include "oracle/compare.h"
#include "oracle/model_load.h"

enum { SEEDS = 120, ENOUGH_FAILURES = 5 };

/* Of the other datatypes there is more to try: a third of the seeds. */
enum { FEWER = 3 };

static int append_bytes(void *context, const char *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size ? 0 : 1;
}

static minos_sim_options shape(datatype type, const char *level, const char *bugs, uint64_t seed) {
    dice d = {seed};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.workload = datatypes[type].workload;
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
    if (type != TYPE_LIST) { /* of lists everything is to be found where nothing more is known */
        o.versions = dice_percent(&d, 30) ? 1 : 0;
        o.timestamps = dice_percent(&d, 30) ? 1 : 0;
    }
    o.min_increment = dice_percent(&d, 30) ? -2 : 1;
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
    bool good = status == MINOS_OK && model_load(m, text, size, o->workload);
    free(text);
    return good;
}

/* A strict-serializable database keeps every assumption about its keys, too. */
static void assume_some(model *m, const char *level, uint64_t seed) {
    dice d = {seed};
    bool strict = strcmp(level, "strict-serializable") == 0;
    memset(&m->assume, 0, sizeof m->assume);
    m->assume.objects = m->type == TYPE_SET && dice_percent(&d, 50);
    if (m->type == TYPE_REGISTER && strict) {
        m->assume.wfr = dice_percent(&d, 50);
        m->assume.sequential = dice_percent(&d, 50);
        m->assume.linearizable = dice_percent(&d, 50);
    }
}

static bool keeps_level(const model *m, const char *level) {
    for (int l = 0; l < LAW_COUNT; l++) {
        if (strcmp(laws[l].model, level) == 0) {
            return law_allows(&laws[l], m);
        }
    }
    return true;
}

static unsigned run(datatype type, const char *level, const char *bug, uint64_t seed, tally *counts,
                    unsigned *histories) {
    static model m;
    char bugs[64];
    char origin[128];
    snprintf(bugs, sizeof bugs, "%s:0.3", bug == NULL ? "" : bug);
    snprintf(origin, sizeof origin, "%s, %s, %s, seed %llu", datatypes[type].workload, level,
             bug == NULL ? "no bug" : bug, (unsigned long long)seed);
    minos_sim_options o = shape(type, level, bug == NULL ? NULL : bugs, seed);
    if (!simulate(&m, &o)) {
        return 0;
    }
    ++*histories;
    assume_some(&m, level, seed);
    unsigned wrong = compare(&m, origin, counts);
    if (bug == NULL && !keeps_level(&m, level)) {
        char *edn = model_edn(&m);
        printf("%s: the simulator broke its level:\n%s\n", origin, edn);
        free(edn);
        wrong++;
    }
    return wrong;
}

/* All levels and bugs with one workload; returns how much was wrong. */
static unsigned run_all(datatype type, uint64_t seeds) {
    tally counts[LAW_COUNT];
    unsigned histories = 0;
    unsigned wrong = 0;
    const char *level;
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; (level = minos_sim_level_name(i)) != NULL; i++) {
        for (uint64_t seed = 1; seed <= seeds && wrong < ENOUGH_FAILURES; seed++) {
            const char *bug;
            wrong += run(type, level, NULL, seed, counts, &histories);
            for (size_t b = 0; (bug = minos_sim_bug_name(b)) != NULL; b++) {
                wrong += run(type, level, bug, seed, counts, &histories);
            }
        }
    }
    bool telling = compare_report(counts, type == TYPE_LIST) && histories > seeds;
    printf("%s: %u histories, %u wrong\n", datatypes[type].workload, histories, wrong);
    return wrong + (telling ? 0 : 1);
}

int main(int argc, char **argv) {
    uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : SEEDS;
    unsigned wrong = 0;
    for (int type = 0; type < TYPE_COUNT; type++) {
        wrong += run_all((datatype)type, type == TYPE_LIST ? seeds : seeds / FEWER);
    }
    return wrong == 0 ? 0 : 1;
}
