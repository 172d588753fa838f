/*
 * damaged_results.c - a damaged results.json is refused, or is a result: never a crash.
 *
 * In: the results of histories that have a bit of everything; each is cut short, has bytes changed,
 * taken out and put in by seed, numbers and brackets above all, thousands of times. Out: 0 if each
 * is read or refused as support/saved_check.h says. Crashes show under the sanitizers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate/random.h"
#include "support/saved_check.h"
#include "support/support.h"

enum { SEEDS = 2000 };

static const char *const histories[] = {
    "g-single-item-yes.edn",        "nemesis-yes.jsonl",
    "incompatible-order-yes.edn",   "register-cyclic-numbers-yes.edn",
    "timestamps-late-list-yes.edn", "info-lost-update-no.edn"};

static const char *const words[] = {"null",
                                    "true",
                                    "0",
                                    "-1",
                                    "4294967295",
                                    "9223372036854775807",
                                    "18446744073709551616",
                                    "1e9",
                                    "\"\"",
                                    "[]",
                                    "{}",
                                    "\"T9\"",
                                    "\"G0\"",
                                    "\"\\u001b\"",
                                    "\\",
                                    "\"",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    ",",
                                    ":",
                                    "\n",
                                    " ",
                                    "\xFF",
                                    "\"keys\":[",
                                    "\"ruled_out_by\":{",
                                    "\"ok\""};

/* The results of a history with all that a report shows. */
static char *results_of(const char *history, size_t *size) {
    char *folder = source_path("tests/golden");
    char *path = path_join(folder, history);
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    char *text = NULL;
    if (minos_check_file(path, &options, &result) != MINOS_OK ||
        minos_result_render(result, MINOS_VIEW_JSON, MINOS_VERBOSE, &text, size) != MINOS_OK) {
        printf("%s: cannot be judged\n", history);
        exit(1);
    }
    minos_result_free(result);
    free(path);
    free(folder);
    return text;
}

static size_t below(mns_random *random, size_t n) { return (size_t)mns_random_below(random, n); }

/* Replaces some bytes at a place by a word or a byte; there is room for it. */
static void damage_once(mns_random *random, char *text, size_t *size) {
    size_t at = below(random, *size + 1);
    size_t out = below(random, 3) == 0 ? below(random, 40) : below(random, 3);
    out = out > *size - at ? *size - at : out;
    char byte = (char)below(random, 256);
    const char *in = &byte;
    size_t in_size = below(random, 2);
    if (below(random, 4) > 0) {
        in = words[below(random, TEST_COUNT_OF(words))];
        in_size = strlen(in);
    }
    memmove(text + at + in_size, text + at + out, *size - at - out);
    memcpy(text + at, in, in_size);
    *size = *size - out + in_size;
}

/* Another digit in the place of one, so that it stays JSON. */
static void change_number(mns_random *random, char *text, size_t size) {
    size_t at = size == 0 ? 0 : below(random, size);
    while (at < size && (text[at] < '1' || text[at] > '9')) {
        at++;
    }
    if (at < size) {
        text[at] = (char)('1' + below(random, 9));
    }
}

static bool check_seed(const char *history, const char *text, size_t size, uint64_t seed) {
    mns_random random = mns_random_of(seed, 1);
    char *damaged = malloc(size + 1024);
    if (damaged == NULL) {
        abort();
    }
    memcpy(damaged, text, size);
    if (below(&random, 8) == 0) {
        size = below(&random, size);
    }
    for (size_t i = below(&random, 3); i > 0; i--) {
        damage_once(&random, damaged, &size);
    }
    for (size_t i = below(&random, 4); i > 0; i--) {
        change_number(&random, damaged, size);
    }
    char *exact = realloc(damaged, size == 0 ? 1 : size); /* so that reading past it is seen */
    damaged = exact == NULL ? damaged : exact;
    const char *broken = saved_broken_promise(damaged, size);
    if (broken != NULL) {
        printf("%s, seed %lu: not so: %s\n", history, (unsigned long)seed, broken);
    }
    free(damaged);
    return broken == NULL;
}

int main(void) {
    unsigned wrong = 0;
    for (size_t h = 0; h < TEST_COUNT_OF(histories); h++) {
        size_t size;
        char *text = results_of(histories[h], &size);
        const char *broken = saved_broken_promise(text, size);
        if (broken != NULL) {
            printf("%s: not so: %s\n", histories[h], broken);
            wrong++;
        }
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            wrong += check_seed(histories[h], text, size, seed) ? 0 : 1;
        }
        minos_free(text);
    }
    printf("%u wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}
