/*
 * suite.c - runs the list and register checks of Elle's own test suite, and edge cases probed in
 * Elle.
 *
 * In: elle-cases.jsonl and elle-probes.jsonl of MINOS_CORPUS, one case a line: options, a history
 * (or the file that holds it) and what Elle said. Out: 0 if Minos says the same (`valid?` and
 * `not`), or what suite_differences.def lists instead. Each row of that table names its entry in
 * docs/differences-from-elle.md; a row that no longer differs fails the test, as an unlisted
 * difference does. Skipped if MINOS_CORPUS is missing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/reference.h"

typedef struct difference {
    const char *name;
    const char *valid; /* what Minos says: true, false, unknown, error */
    const char *not_models;
    const char *entry; /* heading in docs/differences-from-elle.md */
    bool seen;
} difference;

static difference differences[] = {
#define DIFFERENCE(name, valid, not_models, entry) {name, valid, not_models, entry, false},
#include "elle/suite_differences.def"
#undef DIFFERENCE
};

typedef struct tally {
    unsigned cases, same, different, wrong;
} tally;

/* A case is named by its first word; cases of the suite have a description after it. */
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

static bool is_set(json options, const char *member) {
    json value;
    return json_get(options, member, &value) && json_is(value, "true");
}

static verdict judge_history(json test, const char *name, const minos_options *options) {
    json value;
    if (json_get(test, "history_file", &value)) {
        char *file = json_string(value);
        char *path = corpus_path(file);
        verdict v = verdict_of_file(path, options);
        free(path);
        free(file);
        return v;
    }
    if (!json_get(test, "history", &value)) {
        abort();
    }
    return verdict_of_memory(name, value.text, value.size, options);
}

static verdict judge_case(json test, const char *name) {
    minos_options options;
    minos_options_init(&options);
    json asked = {"", 0};
    json order;
    json model;
    json_get(test, "options", &asked);
    json_get(test, "model", &model);
    char *workload = json_string(model);
    char *models = option_text(asked, "consistency-models", "strict-serializable");
    char *anomalies = option_text(asked, "anomalies", NULL);
    char *file = json_get(asked, "transaction-order", &order)
                     ? temporary_write(order.text, order.size)
                     : NULL;
    options.workload = workload;
    options.models = models;
    options.anomalies = anomalies;
    options.assume_wfr = is_set(asked, "wfr-keys?");
    options.assume_sequential = is_set(asked, "sequential-keys?");
    options.assume_linearizable = is_set(asked, "linearizable-keys?");
    options.transaction_order = file;
    verdict v = judge_history(test, name, &options);
    temporary_remove(file);
    free(workload);
    free(models);
    free(anomalies);
    return v;
}

static bool agrees_with_table(const verdict *v, const difference *d) {
    names set = names_from_words(d->not_models, strlen(d->not_models));
    /* Only a violation has to name what it rules out. */
    bool same = strcmp(v->valid, d->valid) == 0 &&
                (strcmp(d->valid, "false") != 0 || names_equal(&v->not_models, &set));
    names_release(&set);
    return same;
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
    bool same = reference_agrees(&v, expect);
    count->cases++;
    if (d == NULL && same) {
        count->same++;
    } else if (d == NULL) {
        count->wrong++;
        reference_show(name, "differs from Elle", &v, expect);
    } else {
        d->seen = true;
        count->different++;
        if (same) {
            count->wrong++;
            reference_show(name, "is listed as a difference, but agrees", &v, expect);
        } else if (!agrees_with_table(&v, d)) {
            count->wrong++;
            reference_show(name, "is neither Elle's verdict nor the listed one", &v, expect);
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
            json_get(test, "function", &function) && json_is(function, "\"check\"") &&
            (json_is(model, "\"list-append\"") || json_is(model, "\"rw-register\""))) {
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
    printf("%u cases: %u as Elle, %u different on purpose, %u wrong\n", count.cases, count.same,
           count.different, count.wrong);
    return count.wrong == 0 && count.cases > 0 ? 0 : 1;
}
