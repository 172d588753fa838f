/*
 * acyclic_shortcut.c - showing a graph acyclic without storing it, against storing it and looking
 * for a cycle.
 *
 * In: the golden histories; small simulations of lists and registers, of every level, alone and
 * with every bug, with crashes, under every assumption about registers; histories of other
 * simulated databases, spoilt, with and without invocations. Out: 0 if mns_acyclic always says what
 * the components of the whole graph say, and where there is no cycle, what there is to judge by is
 * the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depend/acyclic.h"
#include "property/model_database.h"
#include "property/sim_history.h"
#include "search/subgraph.h"
#include "support/support.h"

enum { SEEDS = 24, MODELS = 3000 };

static unsigned counted[2]; /* cyclic, acyclic */
static unsigned wrong;

static unsigned bases_of(unsigned kinds) {
    unsigned bases = 0;
    for (unsigned kind = 1; kind <= kinds; kind <<= 1) {
        bases |= (kinds & kind) != 0 ? mns_kind_base((mns_kind)kind) : 0;
    }
    return bases;
}

/* Whether the two agree about an observation. */
static bool agree(const mns_observation *o) {
    mns_graph whole, none;
    mns_subgraph cyclic;
    bool acyclic;
    if (mns_graph_build(o, &whole) != MINOS_OK || mns_acyclic(o, &none, &acyclic) != MINOS_OK ||
        mns_subgraph_build(&cyclic, &whole) != MINOS_OK) {
        abort();
    }
    bool good = acyclic == (cyclic.count == 0) && none.vertex_count == 0;
    if (acyclic) {
        good = good && none.possible == whole.possible && none.kinds == bases_of(whole.kinds);
    }
    counted[acyclic]++;
    mns_subgraph_release(&cyclic);
    mns_graph_release(&whole);
    mns_graph_release(&none);
    return good;
}

/* The same of a history; of one that is refused, or of sets or counters, there is nothing to
 * say. */
static bool agree_about(const char *text, size_t size, const mns_assumptions *assumed) {
    mns_source source;
    mns_problems problems = {0};
    mns_history history = {0};
    mns_observation o = {0};
    mns_read_options options = {.format = MINOS_FORMAT_AUTO, .recognise = true};
    if (mns_source_memory(&source, "h", text, size, 0, &problems) != MINOS_OK) {
        abort();
    }
    bool good = true;
    if (mns_history_read(&history, &source, &options, &problems) == MINOS_OK) {
        if (mns_infer(&o, &history, assumed, 1) != MINOS_OK) {
            abort();
        }
        bool known = history.workload == MNS_LIST_APPEND || history.workload == MNS_RW_REGISTER;
        good = !known || agree(&o);
    }
    mns_observation_release(&o);
    mns_history_release(&history);
    mns_source_release(&source);
    mns_problems_release(&problems);
    return good;
}

static void check_goldens(const char *suffix) {
    size_t count;
    char *folder = source_path("tests/golden");
    char **list = folder_list(folder, suffix, &count);
    for (size_t i = 0; i < count; i++) {
        size_t size;
        char *path = path_join(folder, list[i]);
        char *text = file_load(path, &size);
        if (text == NULL || !agree_about(text, size, &(mns_assumptions){0})) {
            printf("%s\n", path);
            wrong++;
        }
        free(text);
        free(path);
    }
    list_free(list, count);
    free(folder);
}

static minos_sim_options shape(const char *workload, const char *level, const char *bug,
                               uint64_t seed) {
    dice d = {seed * 7919 + 1};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.workload = workload;
    o.isolation = level;
    o.bugs = bug;
    o.seed = seed;
    o.transactions = 3 + (uint64_t)dice_below(&d, dice_percent(&d, 50) ? 12 : 120);
    o.processes = 1 + (unsigned)dice_below(&d, 12);
    o.keys = 1 + (unsigned)dice_below(&d, 12);
    o.max_length = o.min_length + (unsigned)dice_below(&d, 5);
    o.max_writes_per_key = 1 + (unsigned)dice_below(&d, 40);
    o.read_fraction = 0.1 * (1 + dice_below(&d, 8));
    o.abort_rate = dice_percent(&d, 50) ? 0.1 : 0;
    o.crash_rate = dice_percent(&d, 50) ? 0.1 : 0;
    o.versions = dice_percent(&d, 30) ? 1 : 0;
    return o;
}

static void check_simulations(const char *workload, const char *level, const char *bug) {
    for (uint64_t seed = 1; seed <= SEEDS && wrong < 5; seed++) {
        minos_sim_options options = shape(workload, level, bug, seed);
        mns_assumptions assumed = {
            .wfr = seed % 2 == 0, .sequential = seed % 3 == 0, .linearizable = seed % 5 == 0};
        simulated s = simulated_run(&options);
        if (!agree_about(s.history, s.history_size, &assumed)) {
            simulated_print_options(&options);
            wrong++;
        }
        simulated_release(&s);
    }
}

static void check_workload(const char *workload) {
    for (size_t l = 0; minos_sim_level_name(l) != NULL; l++) {
        check_simulations(workload, minos_sim_level_name(l), NULL);
        for (size_t b = 0; minos_sim_bug_name(b) != NULL; b++) {
            check_simulations(workload, minos_sim_level_name(l), minos_sim_bug_name(b));
        }
    }
}

static void check_models(void) {
    static model m;
    for (uint64_t seed = 1; seed <= MODELS && wrong < 5; seed++) {
        dice d = {seed * 7919};
        database_run(&m, (strength)(seed % DB_STRENGTHS), seed, 3 + dice_below(&d, 30));
        if (dice_percent(&d, 30)) {
            model_spoil(&m, &d);
        }
        m.completions_only = dice_percent(&d, 40);
        char *edn = model_edn(&m);
        if (!agree_about(edn, strlen(edn), &(mns_assumptions){0})) {
            printf("seed %llu:\n%s\n", (unsigned long long)seed, edn);
            wrong++;
        }
        free(edn);
    }
}

int main(void) {
    check_goldens(".edn");
    check_goldens(".json");
    check_goldens(".jsonl");
    check_workload("list-append");
    check_workload("rw-register");
    check_models();
    printf("%u cyclic, %u acyclic, %u wrong\n", counted[0], counted[1], wrong);
    return wrong == 0 && counted[0] > 1000 && counted[1] > 1000 ? 0 : 1;
}
