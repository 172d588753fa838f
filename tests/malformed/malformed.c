/*
 * malformed.c - histories that must be rejected, each named for its fault.
 *
 * In: every file of this folder with an .expect beside it, which lists the problems in order:
 *
 *     3:14: part of the message          line 3, column 14; 0:0 if the problem has no position
 *     byte 60: part of the message       of a binary file
 *     total: 25                          how many there are, if more than those listed
 *
 * Out: 0 if each is rejected with MINOS_EINPUT and exactly those problems, each with a hint, its
 * source line and a caret under the byte that the column names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

static unsigned histories;
static unsigned wrong;

/* The byte at a line and column of a text, both from 1. */
static char byte_at(const char *text, size_t size, uint64_t line, uint64_t column) {
    size_t at = 0;
    for (uint64_t l = 1; l < line && at < size; l++) {
        const char *newline = memchr(text + at, '\n', size - at);
        at = newline == NULL ? size : (size_t)(newline - text) + 1;
    }
    at += column - 1;
    return at < size ? text[at] : '\0';
}

static bool caret_is_right(const minos_problem *problem, const char *text, size_t size) {
    if (problem->line == 0) {
        return true;
    }
    if (problem->source_line == NULL || problem->caret > strlen(problem->source_line)) {
        return false;
    }
    char expected = byte_at(text, size, problem->line, problem->column);
    char shown = problem->source_line[problem->caret];
    bool unprintable = (unsigned char)expected < 0x20 || (unsigned char)expected >= 0x7F;
    return unprintable || expected == shown;
}

static void complain(const char *name, const char *what, const minos_result *result) {
    printf("%s: %s\n", name, what);
    for (size_t i = 0; i < minos_result_problem_count(result); i++) {
        minos_problem p = minos_result_problem(result, i);
        printf("    %llu:%llu: %s\n    hint: %s\n    %s\n    %*s^\n", (unsigned long long)p.line,
               (unsigned long long)p.column, p.message, p.hint == NULL ? "(none)" : p.hint,
               p.source_line == NULL ? "(no source line)" : p.source_line, (int)p.caret, "");
    }
    wrong++;
}

/* Compares one line of the expectation with its problem. */
static const char *compare(const minos_result *result, size_t i, const char *line, size_t size,
                           const char *text, size_t text_size) {
    unsigned long long at_line = 0;
    unsigned long long at_column = 0;
    long long at_byte = -1;
    int used = 0;
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%.*s", (int)size, line);
    bool binary = sscanf(wanted, "byte %lld: %n", &at_byte, &used) == 1;
    if ((!binary && sscanf(wanted, "%llu:%llu: %n", &at_line, &at_column, &used) != 2) ||
        used == 0) {
        return "its expectation cannot be read";
    }
    if (i >= minos_result_problem_count(result)) {
        return "a problem is missing";
    }
    minos_problem problem = minos_result_problem(result, i);
    if (problem.line != at_line || problem.column != at_column || problem.byte != at_byte) {
        return "a problem is at another place";
    }
    if (strstr(problem.message, wanted + used) == NULL) {
        return "a problem has another message";
    }
    if (problem.hint == NULL || problem.hint[0] == '\0') {
        return "a problem has no hint";
    }
    return caret_is_right(&problem, text, text_size) ? NULL : "the caret is not under the fault";
}

static void check_problems(const char *name, const minos_result *result, const char *expect,
                           size_t expect_size, const char *text, size_t text_size) {
    size_t at = 0;
    size_t listed = 0;
    unsigned long long total = 0;
    const char *line;
    size_t line_size;
    while (line_next(expect, expect_size, &at, &line, &line_size)) {
        if (line[0] == ';' || sscanf(line, "total: %llu", &total) == 1) {
            continue;
        }
        const char *fault = compare(result, listed++, line, line_size, text, text_size);
        if (fault != NULL) {
            complain(name, fault, result);
            return;
        }
    }
    total = total == 0 ? listed : total;
    if (minos_result_problem_count(result) != listed ||
        minos_result_problem_total(result) != total) {
        complain(name, "wrong number of problems", result);
    }
}

static void check_file(const char *folder, const char *expect_name) {
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)(strlen(expect_name) - strlen(".expect")),
             expect_name);
    char *path = path_join(folder, name);
    char *expect_path = path_join(folder, expect_name);
    size_t size;
    size_t expect_size;
    char *text = file_load(path, &size);
    char *expect = file_load(expect_path, &expect_size);
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    minos_status status = minos_check_file(path, &options, &result);
    histories++;
    if (text == NULL || expect == NULL || result == NULL) {
        printf("%s: cannot be read\n", name);
        wrong++;
    } else if (status != MINOS_EINPUT || minos_result_status(result) != status) {
        complain(name, "was not rejected as malformed", result);
    } else {
        check_problems(name, result, expect, expect_size, text, size);
    }
    minos_result_free(result);
    free(expect);
    free(text);
    free(expect_path);
    free(path);
}

int main(void) {
    char *folder = source_path("tests/malformed");
    size_t count;
    char **list = folder_list(folder, ".expect", &count);
    for (size_t i = 0; i < count; i++) {
        check_file(folder, list[i]);
    }
    list_free(list, count);
    free(folder);
    printf("%u histories, %u wrong\n", histories, wrong);
    return wrong == 0 && histories > 0 ? 0 : 1;
}
