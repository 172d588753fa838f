/*
 * check_cases.c - every list-append check of the reference's own test suite, and every probe.
 *
 * In: elle-cases.jsonl and elle-probes.jsonl of the corpus, one case a line: options, a history
 * (or a file that holds it) and what the reference said. Out: 0 if Minos says the same (valid? and
 * not), or what the table below says instead. The table is the list of differences that are meant:
 * each names its entry in docs/differences-from-elle.md, and one that no longer differs fails the
 * test just as one that is not in the table does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

typedef struct difference {
    const char *name;
    const char *valid; /* what Minos says: true, false, unknown, error */
    const char *not_models;
    const char *entry; /* heading in docs/differences-from-elle.md */
    bool seen;
} difference;

static difference differences[] = {
    {"la/nil-then-empty", "true", "", "nil-is-empty", false},
    {"la/empty-then-nil", "true", "", "nil-is-empty", false},
    {"la/lost-update-nil-vs-empty", "false", "cursor-stability update-atomic", "nil-is-empty",
     false},
    {"la/incompatible-order-info-read", "true", "", "unproven-info-reads", false},
    {"la/info-empty-read-counts", "true", "", "unproven-info-reads", false},
    {"la/internal-not-checked-on-info", "false", "read-atomic", "proven-info-counts", false},
    {"la/double-invoke-serializable", "error", "", "two-open-invocations", false},
    {"la/double-invoke-strict", "error", "", "two-open-invocations", false},
    {"list-append/unobserved-write-test#1", "error", "", "two-open-invocations", false},
    {"la/dup-append-oks-only", "error", "", "element-appended-twice", false},
    {"la/dup-append-invokes", "error", "", "element-appended-twice", false},
    {"la/dup-append-retry-after-fail", "error", "", "element-appended-twice", false},
    {"la/garbage-read", "false", "read-uncommitted", "garbage-read", false},
    {"la/garbage-read-RU", "false", "read-uncommitted", "garbage-read", false},
    {"la/inflight-append-read", "true", "", "in-flight-appends", false},
    {"la/info-nil-value-read", "true", "", "in-flight-appends", false},
    {"la/g1b-inflight-invoke", "false", "read-committed", "in-flight-appends", false},
    {"la/unknown-mop", "error", "", "unknown-micro-operations", false},
    {"la/oks-only-g1c-strict", "false", "read-committed", "completions-only", false},
    {"la/anomalies-unknown-name", "error", "", "unknown-names", false},
    {"la/model-unknown-name", "error", "", "unknown-names", false},
    {"list-append/unfindable-g-single#1", "false", "consistent-view repeatable-read", "no-timeouts",
     false},
    {"la/stale-read-linearizable-model", "unknown", "", "untested-models", false},
    {"la/stale-read-ryw-model", "unknown", "", "untested-models", false},
};

typedef struct tally {
    unsigned cases, same, different, wrong;
} tally;

/* A case's name is its first word; the suite's have a description behind it. */
static difference *difference_find(const char *name) {
    for (size_t i = 0; i < TEST_COUNT_OF(differences); i++) {
        size_t length = strlen(differences[i].name);
        if (strncmp(name, differences[i].name, length) == 0 &&
            (name[length] == '\0' || name[length] == ' ')) {
            return &differences[i];
        }
    }
    return NULL;
}

/* The models or anomalies of a case as an option. An explicit null means none. To be freed. */
static char *option_text(json options, const char *member, const char *absent) {
    json value;
    if (!json_get(options, member, &value)) {
        return absent == NULL ? NULL : strdup(absent);
    }
    names set = names_from_json(value);
    char *text = set.count == 0 ? strdup("none") : names_option(&set);
    names_release(&set);
    return text;
}

static verdict judge_case(json test, const char *name) {
    minos_options options;
    minos_options_init(&options);
    json asked = {"", 0};
    json_get(test, "options", &asked);
    char *models = option_text(asked, "consistency-models", "strict-serializable");
    char *anomalies = option_text(asked, "anomalies", NULL);
    options.models = models;
    options.anomalies = anomalies;
    verdict v;
    json value;
    if (json_get(test, "history_file", &value)) {
        char *file = json_string(value);
        char *path = corpus_path(file);
        v = verdict_of_file(path, &options);
        free(path);
        free(file);
    } else if (json_get(test, "history", &value)) {
        v = verdict_of_memory(name, value.text, value.size, &options);
    } else {
        abort();
    }
    free(models);
    free(anomalies);
    return v;
}

static bool agrees(const verdict *v, const char *valid, const names *not_models) {
    return strcmp(v->valid, valid) == 0 &&
           (not_models == NULL || names_equal(&v->not_models, not_models));
}

/* What the reference said: {"valid?": ..., "not": [...]}; true carries no "not", and a crash
 * neither. */
static bool agrees_with_reference(const verdict *v, json expect) {
    json valid;
    json not_models;
    if (!json_get(expect, "valid?", &valid)) {
        return false;
    }
    if (json_is(valid, "true")) {
        return agrees(v, "true", NULL);
    }
    names set = {{NULL}, 0};
    if (json_get(expect, "not", &not_models)) {
        set = names_from_json(not_models);
    }
    bool same = agrees(v, json_is(valid, "false") ? "false" : "unknown", &set);
    names_release(&set);
    return same;
}

static bool agrees_with_table(const verdict *v, const difference *d) {
    names set = names_from_words(d->not_models, strlen(d->not_models));
    /* Only a violation has to name what it rules out. */
    bool same = agrees(v, d->valid, strcmp(d->valid, "false") == 0 ? &set : NULL);
    names_release(&set);
    return same;
}

static void complain(const char *name, const verdict *v, json expect, const char *why) {
    printf("%s: %s\n  minos:     %s, not %s (%s)\n", name, why, v->valid,
           names_show(&v->not_models), names_show(&v->anomaly_types));
    json errors;
    if (v->rendered != NULL && json_get(v->root, "error", &errors)) {
        printf("  error:     %.*s\n", (int)errors.size, errors.text);
    }
    json shown;
    printf("  reference:");
    if (json_get(expect, "valid?", &shown)) {
        printf(" %.*s", (int)shown.size, shown.text);
    }
    if (json_get(expect, "not", &shown)) {
        printf(", not %.*s", (int)shown.size, shown.text);
    }
    if (json_get(expect, "throws", &shown)) {
        printf(" throws %.*s", (int)shown.size, shown.text);
    }
    printf("\n");
}

static void check_case(json test, tally *count) {
    json value;
    json expect;
    if (!json_get(test, "name", &value) || !json_get(test, "expect", &expect)) {
        abort();
    }
    char *name = json_string(value);
    verdict v = judge_case(test, name);
    difference *d = difference_find(name);
    bool same = agrees_with_reference(&v, expect);
    count->cases++;
    if (d == NULL && same) {
        count->same++;
    } else if (d == NULL) {
        count->wrong++;
        complain(name, &v, expect, "differs from the reference");
    } else {
        d->seen = true;
        count->different++;
        if (same) {
            count->wrong++;
            complain(name, &v, expect, "is listed as a difference, but agrees");
        } else if (!agrees_with_table(&v, d)) {
            count->wrong++;
            complain(name, &v, expect, "is neither the reference's verdict nor the listed one");
        }
    }
    verdict_release(&v);
    free(name);
}

static void check_file(const char *file, tally *count) {
    size_t size;
    char *text = corpus_load(file, &size);
    size_t at = 0;
    const char *line;
    size_t line_size;
    while (line_next(text, size, &at, &line, &line_size)) {
        json test;
        json model;
        json function;
        if (json_value(line, line_size, &test) && json_get(test, "model", &model) &&
            json_get(test, "function", &function) && json_is(model, "\"list-append\"") &&
            json_is(function, "\"check\"")) {
            check_case(test, count);
        }
    }
    free(text);
}

/* Every entry that the table names is a heading of the document. */
static unsigned check_entries(void) {
    unsigned wrong = 0;
    char *path = source_path("docs/differences-from-elle.md");
    size_t size;
    char *text = file_load(path, &size);
    for (size_t i = 0; i < TEST_COUNT_OF(differences); i++) {
        char heading[128];
        snprintf(heading, sizeof heading, "\n### %s\n", differences[i].entry);
        if (text == NULL || strstr(text, heading) == NULL) {
            printf("%s: no entry %s in %s\n", differences[i].name, differences[i].entry, path);
            wrong++;
        }
        if (!differences[i].seen) {
            printf("%s: listed as a difference, but no such case\n", differences[i].name);
            wrong++;
        }
    }
    free(text);
    free(path);
    return wrong;
}

int main(void) {
    tally count = {0, 0, 0, 0};
    check_file("elle-cases.jsonl", &count);
    check_file("elle-probes.jsonl", &count);
    count.wrong += check_entries();
    printf("%u cases: %u as the reference, %u different on purpose, %u wrong\n", count.cases,
           count.same, count.different, count.wrong);
    return count.wrong == 0 && count.cases > 0 ? 0 : 1;
}
