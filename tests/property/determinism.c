/*
 * determinism.c - the same history gives the same bytes, whatever the number of threads.
 *
 * In: the golden histories, histories of simulated databases, and one large enough to be read and
 * searched in parts. Out: 0 if every view is the same with 1, 2, 3 and 8 threads, and from one run
 * to the next. Only timing_ms may differ.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/model_database.h"
#include "support/support.h"

static unsigned compared;
static unsigned wrong;

/* Blanks the digits of the timing, which stands at the end of the JSON result. */
static void remove_timing(char *text) {
    char *timing = strstr(text, "\"timing_ms\"");
    for (char *p = timing; p != NULL && *p != '\0' && *p != '}'; p++) {
        if ((*p >= '0' && *p <= '9') || *p == '.' || *p == 'e' || *p == '-' || *p == '+') {
            *p = ' ';
        }
    }
    if (timing != NULL) {
        char *out = timing;
        for (const char *p = timing; *p != '\0'; p++) {
            if (*p != ' ') {
                *out++ = *p;
            }
        }
        *out = '\0';
    }
}

/* Every view of the result, one after another, to be freed. */
static char *all_views(const char *name, const char *data, size_t size, unsigned threads) {
    minos_options options;
    minos_options_init(&options);
    options.threads = threads;
    minos_result *result = NULL;
    minos_check_memory(name, data, size, &options, &result);
    char *all = calloc(1, 1);
    size_t length = 0;
    for (int view = MINOS_VIEW_TEXT; view <= MINOS_VIEW_MARKDOWN; view++) {
        if (view == MINOS_VIEW_HTML) {
            continue; /* shows how long the check took */
        }
        char *text = NULL;
        size_t text_size = 0;
        if (minos_result_render(result, (minos_view)view, MINOS_VERBOSE, &text, &text_size) !=
            MINOS_OK) {
            abort();
        }
        remove_timing(text);
        text_size = strlen(text);
        all = realloc(all, length + text_size + 1);
        if (all == NULL) {
            abort();
        }
        memcpy(all + length, text, text_size + 1);
        length += text_size;
        minos_free(text);
    }
    minos_result_free(result);
    return all;
}

static void compare(const char *name, const char *data, size_t size) {
    static const unsigned threads[] = {1, 2, 3, 8, 0};
    char *one = all_views(name, data, size, 1);
    for (size_t i = 0; i < TEST_COUNT_OF(threads); i++) {
        char *many = all_views(name, data, size, threads[i]);
        compared++;
        if (strcmp(one, many) != 0) {
            size_t at = 0;
            while (one[at] == many[at]) {
                at++;
            }
            printf("%s: %u threads differ at byte %zu:\n  1: %.80s\n  %u: %.80s\n", name,
                   threads[i], at, one + at, threads[i], many + at);
            wrong++;
        }
        free(many);
    }
    free(one);
}

static void compare_golden(const char *suffix) {
    char *folder = source_path("tests/golden");
    size_t count;
    char **list = folder_list(folder, suffix, &count);
    for (size_t i = 0; i < count; i++) {
        size_t size;
        char *path = path_join(folder, list[i]);
        char *data = file_load(path, &size);
        if (data == NULL) {
            abort();
        }
        compare(list[i], data, size);
        free(data);
        free(path);
    }
    list_free(list, count);
    free(folder);
}

static void compare_simulated(void) {
    static model m;
    for (int s = 0; s < DB_STRENGTHS; s++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            database_run(&m, (strength)s, seed, 200);
            char *edn = model_edn(&m);
            compare(strength_model((strength)s), edn, strlen(edn));
            free(edn);
        }
    }
}

/* A sloppy database: reads lag behind by a few appends, so cycles of every class abound. */
static char *large_history(int txns) {
    enum { LARGE_KEYS = 500 };
    static int length[LARGE_KEYS];
    dice d = {7};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        abort();
    }
    for (int t = 0; t < txns; t++) {
        int k = dice_below(&d, LARGE_KEYS);
        int k2 = dice_below(&d, LARGE_KEYS);
        int seen = length[k2] - dice_below(&d, 3);
        int process = t % 10;
        fprintf(out, "{:type :invoke, :process %d, :value [[:append %d %d] [:r %d nil]]}\n",
                process, k, length[k] + 1, k2);
        length[k]++;
        seen = k == k2 ? length[k] : seen;
        fprintf(out, "{:type :ok, :process %d, :value [[:append %d %d] [:r %d [", process, k,
                length[k], k2);
        for (int i = 1; i <= seen; i++) {
            fprintf(out, " %d", i);
        }
        fprintf(out, "]]]}\n");
    }
    if (fclose(out) != 0) {
        abort();
    }
    return text;
}

int main(void) {
    compare_golden(".edn");
    compare_golden(".json");
    compare_golden(".jsonl");
    compare_simulated();
    char *large = large_history(40000);
    compare("large", large, strlen(large));
    free(large);
    printf("%u comparisons, %u differ\n", compared, wrong);
    return wrong == 0 && compared > 0 ? 0 : 1;
}
