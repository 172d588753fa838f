/*
 * histories.c - judges elle-cli's regression histories and Elle's larger ones.
 *
 * In: elle-cli-cases.jsonl, elle-cli-histories/ and elle-histories/ of MINOS_CORPUS. Out: 0 if
 * Minos gives elle-cli's verdict for every list and register history, decides two histories that
 * are one component of thousands of transactions, and finds no cycle in two register histories that
 * Elle reports as violations by mistake. Skipped if MINOS_CORPUS is missing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/reference.h"

static unsigned judged;
static unsigned wrong;

static void complain(const char *file, const char *expected, const verdict *v) {
    wrong++;
    verdict_show(file, expected, v);
}

static verdict judge(const char *file, const char *models) {
    minos_options options;
    minos_options_init(&options);
    if (models != NULL) {
        options.models = models;
    }
    char *path = corpus_path(file);
    verdict v = verdict_of_file(path, &options);
    free(path);
    judged++;
    return v;
}

/* ---- elle-cli's regression test -------------------------------------------------------------- */

/* elle-cli's register history reads a value that was never written. Elle accepts it
 * (docs/differences-from-elle.md, garbage-read). */
static bool has_garbage(const char *file) { return strstr(file, "/rw-register.") != NULL; }

static void check_command(json row) {
    json value;
    json expect;
    if (!json_get(row, "history_file", &value) || !json_get(row, "expect", &expect)) {
        abort();
    }
    char *file = json_string(value);
    json_get(row, "options", &value);
    char *options = json_string(value);
    static const char asks[] = "--consistency-models ";
    const char *models = NULL;
    if (options != NULL && strncmp(options, asks, sizeof asks - 1) == 0) {
        models = options + sizeof asks - 1;
    }
    verdict v = judge(file, models);
    bool right = has_garbage(file) ? names_has(&v.anomaly_types, "garbage-read")
                                   : reference_agrees(&v, expect);
    if (!right) {
        wrong++;
        reference_show(file, "differs from Elle", &v, expect);
    }
    verdict_release(&v);
    free(options);
    free(file);
}

static void check_commands(void) {
    size_t size;
    char *text = corpus_load("elle-cli-cases.jsonl", &size);
    size_t at = 0;
    const char *line;
    size_t line_size;
    while (line_next(text, size, &at, &line, &line_size)) {
        json row;
        json model;
        if (json_value(line, line_size, &row) && json_get(row, "model", &model) &&
            (json_is(model, "\"list-append\"") || json_is(model, "\"rw-register\""))) {
            check_command(row);
        }
    }
    free(text);
}

/* ---- One component of thousands -------------------------------------------------------------- */

static const struct large {
    const char *file, *models, *valid;
    const char *has; /* an anomaly that must be reported, or NULL */
} large[] = {
    {"elle-histories/huge-scc.edn", "strict-serializable", "false", "G-single-item-realtime"},
    {"elle-histories/huge-scc.edn", "serializable", "true", NULL},
    {"elle-histories/huge-scc.edn", "strong-session-serializable", "true", NULL},
    {"elle-histories/generated/elle.list-append-test_unfindable-g-single-1.jsonl",
     "snapshot-isolation", "false", NULL},
    {"elle-histories/generated/elle.list-append-test_sim-ssi-test-1.jsonl", "strict-serializable",
     "true", NULL},
    {"elle-histories/si-without-g-single.edn", "snapshot-isolation", "true", "G2-item"},
    {"elle-histories/si-without-g-single.edn", "repeatable-read", "false", "G2-item"},
};

static void check_large(void) {
    for (size_t i = 0; i < TEST_COUNT_OF(large); i++) {
        verdict v = judge(large[i].file, large[i].models);
        if (strcmp(v.valid, large[i].valid) != 0) {
            printf("%s: ", large[i].models);
            complain(large[i].file, large[i].valid, &v);
        } else if (large[i].has != NULL && !names_has(&v.anomaly_types, large[i].has)) {
            complain(large[i].file, large[i].has, &v);
        }
        verdict_release(&v);
    }
}

/* ---- Linearizable registers ------------------------------------------------------------------ */

/* Elle reports cyclic-versions here by mistake (docs/differences-from-elle.md, linearizable-keys).
 * The second history is cut out of a larger one, so it reads values whose writes are missing. */
static const struct registers {
    const char *file, *anomalies;
} registers[] = {
    {"elle-histories/generated/rw-linearizable-keys-false-positive.jsonl", ""},
    {"elle-histories/cyclic-versions.edn", "garbage-read"},
};

static void check_registers(void) {
    for (size_t i = 0; i < TEST_COUNT_OF(registers); i++) {
        minos_options options;
        minos_options_init(&options);
        options.assume_linearizable = 1;
        char *path = corpus_path(registers[i].file);
        verdict v = verdict_of_file(path, &options);
        names expected = names_from_words(registers[i].anomalies, strlen(registers[i].anomalies));
        judged++;
        if (v.status != MINOS_OK || !names_equal(&v.anomaly_types, &expected)) {
            complain(registers[i].file, names_show(&expected), &v);
        }
        names_release(&expected);
        verdict_release(&v);
        free(path);
    }
}

int main(void) {
    check_commands();
    check_large();
    check_registers();
    printf("%u histories judged, %u wrong\n", judged, wrong);
    return wrong == 0 && judged > 0 ? 0 : 1;
}
