/*
 * databases.c - histories recorded from real databases, and the reference's larger ones.
 *
 * In: databases/ of the corpus with the reference's verdicts (elle-verdicts.jsonl), the rows of
 * elle-cli's regression test about lists and registers, two histories that are one component of
 * thousands, and two of registers that the reference takes for violations. Out: 0 if every one is
 * judged, none unknown: the serializable databases show no anomaly at all, all others rule out
 * strict-serializable, and `not` is the reference's wherever it did not crash and the table below has no
 * difference on purpose.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/reference.h"

static unsigned judged;
static unsigned wrong;

static void complain(const char *file, const char *expected, const verdict *v) {
    wrong++;
    printf("%s: expected %s\n  minos: %s, not %s (%s)\n", file, expected, v->valid,
           names_show(&v->not_models), names_show(&v->anomaly_types));
    json error;
    if (v->rendered != NULL && json_get(v->root, "error", &error)) {
        printf("  error: %.*s\n", (int)error.size, error.text);
    }
}

static bool ends_with(const char *text, const char *end) {
    size_t a = strlen(text);
    size_t b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
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

/* ---- Recorded databases --------------------------------------------------------------------- */

/* Where the reference finds a G0 only by believing the longest of several lists that contradict each
 * other (docs/differences-from-elle.md, contradicting-reads): what Minos says instead. */
static const struct {
    const char *file, *not_models;
} differences[] = {
    {"mariadb-RR-rmw-lostupdate.edn", "read-committed strong-read-uncommitted"},
    {"pg15-SER-kill9-syncoff-lost.edn", "read-committed"},
};

/* True if the history is listed, judged as listed, and not as the reference does. */
static bool is_as_listed(const char *file, const verdict *v) {
    for (size_t i = 0; i < TEST_COUNT_OF(differences); i++) {
        if (strcmp(differences[i].file, file) == 0) {
            const char *words = differences[i].not_models;
            names set = names_from_words(words, strlen(words));
            bool same = names_equal(&v->not_models, &set);
            names_release(&set);
            return same;
        }
    }
    return false;
}

static bool is_listed(const char *file) {
    bool listed = false;
    for (size_t i = 0; i < TEST_COUNT_OF(differences); i++) {
        listed = listed || strcmp(differences[i].file, file) == 0;
    }
    return listed;
}

static void check_database(const char *file, const names *reference_not) {
    char *path = path_join("databases", file);
    verdict v = judge(path, NULL);
    if (ends_with(file, "-ok.edn")) {
        if (strcmp(v.valid, "true") != 0 || v.anomaly_types.count != 0) {
            complain(file, "no anomaly at all", &v);
        }
    } else if (strcmp(v.valid, "false") != 0) {
        complain(file, "strict-serializable ruled out", &v);
    } else if (is_listed(file)
                   ? !is_as_listed(file, &v) || reference_not == NULL ||
                         names_equal(&v.not_models, reference_not)
                   : reference_not != NULL && !names_equal(&v.not_models, reference_not)) {
        complain(file, is_listed(file) ? "the listed difference" : "the reference's not", &v);
    }
    verdict_release(&v);
    free(path);
}

static void check_databases(void) {
    size_t size;
    char *text = corpus_load("databases/elle-verdicts.jsonl", &size);
    size_t at = 0;
    const char *line;
    size_t line_size;
    while (line_next(text, size, &at, &line, &line_size)) {
        json row;
        json value;
        if (!json_value(line, line_size, &row) || !json_get(row, "file", &value)) {
            abort();
        }
        char *file = json_string(value);
        bool crashed = json_get(row, "valid?", &value) && json_is(value, "\"exception\"");
        names set = {{NULL}, 0};
        if (json_get(row, "not", &value)) {
            set = names_from_json(value);
        }
        check_database(file, crashed ? NULL : &set);
        names_release(&set);
        free(file);
    }
    free(text);
}

/* ---- elle-cli's regression test -------------------------------------------------------------- */

/* Its history of registers has a read of what nobody wrote, which the reference accepts
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
        reference_show(file, "differs from the reference", &v, expect);
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
    const char *has; /* an anomaly that is there and must be named, or NULL */
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

/* What the reference calls cyclic-versions here is its own mistake (docs/differences-from-elle.md,
 * linearizable-keys). The second is cut out of a larger history, and so has reads of what nobody in
 * it wrote. */
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
    check_databases();
    check_commands();
    check_large();
    check_registers();
    printf("%u histories judged, %u wrong\n", judged, wrong);
    return wrong == 0 && judged > 0 ? 0 : 1;
}
