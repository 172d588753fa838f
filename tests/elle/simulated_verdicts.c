/*
 * simulated_verdicts.c - compares Minos with Elle on 222 simulated histories of lists under 13
 * models each, and on 222 of registers under 10 sets of options each.
 *
 * In: elle-verdicts-list-append.jsonl and elle-verdicts-rw-register.jsonl of tests/data, one
 * history a line, with Elle's verdict for every request: "serializable", or with assumptions
 * "serializable+wfr" ("default" asks for no model, which means strict-serializable). Out: 0 if
 * `valid?` and `not` of lists are equal except for the rows of simulated_differences.def. A row
 * that no longer differs as listed fails the test too. Of registers Minos may rule out more,
 * because it infers more (docs/differences-from-elle.md, orders-of-versions and info-writes), but
 * never less, and in exactly REGISTERS_MORE verdicts. tests/oracle/beyond_elle.c proves each of
 * these.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/reference.h"

typedef struct difference {
    const char *history, *request;
    const char *valid, *not_models; /* what Minos says */
    const char *entry;              /* heading in docs/differences-from-elle.md */
    bool seen;
} difference;

static difference differences[] = {
#define DIFFERENCE(history, request, valid, not_models, entry)                                     \
    {history, request, valid, not_models, entry, false},
#include "elle/simulated_differences.def"
#undef DIFFERENCE
};

typedef struct tally {
    unsigned histories, verdicts, wrong;
    unsigned different; /* as the table says */
    unsigned more;      /* verdicts by which Minos rules out more */
} tally;

enum { REGISTERS_MORE = 432 };

/* The next row: some histories have the same name. */
static difference *difference_find(const char *history, const char *request) {
    for (size_t i = 0; i < TEST_COUNT_OF(differences); i++) {
        difference *d = &differences[i];
        if (!d->seen && strcmp(d->history, history) == 0 && strcmp(d->request, request) == 0) {
            return d;
        }
    }
    return NULL;
}

static bool is_as_listed(const verdict *v, difference *d) {
    names set = names_from_words(d->not_models, strlen(d->not_models));
    bool same = strcmp(v->valid, d->valid) == 0 &&
                (strcmp(d->valid, "false") != 0 || names_equal(&v->not_models, &set));
    names_release(&set);
    d->seen |= same;
    return same;
}

static void compare(const char *name, const char *request, bool registers, const verdict *v,
                    json expect, tally *count) {
    count->verdicts++;
    difference *listed = difference_find(name, request);
    if (reference_agrees(v, expect)) {
        return; /* if it is listed, the row stays unseen */
    }
    if (listed != NULL && is_as_listed(v, listed)) {
        count->different++;
        return;
    }
    if (registers && reference_is_exceeded(v, expect)) {
        count->more++;
        return;
    }
    count->wrong++;
    reference_show(name, request, v, expect);
}

static void check_history(json test, bool registers, tally *count) {
    json value;
    json history;
    json verdicts;
    if (!json_get(test, "name", &value) || !json_get(test, "history", &history) ||
        !json_get(test, "verdicts", &verdicts)) {
        abort();
    }
    char *name = json_string(value);
    count->histories++;
    size_t at = 0;
    json key;
    json expect;
    while (json_next(verdicts, &at, &key) && json_next(verdicts, &at, &expect)) {
        char *request = json_string(key);
        char *models = NULL;
        minos_options options = reference_options(request, &models);
        verdict v = verdict_of_memory(name, history.text, history.size, &options);
        compare(name, request, registers, &v, expect, count);
        verdict_release(&v);
        free(models);
        free(request);
    }
    free(name);
}

static tally check_file(const char *file, bool registers) {
    tally count = {0};
    size_t size;
    char *text = data_load(file, &size);
    size_t at = 0;
    const char *line;
    size_t line_size;
    while (line_next(text, size, &at, &line, &line_size)) {
        json test;
        if (!json_value(line, line_size, &test)) {
            abort();
        }
        check_history(test, registers, &count);
    }
    free(text);
    printf("%s: %u histories, %u verdicts, %u different on purpose, %u rule out more, %u wrong\n",
           file, count.histories, count.verdicts, count.different, count.more, count.wrong);
    return count;
}

/* Every row was met, and its entry is a heading of the document. */
static unsigned check_rows(void) {
    unsigned wrong = 0;
    char *path = source_path("docs/differences-from-elle.md");
    size_t size;
    char *text = file_load(path, &size);
    for (size_t i = 0; i < TEST_COUNT_OF(differences); i++) {
        const difference *d = &differences[i];
        char heading[128];
        snprintf(heading, sizeof heading, "\n### %s\n", d->entry);
        if (!d->seen || text == NULL || strstr(text, heading) == NULL) {
            printf("%s, %s: %s\n", d->history, d->request,
                   d->seen ? "no such entry in the document" : "listed, but does not differ so");
            wrong++;
        }
    }
    free(text);
    free(path);
    return wrong;
}

int main(void) {
    tally lists = check_file("elle-verdicts-list-append.jsonl", false);
    tally registers = check_file("elle-verdicts-rw-register.jsonl", true);
    if (registers.more != REGISTERS_MORE) {
        printf("expected %d that rule out more\n", REGISTERS_MORE);
    }
    bool right = check_rows() == 0 && lists.wrong == 0 && registers.wrong == 0 &&
                 registers.more == REGISTERS_MORE;
    return right && lists.histories > 0 && registers.histories > 0 ? 0 : 1;
}
