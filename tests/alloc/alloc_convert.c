/*
 * alloc_convert.c - converting survives running out of memory.
 *
 * In: histories of every workload and notation, to every format. The n-th allocation of
 * minos_convert_memory fails, alone and with all after it, for n = 1, 2, 3 ... until a run ends
 * before it.
 * Out: 0 if each failure is MINOS_ENOMEM without a result, or changed nothing: the same bytes,
 * warnings and problems. AddressSanitizer reports crashes and leaks.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "minos.h"

static const struct history {
    const char *name, *text;
} histories[] = {
    {"registers", "{:type :invoke, :process 0, :time 1, :node \"n1\", :value [[:w 1 2]]}\n"
                  "{:type :ok, :process 0, :time 2, :error :none, :value [[:w 1 2 {:version 3}]]}\n"
                  "{:type :invoke, :process :alice, :value [[:r 1 nil] [:w 1 4]]}\n"
                  "{:type :info, :process :alice, :value [[:r 1 nil] [:w 1 4]]}\n"
                  "{:type :info, :process :nemesis, :f :kill, :value {\"n1\" #inst \"2026\"}}\n"
                  "{:type :invoke, :process :alice, :value [[:r 1 nil]]}\n"
                  "{:type :ok, :process :alice, :value [[:r 1 4]]}\n"
                  "{:type :invoke, :process 7, :value [[:r 1 nil]]}\n"
                  "{:type :fail, :process 7, :value [[:r 1 nil]]}\n"},
    {"timestamps", "{:type :ok, :process 0, :start-ts 1, :commit-ts 2, :value [[:append 1 2]]}\n"
                   "{:type :ok, :process 1, :start-ts 3, :commit-ts 4, :value [[:r 1 [2]]]}\n"},
    {"names that JSON cannot tell apart",
     "{:type :ok, :process 0, :value [[:add :x 1] [:add \"x\" 1/2] [:r :x #{1}]]}\n"},
    {"a field that JSON has twice",
     "{:type :ok, :process 0, :value [[:inc 1 1]], :a 1, \"a\" 2}\n"},
    {"JSON", "{\"type\":\"ok\",\"process\":\":bob\",\"value\":[[\"w\",\"\\u00e4\",1.5]]}\n"},
    {"another checker's", "w(1,5,0,1)\nr(1,5,1,2)\nr(2,0,1,2)\nw(1,6,1,-1)\n"},
    {"malformed", "{:type :ok, :process 0, :value [[:w 1"},
};

/* Everything that a conversion told its caller. */
typedef struct answer {
    minos_status status;
    bool has_result;
    char text[8192];
    size_t size;
} answer;

static void add(answer *a, const void *data, size_t size) {
    if (size > sizeof a->text - a->size) {
        printf("the output is too large\n");
        exit(1);
    }
    if (size > 0) {
        memcpy(a->text + a->size, data, size);
    }
    a->size += size;
}

static minos_status take(void *context, const char *file, const void *data, size_t size) {
    add(context, file, file == NULL ? 0 : strlen(file));
    add(context, data, size);
    return MINOS_OK;
}

static void warn(void *context, const char *sentence) { add(context, sentence, strlen(sentence)); }

static void ask(const struct history *h, minos_format format, answer *a) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    const minos_conversion conversion = {
        .format = format, .write = take, .warn = warn, .context = a};
    minos_result *result = NULL;
    a->size = 0;
    a->status =
        minos_convert_memory(h->name, h->text, strlen(h->text), &options, &conversion, &result);
    a->has_result = result != NULL;
    for (size_t i = 0; result != NULL && i < minos_result_problem_count(result); i++) {
        minos_problem problem = minos_result_problem(result, i);
        add(a, problem.message, strlen(problem.message));
    }
    minos_result_free(result);
}

static unsigned runs, wrong;

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const struct history *h, minos_format format, const answer *expected,
                    unsigned long n, bool on) {
    static answer a;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    ask(h, format, &a);
    fails_at = 0;
    runs++;
    bool ran_out = a.status == MINOS_ENOMEM && !a.has_result;
    bool unhurt = a.status == expected->status && a.has_result == expected->has_result &&
                  a.size == expected->size && memcmp(a.text, expected->text, a.size) == 0;
    if (!ran_out && !unhurt && wrong++ < 5) {
        printf("%s to %s, allocation %lu%s: status %d, expected %d\n", h->name,
               minos_format_name(format), n, on ? " and on" : "", (int)a.status,
               (int)expected->status);
    }
    return allocations >= n;
}

static void try_history(const struct history *h, minos_format format) {
    static answer expected;
    ask(h, format, &expected);
    for (unsigned long n = 1; fail_at(h, format, &expected, n, false); n++) {
    }
    for (unsigned long n = 1; fail_at(h, format, &expected, n, true); n++) {
    }
}

int main(void) {
    for (size_t i = 0; i < sizeof histories / sizeof histories[0]; i++) {
        for (int f = MINOS_FORMAT_AUTO + 1; minos_format_name((minos_format)f) != NULL; f++) {
            try_history(&histories[i], (minos_format)f);
        }
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 1000 ? 0 : 1;
}
