/*
 * alloc_formats.c - reading other formats survives running out of memory.
 *
 * In: the samples of tests/formats. Each is opened, translated, read as a history, and problems in
 * its translation are given their places; the n-th allocation of all that fails, for n = 1, 2, 3
 * ... until a run ends before it; once alone, once with all allocations after it. Out: 0 if each
 * failure is reported as MINOS_ENOMEM, and a run without a failure gives the same text and places.
 * AddressSanitizer reports crashes and leaks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "failing.h"
#include "format/translation.h"
#include "history/history.h"
#include "support/support.h"

static unsigned runs, wrong;

/* What a run gives: the size of the text, its status and places. */
typedef struct outcome {
    minos_status status;
    size_t size;
    uint64_t sum; /* of the text and places */
    bool no_memory;
} outcome;

static uint64_t add(uint64_t sum, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ (unsigned char)bytes[i]) * 1099511628211u;
    }
    return sum;
}

/* Problems in the middle and at the end of the text. */
static void locate(mns_translation *translation, size_t size, outcome *out) {
    mns_problems problems;
    mns_problems_init(&problems);
    mns_problems_add_second(&problems, size / 2, 0, "hint", "a problem after " MNS_EARLIER);
    mns_problems_add(&problems, size, NULL, "another problem");
    mns_translation_locate(translation, &problems);
    out->no_memory |= problems.failed;
    for (uint32_t i = 0; i < problems.count && !problems.failed; i++) {
        const mns_problem *problem = &problems.items[i];
        out->sum = add(out->sum, problem->message, strlen(problem->message));
        out->sum += problem->line * 1000 + problem->column + problem->byte;
    }
    mns_problems_release(&problems);
}

static void read_history(mns_source *source, minos_format format, outcome *out) {
    mns_history history;
    mns_problems problems;
    mns_workload workload = mns_format_get(format)->workload;
    mns_read_options options = {.format = MINOS_FORMAT_EDN,
                                .recognise = workload == MNS_WORKLOAD_COUNT,
                                .workload = workload};
    mns_problems_init(&problems);
    mns_history_init(&history, source);
    minos_status status = mns_history_read(&history, source, &options, &problems);
    out->status = status;
    out->no_memory |= status == MINOS_ENOMEM || problems.failed;
    mns_history_release(&history);
    mns_problems_release(&problems);
}

static outcome run_sample(const char *path, minos_format format) {
    outcome out = {.status = MINOS_OK};
    mns_source source;
    mns_problems problems;
    mns_translation *translation = NULL;
    mns_problems_init(&problems);
    out.status = mns_history_open(&source, path, &format, 0, &translation, &problems);
    if (out.status == MINOS_OK) {
        read_history(&source, format, &out);
    }
    if (out.status == MINOS_OK) {
        out.status = mns_source_load(&source, &problems);
    }
    out.no_memory |= out.status == MINOS_ENOMEM || problems.failed;
    if (out.status == MINOS_OK) {
        out.size = source.size;
        out.sum = add(out.sum, source.data, source.size);
        locate(translation, source.size, &out);
    }
    mns_source_release(&source);
    mns_problems_release(&problems);
    return out;
}

/* False if the run ended before its n-th allocation. */
static bool fail_at(const char *path, minos_format format, const outcome *expected, unsigned long n,
                    bool on) {
    allocations = 0;
    fails_on = on;
    fails_at = n;
    outcome out = run_sample(path, format);
    fails_at = 0;
    bool reached = allocations >= n;
    bool same = out.status == expected->status && out.size == expected->size &&
                out.sum == expected->sum && !out.no_memory;
    runs++;
    if (!same && !out.no_memory) {
        printf("%s: allocation %lu%s: status %d\n", path, n, on ? " and after" : "",
               (int)out.status);
        wrong++;
    }
    if (!reached && !same) {
        printf("%s: another result without a failure\n", path);
        wrong++;
    }
    return reached;
}

static void run_format(minos_format format) {
    char folder[100];
    snprintf(folder, sizeof folder, "tests/formats/%s", minos_format_name(format));
    char *root = source_path(folder);
    size_t count;
    char **files = folder_list(root, "", &count);
    unsigned samples = 0;
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(files[i]);
        bool edn = size > 4 && strcmp(files[i] + size - 4, ".edn") == 0;
        char *path = path_join(root, files[i]);
        struct stat info;
        bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
        if (!edn && files[i][0] != '.' && is_folder == mns_format_is_folder(format)) {
            outcome expected = run_sample(path, format);
            unsigned long n = 1;
            while (expected.status == MINOS_OK && fail_at(path, format, &expected, n, false)) {
                fail_at(path, format, &expected, n, true);
                n++;
            }
            samples += expected.status == MINOS_OK;
        }
        free(path);
    }
    if (samples == 0) {
        printf("%s: no samples\n", folder);
        wrong++;
    }
    list_free(files, count);
    free(root);
}

int main(void) {
    for (int f = MINOS_FORMAT_JSON + 1; f < MNS_FORMAT_COUNT; f++) {
        run_format((minos_format)f);
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 ? 0 : 1;
}
