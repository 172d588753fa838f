/*
 * databases.c - judges list-append histories recorded from real databases.
 *
 * In: tests/data/databases with Elle's verdicts (elle-verdicts.jsonl). Out: 0 if Minos judges every
 * history, finds no anomaly at all in those of serializable databases (named -ok), rules out
 * strict-serializable for all others, and reports Elle's `not` unless Elle crashed or the table
 * below lists the difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/reference.h"

static unsigned judged;
static unsigned wrong;

static bool ends_with(const char *text, const char *end) {
    size_t a = strlen(text);
    size_t b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

/* Elle finds a G0 here only because it trusts the longest of several contradicting reads
 * (docs/differences-from-elle.md, contradicting-reads). Minos reports this `not` instead. */
static const struct {
    const char *file, *not_models;
} differences[] = {
    {"mariadb-RR-rmw-lostupdate.edn", "read-committed strong-read-uncommitted"},
    {"pg15-SER-kill9-syncoff-lost.edn", "read-committed"},
};

/* The `not` that the table lists, or NULL. */
static const char *listed_not(const char *file) {
    for (size_t i = 0; i < TEST_COUNT_OF(differences); i++) {
        if (strcmp(differences[i].file, file) == 0) {
            return differences[i].not_models;
        }
    }
    return NULL;
}

/* What is expected of a history and was not found, or NULL. elle_not is NULL if Elle crashed. */
static const char *missing(const char *file, const verdict *v, const names *elle_not) {
    if (ends_with(file, "-ok.edn")) {
        bool clean = strcmp(v->valid, "true") == 0 && v->anomaly_types.count == 0;
        return clean ? NULL : "no anomaly at all";
    }
    if (strcmp(v->valid, "false") != 0) {
        return "strict-serializable ruled out";
    }
    bool as_elle = elle_not != NULL && names_equal(&v->not_models, elle_not);
    const char *listed = listed_not(file);
    if (listed == NULL) {
        return as_elle || elle_not == NULL ? NULL : "Elle's not";
    }
    names set = names_from_words(listed, strlen(listed));
    bool as_listed = names_equal(&v->not_models, &set);
    names_release(&set);
    return as_listed && !as_elle && elle_not != NULL ? NULL : "the listed difference";
}

static void check_database(const char *file, const names *elle_not) {
    size_t size;
    char *path = path_join("databases", file);
    char *text = data_load(path, &size);
    minos_options options;
    minos_options_init(&options);
    verdict v = verdict_of_memory(file, text, size, &options);
    const char *expected = missing(file, &v, elle_not);
    judged++;
    if (expected != NULL) {
        wrong++;
        verdict_show(file, expected, &v);
    }
    verdict_release(&v);
    free(text);
    free(path);
}

int main(void) {
    size_t size;
    char *text = data_load("databases/elle-verdicts.jsonl", &size);
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
    printf("%u histories judged, %u wrong\n", judged, wrong);
    return wrong == 0 && judged > 0 ? 0 : 1;
}
