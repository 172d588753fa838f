/*
 * expect.c - see expect.h.
 */
#include "support/expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/second_opinion.h"

/* The value if the comment line is "; label: value", to be freed; else NULL. */
static char *labelled(const char *line, size_t size, const char *label) {
    size_t i = 0;
    while (i < size && (line[i] == ';' || line[i] == ' ')) {
        i++;
    }
    size_t length = strlen(label);
    if (size - i < length + 1 || memcmp(line + i, label, length) != 0 || line[i + length] != ':') {
        return NULL;
    }
    i += length + 1;
    while (i < size && line[i] == ' ') {
        i++;
    }
    while (size > i && (line[size - 1] == ' ' || line[size - 1] == '\r')) {
        size--;
    }
    char *value = calloc(size - i + 1, 1);
    if (value == NULL) {
        abort();
    }
    memcpy(value, line + i, size - i);
    return value;
}

expectation expectation_parse(const char *text, size_t size) {
    expectation e = {0};
    struct {
        const char *label;
        char **value;
    } const fields[] = {
        {"expect", &e.valid},        {"models", &e.models},  {"absent", &e.absent},
        {"anomalies", &e.anomalies}, {"not", &e.not_models}, {"rules out", &e.rules_out},
        {"warning", &e.warning},     {"reason", &e.reason},  {"workload", &e.workload},
        {"assume", &e.assume},       {"order", &e.order},    {"duplicates", &e.duplicates},
    };
    size_t at = 0;
    const char *line;
    size_t line_size;
    while (line_next(text, size, &at, &line, &line_size) && line[0] == ';') {
        for (size_t i = 0; i < TEST_COUNT_OF(fields); i++) {
            char *value = labelled(line, line_size, fields[i].label);
            if (value != NULL) {
                free(*fields[i].value);
                *fields[i].value = value;
            }
        }
    }
    return e;
}

void expectation_release(expectation *e) {
    char *all[] = {e->valid,   e->models, e->absent,   e->anomalies, e->not_models, e->rules_out,
                   e->warning, e->reason, e->workload, e->assume,    e->order,      e->duplicates};
    for (size_t i = 0; i < TEST_COUNT_OF(all); i++) {
        free(all[i]);
    }
    memset(e, 0, sizeof *e);
}

static bool set_as_expected(const char *name, const char *what, const char *words,
                            const names *got) {
    if (words == NULL) {
        return true;
    }
    names expected = names_from_words(words, strlen(words));
    bool same = names_equal(&expected, got);
    if (!same) {
        printf("%s: %s: expected %s, got %s\n", name, what, names_show(&expected), names_show(got));
    }
    names_release(&expected);
    return same;
}

static bool models_ruled_out(const char *name, const char *words, const minos_result *result) {
    bool all = true;
    names expected = names_from_words(words, strlen(words));
    for (size_t i = 0; i < expected.count; i++) {
        if (!minos_result_rules_out(result, expected.items[i])) {
            printf("%s: %s should be ruled out\n", name, expected.items[i]);
            all = false;
        }
    }
    names_release(&expected);
    return all;
}

/* An unexpected warning is as wrong as a missing one. */
static bool warning_as_expected(const char *name, const char *part, const minos_result *result) {
    size_t count = minos_result_warning_count(result);
    for (size_t i = 0; i < count; i++) {
        if (part != NULL && strstr(minos_result_warning(result, i), part) != NULL) {
            return true;
        }
    }
    if (part == NULL && count == 0) {
        return true;
    }
    printf("%s: expected %s%s, got %s\n", name, part == NULL ? "no warning" : "a warning about ",
           part == NULL ? "" : part, count == 0 ? "none" : minos_result_warning(result, 0));
    return false;
}

static bool reason_as_expected(const char *name, const char *part, const minos_result *result) {
    const char *reason = minos_result_reason(result);
    bool unknown = minos_result_verdict(result) == MINOS_UNKNOWN;
    if ((reason != NULL) != unknown) {
        printf("%s: a reason belongs to unknown only: %s\n", name,
               reason == NULL ? "(none)" : reason);
        return false;
    }
    if (part != NULL && (reason == NULL || strstr(reason, part) == NULL)) {
        printf("%s: expected a reason about %s, got %s\n", name, part,
               reason == NULL ? "none" : reason);
        return false;
    }
    return true;
}

/* The first problem of a history that was rejected unexpectedly. */
static void show_problem(const minos_result *result) {
    if (minos_result_problem_count(result) > 0) {
        minos_problem problem = minos_result_problem(result, 0);
        printf("  %llu:%llu: %s\n", (unsigned long long)problem.line,
               (unsigned long long)problem.column, problem.message);
    }
}

minos_options expectation_options(const expectation *e, char **order) {
    minos_options options;
    minos_options_init(&options);
    const char *assume = e->assume == NULL ? "" : e->assume;
    names words = names_from_words(assume, strlen(assume));
    options.models = e->models == NULL ? options.models : e->models;
    options.anomalies = e->absent;
    options.workload = e->workload == NULL ? options.workload : e->workload;
    options.assume_wfr = names_has(&words, "wfr");
    options.assume_sequential = names_has(&words, "sequential");
    options.assume_linearizable = names_has(&words, "linearizable");
    options.sets_are_objects = names_has(&words, "objects");
    options.ambiguous_duplicates = e->duplicates != NULL && strcmp(e->duplicates, "ambiguous") == 0;
    *order = e->order == NULL ? NULL : temporary_write(e->order, strlen(e->order));
    options.transaction_order = *order;
    names_release(&words);
    return options;
}

bool expectation_holds(const expectation *e, const char *name, const void *data, size_t size) {
    if (e->valid == NULL) {
        printf("%s: has no \"expect\" line\n", name);
        return false;
    }
    char *order;
    minos_options options = expectation_options(e, &order);
    verdict v = verdict_of_memory(name, data, size, &options);
    minos_result *result = NULL;
    check_twice(name, data, size, &options, &result);
    bool holds = strcmp(v.valid, e->valid) == 0;
    if (!holds) {
        printf("%s: expected %s, got %s (%s)\n", name, e->valid, v.valid,
               names_show(&v.anomaly_types));
        show_problem(result);
    } else if (strcmp(v.valid, "error") != 0) {
        holds = set_as_expected(name, "anomalies", e->anomalies, &v.anomaly_types);
        holds &= set_as_expected(name, "not", e->not_models, &v.not_models);
        holds &= e->rules_out == NULL || models_ruled_out(name, e->rules_out, result);
        holds &= warning_as_expected(name, e->warning, result);
        holds &= reason_as_expected(name, e->reason, result);
    }
    minos_result_free(result);
    verdict_release(&v);
    temporary_remove(order);
    return holds;
}
