/*
 * alloc_shrink.c - shrinking survives running out of memory.
 *
 * In: histories that start from each breadth of src/shrink/selection.h. The n-th allocation of
 * minos_shrink fails, alone and with all after it, for n = 1, 2, 3 ... until a run ends before it.
 * Out: 0 if each failure is MINOS_ENOMEM without a text, or changed nothing (the same bytes).
 * AddressSanitizer reports crashes and leaks.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "minos.h"

static const struct history {
    const char *name, *anomaly, *text;
    minos_format format;
} histories[] = {
    {"evidence, with a proof", "G2-item",
     "{:type :info, :process 0, :error [:timeout 1], :value [[:r x []] [:append y 1] [:append z "
     "5]]}\n"
     "{:type :ok, :process 1, :f :txn, :value [[:r y []] [:append x 1] [:r w []]]}\n"
     "{:type :ok, :process 2, :value [[:r z [5]]]}\n",
     MINOS_FORMAT_JSON},
    {"garbage", NULL, "{:type :ok, :process 0, :value [[:r \"k\" [1 2]]]}\n", MINOS_FORMAT_AUTO},
    {"the whole history, in vain", "G2-item",
     "{:type :ok, :process 0, :value [[:r :x []] [:append \"x\" 1]]}\n"
     "{:type :ok, :process 1, :value [[:r \"x\" []] [:append :x 1]]}\n",
     MINOS_FORMAT_JSON},
    {"registers, with the path that proves an order", "G-single-item",
     "{:type :ok, :process 0, :value [[:w y 1]]}\n"
     "{:type :ok, :process 1, :value [[:w x 2] [:w y 2]], :start-ts 1, :commit-ts 2}\n"
     "{:type :ok, :process 2, :value [[:r y 1] [:w x 1 {:version 7}]]}\n"
     "{:type :ok, :process 3, :value [[:r y 2] [:r x 1] [:r z nil]]}\n",
     MINOS_FORMAT_AUTO},
    {"a register value written twice", NULL,
     "{:type :ok, :process 0, :value [[:w x 1] [:r x 2]]}\n"
     "{:type :ok, :process 1, :value [[:w x 1]]}\n"
     "{:type :ok, :process 2, :value [[:w x 2]]}\n",
     MINOS_FORMAT_AUTO},
    {"sets", "incomparable-reads",
     "{:type :ok, :process 0, :value [[:add x 1] [:add x 9]]}\n"
     "{:type :info, :process 1, :value [[:add x 2]]}\n"
     "{:type :ok, :process 2, :value [[:r x #{1 9}]]}\n"
     "{:type :ok, :process 3, :value [[:r x [2 9 9]]]}\n",
     MINOS_FORMAT_AUTO},
    {"counters", "lost-update",
     "{:type :ok, :process 0, :value [[:inc x 1] [:inc y 1]]}\n"
     "{:type :ok, :process 1, :value [[:r x 1] [:inc x 2]]}\n"
     "{:type :ok, :process 2, :value [[:r x 1] [:inc x 3] [:r y 0]]}\n",
     MINOS_FORMAT_JSON},
    {"nothing to shrink", "G0", "{:type :ok, :process 0, :value [[:r x [1]]]}\n",
     MINOS_FORMAT_AUTO},
    {"no such anomaly", "G9", "{:type :ok, :process 0, :value [[:r x [1]]]}\n", MINOS_FORMAT_AUTO},
};

typedef struct answer {
    minos_status status;
    char *text, *message;
} answer;

static answer ask(const struct history *h, const minos_result *result) {
    answer a = {.text = NULL, .message = NULL};
    size_t size = 0;
    a.status = minos_shrink(result, h->anomaly, h->format, &a.text, &size, &a.message);
    return a;
}

static void answer_release(answer *a) {
    minos_free(a->text);
    minos_free(a->message);
}

static bool same(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static unsigned runs, wrong;

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const struct history *h, const minos_result *result, const answer *expected,
                    unsigned long n, bool on) {
    allocations = 0;
    fails_on = on;
    fails_at = n;
    answer a = ask(h, result);
    fails_at = 0;
    runs++;
    bool ran_out = a.status == MINOS_ENOMEM && a.text == NULL && a.message == NULL;
    bool unhurt = a.status == expected->status && same(a.text, expected->text) &&
                  same(a.message, expected->message);
    if (!ran_out && !unhurt && wrong++ < 5) {
        printf("%s, allocation %lu%s: status %d\n", h->name, n, on ? " and on" : "", (int)a.status);
    }
    answer_release(&a);
    return allocations >= n;
}

static void try_history(const struct history *h) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    options.ambiguous_duplicates = 1;
    minos_result *result = NULL;
    if (minos_check_memory(h->name, h->text, strlen(h->text), &options, &result) != MINOS_OK) {
        printf("%s: not judged\n", h->name);
        wrong++;
    } else {
        answer expected = ask(h, result);
        for (unsigned long n = 1; fail_at(h, result, &expected, n, false); n++) {
        }
        for (unsigned long n = 1; fail_at(h, result, &expected, n, true); n++) {
        }
        answer_release(&expected);
    }
    minos_result_free(result);
}

int main(void) {
    for (size_t i = 0; i < sizeof histories / sizeof histories[0]; i++) {
        try_history(&histories[i]);
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 100 ? 0 : 1;
}
