/*
 * reading.c - the fast path of reading, in chunks and on several threads, gives what the slow path
 * gives.
 *
 * In: every history of the tests, the examples of the catalog, histories of simulated databases and
 * histories in many spellings; each whole, and cut into chunks at every line, at most lines and at
 * some, on 1, 2 and 4 threads. Out: 0 if all give the problems, transactions, keys, values and
 * writers that the slow path gives (support/readings.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "support/readings.h"

#include "property/history_spelling.h"
#include "property/sim_history.h"
#include "support/support.h"

enum { SPELLINGS = 600 };

static unsigned compared;
static unsigned wrong;

static void compare(const char *name, const char *text, size_t size) {
    static const size_t chunk_bytes[] = {1, 50, 200, 1000, 0};
    for (size_t i = 0; i < TEST_COUNT_OF(chunk_bytes); i++) {
        mns_buf out;
        mns_buf_init(&out);
        mns_read_options options = {
            .recognise = true, .chunk_bytes = chunk_bytes[i], .ambiguous = (compared + i) % 2 == 0};
        if (!readings_agree(text, size, options, 4, &out)) {
            printf("%s:\n%s", name, out.data);
            wrong++;
        }
        mns_buf_release(&out);
    }
    compared++;
}

static void compare_folder(const char *name) {
    char *folder = source_path(name);
    size_t count;
    char **list = folder_list(folder, "", &count);
    for (size_t i = 0; i < count; i++) {
        size_t size;
        char *path = path_join(folder, list[i]);
        char *data = file_load(path, &size);
        if (data != NULL) { /* else it is a folder */
            compare(list[i], data, size);
        }
        free(data);
        free(path);
    }
    list_free(list, count);
    free(folder);
}

static void compare_examples(void) {
    for (mns_anomaly a = 0; a < MNS_ANOMALY_COUNT; a++) {
        const char *example = mns_anomaly_example(a);
        if (example != NULL) {
            compare(mns_anomaly_name(a), example, strlen(example));
        }
    }
}

static void compare_simulated(minos_sim_options *options) {
    static uint64_t seed;
    options->seed = ++seed;
    options->transactions = 60;
    options->abort_rate = 0.1;
    options->crash_rate = 0.1;
    options->keys = 4;
    options->format = seed % 2 == 0 ? MINOS_FORMAT_JSON : MINOS_FORMAT_EDN;
    options->versions = seed % 5 == 0;
    options->timestamps = seed % 3 == 0;
    simulated s = simulated_run(options);
    compare(options->bugs == NULL ? options->isolation : options->bugs, s.history, s.history_size);
    simulated_release(&s);
}

static void compare_every_simulated(void) {
    static const char *const workloads[] = {"list-append", "rw-register", "set", "counter"};
    for (size_t w = 0; w < TEST_COUNT_OF(workloads); w++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.workload = workloads[w];
        for (size_t i = 0; minos_sim_level_name(i) != NULL; i++) {
            options.isolation = minos_sim_level_name(i);
            compare_simulated(&options);
        }
        options.isolation = minos_sim_level_name(0);
        for (size_t i = 0; minos_sim_bug_name(i) != NULL; i++) {
            options.bugs = minos_sim_bug_name(i);
            compare_simulated(&options);
        }
    }
}

static void compare_spellings(void) {
    for (uint64_t seed = 1; seed <= SPELLINGS; seed++) {
        dice d = {seed};
        char name[64];
        size_t size;
        char *text = spelling_history(&d, &size);
        snprintf(name, sizeof name, "spelling %llu", (unsigned long long)seed);
        compare(name, text, size);
        free(text);
    }
}

int main(void) {
    static const char *const folders[] = {"tests/golden",
                                          "tests/malformed",
                                          "tests/cli/histories",
                                          "tests/fuzz/corpus/check",
                                          "tests/fuzz/corpus/edn",
                                          "tests/fuzz/corpus/json",
                                          "tests/fuzz/corpus/reading"};
    for (size_t i = 0; i < TEST_COUNT_OF(folders); i++) {
        compare_folder(folders[i]);
    }
    compare_examples();
    compare_every_simulated();
    compare_spellings();
    printf("%u histories compared, %u differences\n", compared, wrong);
    return wrong == 0 && compared > 1000 ? 0 : 1;
}
