/*
 * diff.c - the 222 simulated histories of elle-diff-list-append.jsonl under 13 models each.
 *
 * In: one history a line, with the reference's verdict for every model ("default" asks for
 * nothing, which means strict-serializable). Out: 0 if valid? and not are the same everywhere. No
 * exceptions: there is no table of differences here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

typedef struct tally {
    unsigned histories, verdicts, wrong;
} tally;

static bool verdict_agrees(const verdict *v, json expect) {
    json valid;
    json not_models;
    if (!json_get(expect, "valid?", &valid)) {
        return false;
    }
    if (json_is(valid, "true")) {
        return strcmp(v->valid, "true") == 0;
    }
    names set = {{NULL}, 0};
    if (json_get(expect, "not", &not_models)) {
        set = names_from_json(not_models);
    }
    bool same = strcmp(v->valid, json_is(valid, "false") ? "false" : "unknown") == 0 &&
                names_equal(&v->not_models, &set);
    names_release(&set);
    return same;
}

static void check_verdict(const char *name, const char *model, json history, json expect,
                          tally *count) {
    minos_options options;
    minos_options_init(&options);
    if (strcmp(model, "default") != 0) {
        options.models = model;
    }
    verdict v = verdict_of_memory(name, history.text, history.size, &options);
    count->verdicts++;
    if (!verdict_agrees(&v, expect)) {
        count->wrong++;
        printf("%s %s\n  minos:     %s, not %s (%s)\n  reference: %.*s\n", name, model, v.valid,
               names_show(&v.not_models), names_show(&v.anomaly_types), (int)expect.size,
               expect.text);
    }
    verdict_release(&v);
}

static void check_history(json test, tally *count) {
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
        char *model = json_string(key);
        check_verdict(name, model, history, expect, count);
        free(model);
    }
    free(name);
}

int main(void) {
    tally count = {0, 0, 0};
    size_t size;
    char *text = corpus_load("elle-diff-list-append.jsonl", &size);
    size_t at = 0;
    const char *line;
    size_t line_size;
    while (line_next(text, size, &at, &line, &line_size)) {
        json test;
        if (!json_value(line, line_size, &test)) {
            abort();
        }
        check_history(test, &count);
    }
    free(text);
    printf("%u histories, %u verdicts, %u wrong\n", count.histories, count.verdicts, count.wrong);
    return count.wrong == 0 && count.histories > 0 ? 0 : 1;
}
