/*
 * golden.c - judges every history of this folder and compares the result with its expectation.
 *
 * In: every .edn of tests/golden, with the expectation in the first lines (see expect.h), and the
 * .json and .jsonl files, whose expectation is in <file>.expect, because JSON has no comments. A
 * name that ends in -yes shows its anomaly; the -no beside it is the nearest history that does not.
 * Out: 0 if every history is judged as expected.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/expect.h"

static unsigned histories;
static unsigned wrong;

static void check_history(const char *folder, const char *name, const char *expect_suffix) {
    size_t size;
    char *path = path_join(folder, name);
    char *text = file_load(path, &size);
    size_t expect_size = size;
    char *expect_text = text;
    if (expect_suffix != NULL) {
        char beside[512];
        snprintf(beside, sizeof beside, "%s%s", path, expect_suffix);
        expect_text = file_load(beside, &expect_size);
    }
    histories++;
    if (text == NULL || expect_text == NULL) {
        printf("%s: cannot be read, or has no %s\n", name, expect_suffix);
        wrong++;
    } else {
        expectation e = expectation_parse(expect_text, expect_size);
        wrong += expectation_holds(&e, name, text, size) ? 0 : 1;
        expectation_release(&e);
    }
    if (expect_text != text) {
        free(expect_text);
    }
    free(text);
    free(path);
}

static bool ends_with(const char *text, const char *end) {
    size_t a = strlen(text);
    size_t b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

/* Every positive needs its near miss. */
static void check_partner(const char *folder, const char *name) {
    if (!ends_with(name, "-yes.edn")) {
        return;
    }
    char partner[256];
    snprintf(partner, sizeof partner, "%.*s-no.edn", (int)(strlen(name) - 8), name);
    size_t size;
    char *path = path_join(folder, partner);
    char *text = file_load(path, &size);
    if (text == NULL) {
        printf("%s: the near miss %s is missing\n", name, partner);
        wrong++;
    }
    free(text);
    free(path);
}

static void check_all(const char *folder, const char *suffix, const char *expect_suffix) {
    size_t count;
    char **list = folder_list(folder, suffix, &count);
    for (size_t i = 0; i < count; i++) {
        check_history(folder, list[i], expect_suffix);
        check_partner(folder, list[i]);
    }
    list_free(list, count);
}

int main(void) {
    char *folder = source_path("tests/golden");
    check_all(folder, ".edn", NULL);
    check_all(folder, ".json", ".expect");
    check_all(folder, ".jsonl", ".expect");
    free(folder);
    printf("%u histories, %u wrong\n", histories, wrong);
    return wrong == 0 && histories > 0 ? 0 : 1;
}
