/*
 * diff.c - 222 simulated histories of lists under 13 models each, and 222 of registers under 10 sets
 * of options each.
 *
 * In: elle-diff-list-append.jsonl and elle-diff-rw-register.jsonl, one history a line, with the
 * reference's verdict for every request: "serializable", or with assumptions "serializable+wfr"
 * ("default" asks for nothing, which means strict-serializable). Out: 0 if valid? and not are the
 * same everywhere for lists. Of registers Minos may rule out more, since it infers more (see
 * docs/differences-from-elle.md, orders-of-versions and info-writes), but never less, and in as many
 * verdicts as stands here. tests/oracle/corpus.c proves each of these.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/reference.h"

typedef struct tally {
    unsigned histories, verdicts, wrong;
    unsigned more; /* verdicts by which Minos rules out more */
} tally;

enum { REGISTERS_MORE = 230 };

static void compare(const char *name, const char *request, bool registers, const verdict *v,
                    json expect, tally *count) {
    count->verdicts++;
    if (reference_agrees(v, expect)) {
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
    char *text = corpus_load(file, &size);
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
    printf("%s: %u histories, %u verdicts, %u rule out more, %u wrong\n", file, count.histories,
           count.verdicts, count.more, count.wrong);
    return count;
}

int main(void) {
    tally lists = check_file("elle-diff-list-append.jsonl", false);
    tally registers = check_file("elle-diff-rw-register.jsonl", true);
    if (registers.more != REGISTERS_MORE) {
        printf("expected %d that rule out more\n", REGISTERS_MORE);
    }
    bool right = lists.wrong == 0 && registers.wrong == 0 && registers.more == REGISTERS_MORE;
    return right && lists.histories > 0 && registers.histories > 0 ? 0 : 1;
}
