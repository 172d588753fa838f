/*
 * stored_histories.c - Minos against the definitions, on every small history that the project has
 * in writing: tests/golden, the catalog's examples, the documents.
 *
 * These were made to show an anomaly, or to miss it narrowly. None of them may be judged worse
 * than the definitions allow (see oracle.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/model_load.h"
#include "support/second_opinion.h"
#include "support/support.h"

static unsigned histories, verdicts, wrong;

static void judge(const char *name, const char *text, size_t size) {
    static model m;
    if (!model_load(&m, text, size, NULL)) {
        return;
    }
    minos_options options;
    minos_options_init(&options);
    options.models = "none";
    minos_result *result = NULL;
    if (check_twice(name, text, size, &options, &result) != MINOS_OK) {
        printf("%s: read, but refused\n", name);
        wrong++;
    }
    histories++;
    for (int l = 0; l < LAW_COUNT; l++) {
        if (minos_result_rules_out(result, laws[l].model)) {
            verdicts++;
            if (law_allows(&laws[l], &m)) {
                printf("%s: %s is ruled out, but an execution explains the history\n", name,
                       laws[l].model);
                wrong++;
            }
        }
    }
    minos_result_free(result);
}

static void judge_folder(const char *folder, const char *suffix) {
    char *path = source_path(folder);
    size_t count;
    char **list = folder_list(path, suffix, &count);
    for (size_t i = 0; i < count; i++) {
        size_t size;
        char *file = path_join(path, list[i]);
        char *text = file_load(file, &size);
        judge(list[i], text, size);
        free(text);
        free(file);
    }
    list_free(list, count);
    free(path);
}

/* Every ```edn block of a document. */
static void judge_document(const char *name) {
    char *path = source_path(name);
    size_t size;
    char *text = file_load(path, &size);
    for (const char *at = text; at != NULL && (at = strstr(at, "```edn\n")) != NULL;) {
        const char *start = at + strlen("```edn\n");
        const char *end = strstr(start, "```");
        if (end == NULL) {
            break;
        }
        judge(name, start, (size_t)(end - start));
        at = end + 3;
    }
    free(text);
    free(path);
}

int main(void) {
    judge_folder("tests/golden", ".edn");
    judge_folder("tests/golden", ".json");
    judge_folder("tests/golden", ".jsonl");
    judge_document("docs/differences-from-elle.md");
    const char *anomaly;
    for (size_t i = 0; (anomaly = minos_catalog_anomaly(i)) != NULL; i++) {
        const char *example = minos_catalog_example(anomaly);
        if (example != NULL) {
            judge(anomaly, example, strlen(example));
        }
    }
    printf("%u histories, %u models ruled out, %u wrong\n", histories, verdicts, wrong);
    return wrong == 0 && histories > 100 && verdicts > 100 ? 0 : 1;
}
