/*
 * support.c - see support.h.
 */
#include "support/support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/second_opinion.h"

static void *must(void *pointer) {
    if (pointer == NULL) {
        fprintf(stderr, "out of memory in a test\n");
        abort();
    }
    return pointer;
}

/* ---- Files ---------------------------------------------------------------------------------- */

char *path_join(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = must(malloc(size));
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* The rest of a stream with a NUL after it, to be freed. */
static char *stream_load(FILE *file, size_t *size) {
    size_t capacity = 1 << 16;
    char *data = must(malloc(capacity));
    *size = 0;
    size_t got;
    while ((got = fread(data + *size, 1, capacity - *size - 1, file)) > 0) {
        *size += got;
        if (*size + 1 == capacity) {
            capacity *= 2;
            data = must(realloc(data, capacity));
        }
    }
    data[*size] = '\0';
    return data;
}

char *file_load(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *data = stream_load(file, size);
    fclose(file);
    return data;
}

/* Decompresses with gzip(1). The path goes through the environment, which needs no quoting. */
static char *gzip_load(const char *path, size_t *size) {
    setenv("TEST_GZIP_FILE", path, 1);
    FILE *pipe = popen("gzip -dc \"$TEST_GZIP_FILE\"", "r");
    char *data = pipe == NULL ? NULL : stream_load(pipe, size);
    if (pipe == NULL || pclose(pipe) != 0) {
        fprintf(stderr, "%s: gzip -dc failed\n", path);
        abort();
    }
    return data;
}

char *temporary_write(const char *data, size_t size) {
    const char *folder = getenv("TMPDIR");
    char *path = path_join(folder == NULL || folder[0] == '\0' ? "/tmp" : folder, "minos-XXXXXX");
    int file = mkstemp(path);
    if (file < 0 || write(file, data, size) != (ssize_t)size || close(file) != 0) {
        perror(path);
        abort();
    }
    return path;
}

void temporary_remove(char *path) {
    if (path != NULL) {
        unlink(path);
    }
    free(path);
}

static int compare_strings(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **folder_list(const char *folder, const char *suffix, size_t *count) {
    char **list = NULL;
    *count = 0;
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return NULL;
    }
    struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        size_t length = strlen(entry->d_name);
        size_t end = strlen(suffix);
        if (entry->d_name[0] == '.' || length < end ||
            strcmp(entry->d_name + length - end, suffix) != 0) {
            continue;
        }
        list = must(realloc(list, (*count + 1) * sizeof *list));
        list[(*count)++] = must(strdup(entry->d_name));
    }
    closedir(dir);
    if (*count > 0) {
        qsort(list, *count, sizeof *list, compare_strings);
    }
    return list;
}

void list_free(char **list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(list[i]);
    }
    free(list);
}

char *source_path(const char *name) {
    const char *root = getenv("MINOS_SOURCE_DIR");
    return path_join(root == NULL || root[0] == '\0' ? "." : root, name);
}

char *data_load(const char *name, size_t *size) {
    char *folder = source_path("tests/data");
    char *path = path_join(folder, name);
    char *data = file_load(path, size);
    if (data == NULL) {
        path = must(realloc(path, strlen(path) + sizeof ".gz"));
        data = gzip_load(strcat(path, ".gz"), size);
    }
    free(path);
    free(folder);
    return data;
}

char *corpus_path(const char *name) {
    const char *folder = getenv("MINOS_CORPUS");
    if (folder != NULL && folder[0] != '\0') {
        return path_join(folder, name);
    }
    char *beside = source_path("../shared/corpus");
    char *path = path_join(beside, name);
    free(beside);
    return path;
}

char *corpus_load(const char *name, size_t *size) {
    char *path = corpus_path(name);
    char *data = file_load(path, size);
    if (data == NULL) {
        printf("SKIPPED: %s is missing; set MINOS_CORPUS to the folder with Elle's test suite\n",
               path);
        free(path);
        exit(TEST_SKIPPED);
    }
    free(path);
    return data;
}

bool line_next(const char *text, size_t size, size_t *at, const char **line, size_t *line_size) {
    while (*at < size) {
        const char *start = text + *at;
        const char *end = memchr(start, '\n', size - *at);
        size_t length = end == NULL ? size - *at : (size_t)(end - start);
        *at += length + 1;
        if (length > 0) {
            *line = start;
            *line_size = length;
            return true;
        }
    }
    return false;
}

/* ---- Sets of names -------------------------------------------------------------------------- */

void names_add(names *set, const char *name, size_t size) {
    char *copy = must(malloc(size + 1));
    memcpy(copy, name, size);
    copy[size] = '\0';
    if (names_has(set, copy)) {
        free(copy);
        return;
    }
    if (set->count == TEST_COUNT_OF(set->items)) {
        abort();
    }
    set->items[set->count++] = copy;
}

names names_from_json(json array) {
    names set = {{NULL}, 0};
    size_t at = 0;
    json element;
    while (json_next(array, &at, &element)) {
        char *name = json_string(element);
        if (name != NULL) {
            names_add(&set, name, strlen(name));
            free(name);
        }
    }
    return set;
}

names names_from_words(const char *words, size_t size) {
    names set = {{NULL}, 0};
    size_t start = 0;
    for (size_t i = 0; i <= size; i++) {
        if (i == size || strchr(" ,\t\r\n", words[i]) != NULL) {
            if (i > start) {
                names_add(&set, words + start, i - start);
            }
            start = i + 1;
        }
    }
    return set;
}

void names_release(names *set) {
    for (size_t i = 0; i < set->count; i++) {
        free(set->items[i]);
    }
    set->count = 0;
}

bool names_has(const names *set, const char *name) {
    for (size_t i = 0; i < set->count; i++) {
        if (strcmp(set->items[i], name) == 0) {
            return true;
        }
    }
    return false;
}

bool names_equal(const names *a, const names *b) {
    for (size_t i = 0; i < a->count; i++) {
        if (!names_has(b, a->items[i])) {
            return false;
        }
    }
    return a->count == b->count;
}

static void names_write(const names *set, const char *separator, char *out, size_t size) {
    size_t n = 0;
    out[0] = '\0';
    for (size_t i = 0; i < set->count && n < size; i++) {
        int wrote = snprintf(out + n, size - n, "%s%s", i == 0 ? "" : separator, set->items[i]);
        n += wrote > 0 ? (size_t)wrote : 0;
    }
}

const char *names_show(const names *set) {
    static char shown[2][4096];
    static unsigned turn;
    char *out = shown[turn++ % 2];
    if (set->count == 0) {
        return "(none)";
    }
    names_write(set, ", ", out, sizeof shown[0]);
    return out;
}

char *names_option(const names *set) {
    char *out = must(malloc(4096));
    names_write(set, ",", out, 4096);
    return out;
}

/* ---- Verdicts ------------------------------------------------------------------------------- */

static const char *valid_name(const minos_result *result) {
    if (minos_result_status(result) != MINOS_OK) {
        return "error";
    }
    switch (minos_result_verdict(result)) {
    case MINOS_VALID: return "true";
    case MINOS_VIOLATED: return "false";
    default: return "unknown";
    }
}

/* Takes the verdict and the sets of the JSON result, and frees the result. */
static verdict verdict_take(minos_status status, minos_result *result) {
    verdict v = {.status = status, .valid = "error"};
    if (result == NULL) {
        return v;
    }
    v.valid = valid_name(result);
    size_t size = 0;
    if (minos_result_render(result, MINOS_VIEW_JSON, 0, &v.rendered, &size) == MINOS_OK &&
        json_value(v.rendered, size, &v.root)) {
        json member;
        if (json_get(v.root, "not", &member)) {
            v.not_models = names_from_json(member);
        }
        if (json_get(v.root, "anomaly_types", &member)) {
            v.anomaly_types = names_from_json(member);
        }
    }
    minos_result_free(result);
    return v;
}

verdict verdict_of_memory(const char *name, const void *data, size_t size,
                          const minos_options *options) {
    minos_result *result = NULL;
    minos_status status = check_twice(name, data, size, options, &result);
    return verdict_take(status, result);
}

verdict verdict_of_file(const char *path, const minos_options *options) {
    minos_result *result = NULL;
    minos_status status = minos_check_file(path, options, &result);
    return verdict_take(status, result);
}

void verdict_show(const char *name, const char *expected, const verdict *v) {
    printf("%s: expected %s\n  minos: %s, not %s (%s)\n", name, expected, v->valid,
           names_show(&v->not_models), names_show(&v->anomaly_types));
    json error;
    if (v->rendered != NULL && json_get(v->root, "error", &error)) {
        printf("  error: %.*s\n", (int)error.size, error.text);
    }
}

void verdict_release(verdict *v) {
    minos_free(v->rendered);
    v->rendered = NULL;
    names_release(&v->not_models);
    names_release(&v->anomaly_types);
}
