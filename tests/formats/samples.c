/*
 * samples.c - histories in other formats, written by hand, and the EDN that they mean.
 *
 * In: the folder tests/formats/<format>/ of each format: every file or folder in it with an .edn
 * beside it, as in galera.txt and galera.txt.edn. Out: 0 if each is recognised as its format and
 * translated into exactly that EDN. Files that must be rejected are in tests/malformed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "support/support.h"
#include "support/translated.h"

static unsigned samples;
static unsigned wrong;

static void check_sample(const char *folder, const char *expected_name, minos_format format) {
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)(strlen(expected_name) - strlen(".edn")),
             expected_name);
    char *path = path_join(folder, name);
    char *expected_path = path_join(folder, expected_name);
    size_t size;
    char *expected = file_load(expected_path, &size);
    /* By content, then by name. */
    const minos_format formats[] = {MINOS_FORMAT_AUTO, format};
    for (size_t i = 0; i < 2; i++) {
        char *shown = translated_path(path, formats[i]);
        if (expected == NULL || shown == NULL || strcmp(shown, expected) != 0) {
            printf("%s: translated into\n%s", path, shown == NULL ? "nothing" : shown);
            wrong++;
        }
        free(shown);
    }
    samples++;
    free(expected);
    free(expected_path);
    free(path);
}

int main(void) {
    for (int format = MINOS_FORMAT_AUTO + 1; format < MNS_FORMAT_COUNT; format++) {
        char folder_name[64];
        snprintf(folder_name, sizeof folder_name, "tests/formats/%s",
                 mns_format_get((minos_format)format)->name);
        char *folder = source_path(folder_name);
        size_t count;
        char **list = folder_list(folder, ".edn", &count);
        for (size_t i = 0; i < count; i++) {
            check_sample(folder, list[i], (minos_format)format);
        }
        list_free(list, count);
        free(folder);
    }
    printf("%u samples, %u wrong\n", samples, wrong);
    return wrong == 0 && samples > 0 ? 0 : 1;
}
