/*
 * interleaved.c - the order of lines that says nothing about the database changes nothing in the
 * verdict.
 *
 *     test_exact_interleaved [histories of each source and datatype [first seed [source]]]
 *
 * In: histories of every shape (shapes.h) and of simulated databases, with and without invocations,
 * each with its lines in another order (support/interleave.h). Out: 0 if both show the same
 * anomalies and rule out the same models.
 *
 * Simulated histories are larger than those of the shapes. They are of three sizes: all orders of
 * versions are inferred at once, by closure (infer/lemma_closure.h), or by walks with a bound on
 * their steps (infer/lemmas.h).
 *
 * Where lists contradict each other, the first of the longest is taken as the order, so other
 * cycles may be found; but the same models must be ruled out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "exact/recall.h"
#include "exact/shapes.h"
#include "minos_sim.h"
#include "support/interleave.h"
#include "support/support.h"

enum { HISTORIES = 40, ENOUGH_FAILURES = 5, SIMULATED = SHAPES, SOURCES = SHAPES + 3 };

static const datatype types[] = {TYPE_LIST, TYPE_REGISTER, TYPE_SET, TYPE_COUNTER};

static const char *source_name(int source) {
    static const char *const sizes[] = {"simulated", "simulated-medium", "simulated-large"};
    return source < SIMULATED ? shape_names[source] : sizes[source - SIMULATED];
}

/* ---- What is compared ----------------------------------------------------------------------- */

typedef struct judgement {
    names anomalies, models;
} judgement;

static judgement judge(const char *text, datatype type) {
    judgement j = {.anomalies = {.count = 0}};
    minos_options options;
    minos_options_init(&options);
    options.workload = datatypes[type].workload;
    options.models = "none";
    options.threads = 1;
    minos_result *result = model_check_with(text, &options);
    const char *name = NULL;
    for (size_t i = 0; (name = minos_result_anomaly(result, i)) != NULL; i++) {
        names_add(&j.anomalies, name, strlen(name));
    }
    for (int m = 0; m < MNS_MODEL_COUNT; m++) {
        name = mns_model_canonical((mns_model)m);
        if (minos_result_rules_out(result, name)) {
            names_add(&j.models, name, strlen(name));
        }
    }
    minos_result_free(result);
    return j;
}

static void judgement_release(judgement *j) {
    names_release(&j->anomalies);
    names_release(&j->models);
}

static bool is_same(const judgement *a, const judgement *b) {
    bool contradictory = names_has(&a->anomalies, "incompatible-order");
    return names_equal(&a->models, &b->models) &&
           (contradictory || names_equal(&a->anomalies, &b->anomalies));
}

/* ---- Histories ------------------------------------------------------------------------------ */

/* A history without invocations needs the completions of all its transactions. */
static void drop_invocations(model *m) {
    m->completions_only = true;
    for (int t = 0; t < m->txn_count; t++) {
        m->txns[t].bare = false;
        if (m->txns[t].outcome == OUTCOME_NONE) {
            m->txns[t].outcome = OUTCOME_INFO;
            m->txns[t].complete = m->event_count++;
        }
    }
}

static char *make_shape(int source, datatype type, uint64_t seed) {
    static model m;
    shape_make(&m, source, type, SHAPE_TXNS, seed);
    if (seed % 3 != 0) {
        drop_invocations(&m);
    }
    return model_edn(&m);
}

typedef struct text {
    char *data;
    size_t size;
} text;

static int append(void *context, const char *bytes, size_t size) {
    text *t = context;
    t->data = realloc(t->data, t->size + size + 1);
    if (t->data == NULL) {
        abort();
    }
    memcpy(t->data + t->size, bytes, size);
    t->size += size;
    t->data[t->size] = '\0';
    return 0;
}

/* Removes indices and times, which would be out of order, and perhaps the lines of invocations. */
static void simplify(char *edn, bool completions_only) {
    char *to = edn;
    for (size_t size; *edn != '\0'; edn += size) {
        size = strcspn(edn, "\n");
        size += edn[size] == '\n' ? 1 : 0;
        const char *type = strstr(edn, ":type ");
        if (completions_only && strncmp(type, ":type :invoke", 13) == 0) {
            continue;
        }
        *to++ = '{';
        memmove(to, type, size - (size_t)(type - edn));
        to += size - (size_t)(type - edn);
    }
    *to = '\0';
}

static char *make_simulated(int size, datatype type, uint64_t seed) {
    static const unsigned most[] = {120, 400, 6000};
    dice d = {seed * 31 + (uint64_t)size};
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.workload = datatypes[type].workload;
    options.isolation = minos_sim_level_name((size_t)dice_below(&d, 8));
    options.isolation = options.isolation == NULL ? "read-uncommitted" : options.isolation;
    options.bugs = dice_percent(&d, 60) ? minos_sim_bug_name((size_t)dice_below(&d, 12)) : NULL;
    options.seed = seed;
    options.transactions = most[size] / 2 + (unsigned)dice_below(&d, (int)most[size] / 2);
    options.processes = 2 + (unsigned)dice_below(&d, 20);
    options.keys = 2 + (unsigned)dice_below(&d, 30);
    options.max_length = 2 + (unsigned)dice_below(&d, 8);
    options.max_writes_per_key = 4 + (unsigned)dice_below(&d, 60);
    options.read_fraction = 0.1 + 0.1 * dice_below(&d, 7);
    options.crash_rate = 0.02 * dice_below(&d, 3);
    text t = {NULL, 0};
    append(&t, "", 0);
    if (minos_sim_run(&options, append, &t, NULL, NULL) != MINOS_OK) {
        printf("minos_sim_run failed, seed %llu\n", (unsigned long long)seed);
        exit(1);
    }
    simplify(t.data, seed % 3 != 0);
    return t.data;
}

/* ---- The test ------------------------------------------------------------------------------- */

static unsigned judged, violated;

static void complain(const char *first, const char *second, const judgement *a,
                     const judgement *b) {
    printf("%s\n; or, in this order of lines:\n%s\n", first, second);
    printf("; first: %s\n", names_show(&a->anomalies));
    printf("; second: %s\n", names_show(&b->anomalies));
}

static bool is_wrong(int source, datatype type, uint64_t seed) {
    dice d = {seed};
    char *first = source < SIMULATED ? make_shape(source, type, seed)
                                     : make_simulated(source - SIMULATED, type, seed);
    char *second = interleave(first, &d);
    judgement a = judge(first, type), b = judge(second, type);
    bool same = is_same(&a, &b);
    judged++;
    violated += a.anomalies.count > 0 ? 1 : 0;
    if (!same) {
        printf("; %s, %s, seed %llu:\n", source_name(source), datatypes[type].workload,
               (unsigned long long)seed);
        complain(source < SIMULATED ? first : "", source < SIMULATED ? second : "", &a, &b);
    }
    judgement_release(&a);
    judgement_release(&b);
    free(first);
    free(second);
    return !same;
}

/* Large histories take long, so there are fewer of them. */
static uint64_t share(uint64_t histories, int source) {
    uint64_t divisor = source < SIMULATED ? 1 : source == SIMULATED + 2 ? 20 : 4;
    return (histories + divisor - 1) / divisor;
}

int main(int argc, char **argv) {
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned wrong = 0;
    for (int source = 0; source < SOURCES; source++) {
        if (argc > 3 && strcmp(argv[3], source_name(source)) != 0) {
            continue;
        }
        for (size_t type = 0; type < TEST_COUNT_OF(types); type++) {
            for (uint64_t i = 0; i < share(histories, source) && wrong < ENOUGH_FAILURES; i++) {
                wrong += is_wrong(source, types[type], seed + i) ? 1 : 0;
            }
        }
    }
    printf("%u histories, %u with anomalies, %u judged differently\n", judged, violated, wrong);
    return wrong == 0 && (argc > 3 || (violated > judged / 3 && violated < judged)) ? 0 : 1;
}
