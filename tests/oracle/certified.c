/*
 * certified.c - certified models against the definitions, on tiny random histories
 * (certified_compare.h).
 *
 *     test_oracle_certified [histories [first seed [run]]]
 *
 * Out: 0 if nothing is certified that the oracle does not allow, and if every history of lists,
 * registers and sets is decided, of counters for the serializable models. Under snapshot isolation
 * it is guessed which increments make up a sum, and where the database reveals versions or
 * timestamps, or something is assumed of keys, some executions that are found do not fit: these
 * histories may stay undecided, and all without a solver.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/certified_compare.h"
#include "oracle/runs.h"
#include "support/proved.h"
#include "support/support.h"

enum {
    HISTORIES = 3000,
    MOST_SHOWN = 4,
    ENOUGH = 5,
    SERIALIZABLE_MODELS = 3 /* the first of certified_models */
};

static const random_run runs[] = {
    {"list", {.type = TYPE_LIST}},
    {"register", {.type = TYPE_REGISTER}},
    {"rows", {.type = TYPE_SET}},
    {"objects", {.type = TYPE_SET, .assume = {.objects = true}}},
    {"counter", {.type = TYPE_COUNTER}},
    {"blind-list", {.type = TYPE_LIST, .blind = true}},
    {"blind-register", {.type = TYPE_REGISTER, .blind = true}},
    {"blind-rows", {.type = TYPE_SET, .blind = true}},
    {"blind-objects", {.type = TYPE_SET, .blind = true, .assume = {.objects = true}}},
    {"blind-counter", {.type = TYPE_COUNTER, .blind = true}},
    {"list-versions", {.type = TYPE_LIST, .versions = true}},
    {"register-versions", {.type = TYPE_REGISTER, .versions = true}},
    {"object-versions", {.type = TYPE_SET, .versions = true, .assume = {.objects = true}}},
    {"counter-versions", {.type = TYPE_COUNTER, .versions = true}},
    {"list-timestamps", {.type = TYPE_LIST, .timestamps = true}},
    {"register-timestamps", {.type = TYPE_REGISTER, .timestamps = true}},
    {"row-timestamps", {.type = TYPE_SET, .timestamps = true}},
    {"wfr", {.type = TYPE_REGISTER, .assume = {.wfr = true}}},
    {"sequential", {.type = TYPE_REGISTER, .assume = {.sequential = true}}},
    {"linearizable", {.type = TYPE_REGISTER, .assume = {.linearizable = true}}},
};

static bool allows(const model *m, int which) {
    for (int l = 0; l < LAW_COUNT; l++) {
        if (strcmp(laws[l].model, certified_models[which]) == 0) {
            return law_allows(&laws[l], m);
        }
    }
    abort();
}

/* For so many of certified_models, every history must be decided. */
static int must_decide(const tiny_shape *shape) {
    if (!proved_has_solver() || shape->versions || shape->timestamps || shape->assume.wfr ||
        shape->assume.sequential || shape->assume.linearizable) {
        return 0;
    }
    return shape->type == TYPE_COUNTER ? SERIALIZABLE_MODELS : CERTIFIED_MODELS;
}

static bool is_decided(const certified_run *run, int models) {
    bool decided = true;
    for (int i = 0; i < models; i++) {
        decided &= run->tallies[i].undecided == 0;
    }
    return decided;
}

/* Of what may stay undecided nothing is printed, unless the run is asked for by name. */
static bool run_make(const random_run *random, uint64_t histories, uint64_t first, bool named) {
    static model m;
    bool telling = true;
    int models = must_decide(&random->shape);
    bool shown = models == CERTIFIED_MODELS || named;
    certified_run run = {.allows = allows, .most = shown ? MOST_SHOWN : 0};
    uint64_t seed = first;
    for (; seed < first + histories && run.wrong < ENOUGH; seed++) {
        char origin[60];
        snprintf(origin, sizeof origin, "%s, seed %llu", random->name, (unsigned long long)seed);
        tiny_make(&m, &random->shape, seed);
        certified_compare(&run, &m, origin);
    }
    unsigned undecided = certified_report(&run, random->name, &telling);
    printf("%s: %llu histories, %u wrong, %u undecided%s\n", random->name,
           (unsigned long long)(seed - first), run.wrong, undecided,
           telling ? "" : ", and some model was seen from one side only");
    return run.wrong == 0 && telling && is_decided(&run, models);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool good = true;
    for (size_t i = 0; i < TEST_COUNT_OF(runs); i++) {
        if (argc <= 3 || strcmp(argv[3], runs[i].name) == 0) {
            bool few = runs[i].shape.versions || runs[i].shape.timestamps;
            good &= run_make(&runs[i], few ? wanted / 4 : wanted, first, argc > 3);
        }
    }
    return good ? 0 : 1;
}
