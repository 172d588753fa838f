/*
 * alloc_saved.c - loading and rendering saved results survives running out of memory.
 *
 * In: the results of histories with every kind of content, and some that are rejected. The n-th
 * allocation of loading and rendering all views fails, for n = 1, 2, 3 ..., alone and with all
 * after it. Out: 0 if each failure is reported as MINOS_ENOMEM, and a run without a failure gives
 * the same bytes as before. AddressSanitizer reports crashes and leaks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "support/support.h"

static const minos_view views[] = {MINOS_VIEW_TEXT,  MINOS_VIEW_JSON,   MINOS_VIEW_HTML,
                                   MINOS_VIEW_JUNIT, MINOS_VIEW_GITHUB, MINOS_VIEW_MARKDOWN};

static unsigned runs;
static unsigned wrong;

static const minos_view several[] = {MINOS_VIEW_TEXT, MINOS_VIEW_JSON, MINOS_VIEW_HTML,
                                     MINOS_VIEW_MARKDOWN};

/* An overview of the result alone. */
static minos_status run_overview(const minos_result *result, size_t *bytes) {
    minos_overview *overview = minos_overview_new();
    minos_status status =
        overview == NULL ? MINOS_ENOMEM : minos_overview_add(overview, result, "folder");
    for (size_t i = 0; i < TEST_COUNT_OF(several) && status == MINOS_OK; i++) {
        char *text = NULL;
        size_t size = 0;
        status = minos_overview_render(overview, several[i], 0, "title", &text, &size);
        *bytes += size;
        minos_free(text);
    }
    minos_overview_free(overview);
    return status;
}

/* The result compared with itself. */
static minos_status run_diff(const minos_result *result, size_t *bytes) {
    minos_status status = MINOS_OK;
    for (size_t i = 0; i < 2 && status == MINOS_OK; i++) {
        char *text = NULL;
        size_t size = 0;
        int worse = 0;
        status = minos_result_diff(result, result, several[i], 0, &worse, &text, &size);
        *bytes += size;
        minos_free(text);
    }
    return status;
}

/* Loads and renders; returns the bytes, or a status other than MINOS_OK. */
static minos_status run_once(const char *path, size_t *bytes) {
    minos_result *result = NULL;
    minos_status status = minos_result_load(path, &result);
    *bytes = 0;
    for (size_t i = 0; i < TEST_COUNT_OF(views) && status == MINOS_OK; i++) {
        char *text = NULL;
        size_t size = 0;
        status = minos_result_render(result, views[i], MINOS_VERBOSE, &text, &size);
        *bytes += size;
        minos_free(text);
    }
    status = status == MINOS_OK ? run_overview(result, bytes) : status;
    status = status == MINOS_OK ? run_diff(result, bytes) : status;
    minos_result_free(result);
    return status;
}

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const char *name, const char *path, unsigned long n, bool on) {
    size_t bytes;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    minos_status status = run_once(path, &bytes);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    if (reached && status != MINOS_ENOMEM) {
        printf("%s: allocation %lu failed%s: status %d instead of out of memory\n", name, n,
               on ? " and all after it" : "", (int)status);
        wrong++;
    }
    return reached;
}

static void check(const char *name, const char *text, size_t size, minos_status expected) {
    char *path = temporary_write(text, size);
    size_t before, after;
    minos_status status = run_once(path, &before);
    if (status != expected) {
        printf("%s: status %d\n", name, (int)status);
        wrong++;
    }
    unsigned long n = 1;
    while (fail_at(name, path, n, false)) {
        fail_at(name, path, n, true);
        n++;
    }
    printf("%s: %lu allocations\n", name, n - 1);
    if (run_once(path, &after) != expected || before != after) {
        printf("%s: not the same afterwards\n", name);
        wrong++;
    }
    temporary_remove(path);
}

static void check_history(const char *name) {
    char *folder = source_path("tests/golden");
    char *path = path_join(folder, name);
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    char *text = NULL;
    size_t size = 0;
    if (minos_check_file(path, &options, &result) != MINOS_OK ||
        minos_result_render(result, MINOS_VIEW_JSON, MINOS_VERBOSE, &text, &size) != MINOS_OK) {
        printf("%s: cannot be judged\n", name);
        wrong++;
    } else {
        check(name, text, size, MINOS_OK);
        check("cut short", text, size - 5, MINOS_EINPUT);
    }
    minos_free(text);
    minos_result_free(result);
    free(path);
    free(folder);
}

int main(void) {
    static const char unknown[] = "{\"schema\":1,\"models\":[\"\\u0066rob\"]}";
    check_history("g-single-item-yes.edn");
    check_history("nemesis-yes.jsonl");
    check("unknown name", unknown, sizeof unknown - 1, MINOS_EINPUT);
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 10 ? 0 : 1;
}
