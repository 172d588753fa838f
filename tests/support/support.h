/*
 * support.h - helpers for tests that judge whole histories: files, sets of names, verdicts.
 *
 * Such a test prints one line for each failure and ends with a count. Running
 * out of memory or a missing file of the test ends it at once.
 */
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "minos.h"
#include "support/json.h"

#define TEST_SKIPPED 77 /* CTest's SKIP_RETURN_CODE */

#define TEST_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Files ---------------------------------------------------------------------------------- */

/* The joined path, to be freed. */
char *path_join(const char *folder, const char *name);
/* The whole file with a NUL after it, to be freed; NULL if it cannot be read. */
char *file_load(const char *path, size_t *size);
/* Writes a file with a unique name. To be freed with temporary_remove. */
char *temporary_write(const char *data, size_t size);
void temporary_remove(char *path);
/* The names in a folder that end with the suffix, sorted by bytes; free with list_free. */
char **folder_list(const char *folder, const char *suffix, size_t *count);
void list_free(char **list, size_t count);
/* A file or folder of the source tree (MINOS_SOURCE_DIR, or the working directory): "tests/golden".
 * To be freed. */
char *source_path(const char *name);
/* Loads tests/data/NAME, or decompresses tests/data/NAME.gz (with gzip, so that a build without
 * zlib runs these tests too). To be freed. Ends the test if both are missing. */
char *data_load(const char *name, size_t *size);
/* A file of Elle's own test suite, which is not in this repository: in MINOS_CORPUS, or in
 * ../shared/corpus beside the source tree. To be freed. */
char *corpus_path(const char *name);
/* Loads such a file; skips the test with a message if it is missing. */
char *corpus_load(const char *name, size_t *size);
/* Walks the lines of a text: *at starts at 0. */
bool line_next(const char *text, size_t size, size_t *at, const char **line, size_t *line_size);

/* ---- Sets of names -------------------------------------------------------------------------- */

typedef struct names {
    char *items[128];
    size_t count;
} names;

void names_add(names *set, const char *name, size_t size);
/* From an array of strings, or from words separated by spaces or commas. */
names names_from_json(json array);
names names_from_words(const char *words, size_t size);
void names_release(names *set);
bool names_has(const names *set, const char *name);
bool names_equal(const names *a, const names *b);
/* "a, b, c" in a static buffer that is valid until the second next call. */
const char *names_show(const names *set);
/* The same as a comma-separated option, to be freed. */
char *names_option(const names *set);

/* ---- Verdicts ------------------------------------------------------------------------------- */

typedef struct verdict {
    minos_status status;
    const char *valid; /* "true", "false", "unknown" or "error" */
    char *rendered;    /* the JSON result */
    json root;
    names not_models;
    names anomaly_types;
} verdict;

verdict verdict_of_memory(const char *name, const void *data, size_t size,
                          const minos_options *options);
verdict verdict_of_file(const char *path, const minos_options *options);
/* Prints what was expected of a history and what Minos said. */
void verdict_show(const char *name, const char *expected, const verdict *v);
void verdict_release(verdict *v);

#endif
