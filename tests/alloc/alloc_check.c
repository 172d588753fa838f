/*
 * alloc_check.c - running out of memory is survivable everywhere.
 *
 * In: a valid, a broken and a malformed history. The n-th allocation of a whole check with all its
 * views is made to fail, for n = 1, 2, 3 ... until the work is done without reaching it; once
 * with only that allocation failing, once with every one after it too. Out: 0 if each failure is
 * reported as MINOS_ENOMEM, and the run that reaches none gives the same bytes as ever. Crashes and
 * leaks show under AddressSanitizer.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "minos.h"

/* ---- Histories ------------------------------------------------------------------------------- */

static const struct history {
    const char *name;
    minos_status status;
    const char *text;
} histories[] = {
    {"valid", MINOS_OK,
     "{:type :info, :process :nemesis, :f :start}\n"
     "{:type :invoke, :process 0, :value [[:append \"key\" 12345678901234567890] [:append 2 1]]}\n"
     "{:type :ok, :process 0, :value [[:append \"key\" 12345678901234567890] [:append 2 1]]}\n"
     "{:type :invoke, :process 1, :value [[:r \"key\" nil] [:r 2 nil] [:append 2 :b]]}\n"
     "{:type :info, :process 1, :value nil, :error {:a [1 2 #{3}]}}\n"
     "{:type :invoke, :process 2, :value [[:r \"key\" nil] [:r 2 nil]]}\n"
     "{:type :ok, :process 2, :value [[:r \"key\" [12345678901234567890]] [:r 2 [1 :b]]]}\n"},
    {"broken", MINOS_OK,
     "{:type :invoke, :process 0, :value [[:append x 1] [:append y 1]]}\n"
     "{:type :invoke, :process 1, :value [[:append x 2] [:append y 2]]}\n"
     "{:type :invoke, :process 2, :value [[:r x nil] [:append z 1] [:r z nil]]}\n"
     "{:type :invoke, :process 3, :value [[:r y nil] [:r z nil] [:append x 3]]}\n"
     "{:type :invoke, :process 4, :value [[:append x 4]]}\n"
     "{:type :ok, :process 0, :value [[:append x 1] [:append y 1]]}\n"
     "{:type :ok, :process 1, :value [[:append x 2] [:append y 2]]}\n"
     "{:type :ok, :process 2, :value [[:r x [1 2 4 9 9]] [:append z 1] [:r z []]]}\n"
     "{:type :ok, :process 3, :value [[:r y [2 1]] [:r z nil] [:append x 3]]}\n"
     "{:type :fail, :process 4, :value [[:append x 4]]}\n"
     "{:type :invoke, :process 0, :value [[:r x nil] [:append x 5]]}\n"
     "{:type :ok, :process 0, :value [[:r x [2 1]] [:append x 5]]}\n"
     "{:type :invoke, :process 1, :value [[:r x nil] [:append x 6]]}\n"
     "{:type :ok, :process 1, :value [[:r x [2 1]] [:append x 6]]}\n"},
    {"broken JSON", MINOS_OK,
     "{\"type\":\"invoke\",\"process\":0,\"value\":[[\"r\",\"x\",null],[\"append\",\"y\",1]]}\n"
     "{\"type\":\"invoke\",\"process\":1,\"value\":[[\"r\",\"y\",null],[\"append\",\"x\",1]]}\n"
     "{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",\"x\",[]],[\"append\",\"y\",1]]}\n"
     "{\"type\":\"ok\",\"process\":1,\"value\":[[\"r\",\"y\",[]],[\"append\",\"x\",1]]}\n"},
    {"malformed", MINOS_EINPUT,
     "{:type :invoke, :process 0, :value [[:append x 1]]}\n"
     "{:type :ok, :process 0, :value [[:append x 2]]}\n"
     "{:type :ok, :process 7, :value [[:r x [1]]]}\n"
     "{:type :invoke, :process 1, :value [[:append x 1]]}\n"
     "{:type :invoke, :process 1, :value [[:frob x 1]]}\n"
     "{:type :ok, :process 1, :value [[:r x [\"a\\q\"]]\n"},
};

/* ---- One run --------------------------------------------------------------------------------- */

enum { VIEWS = 3, VIEW_SIZE = 1 << 16 };

/* What came out of a run: the first status that was not as it should be, and the renderings. */
typedef struct run {
    minos_status status;
    bool ran_out;
    char views[VIEWS][VIEW_SIZE];
} run;

/* The timing is no part of what must be the same. */
static void keep(char *kept, char *text) {
    char *timing = strstr(text, "\"timing_ms\"");
    if (timing != NULL) {
        *timing = '\0';
    }
    snprintf(kept, VIEW_SIZE, "%s", text);
}

static void run_once(const struct history *h, run *r) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    minos_result *result = NULL;
    memset(r, 0, sizeof *r);
    r->status = minos_check_memory(h->name, h->text, strlen(h->text), &options, &result);
    r->ran_out = r->status == MINOS_ENOMEM;
    for (int view = 0; view < VIEWS && result != NULL && !r->ran_out; view++) {
        char *text = NULL;
        size_t size = 0;
        minos_status status =
            minos_result_render(result, (minos_view)view, MINOS_VERBOSE, &text, &size);
        if (status == MINOS_OK) {
            keep(r->views[view], text);
        } else {
            r->status = status;
            r->ran_out |= status == MINOS_ENOMEM;
        }
        minos_free(text);
    }
    minos_result_free(result);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static unsigned runs;
static unsigned wrong;

static bool same(const run *a, const run *b) {
    return a->status == b->status && memcmp(a->views, b->views, sizeof a->views) == 0;
}

/* Fails the n-th allocation; false once the run ends before it. */
static bool fail_at(const struct history *h, const run *expected, unsigned long n, bool on) {
    static run r;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    run_once(h, &r);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    if (reached ? !r.ran_out : !same(&r, expected)) {
        printf("%s: allocation %lu failed%s: status %d instead of out of memory\n", h->name, n,
               on ? " and all after it" : "", (int)r.status);
        wrong++;
    }
    return reached;
}

int main(void) {
    static run expected;
    for (size_t i = 0; i < sizeof histories / sizeof histories[0]; i++) {
        const struct history *h = &histories[i];
        run_once(h, &expected);
        if (expected.status != h->status) {
            printf("%s: status %d\n", h->name, (int)expected.status);
            wrong++;
        }
        unsigned long n = 1;
        while (fail_at(h, &expected, n, false)) {
            fail_at(h, &expected, n, true);
            n++;
        }
        printf("%s: %lu allocations\n", h->name, n - 1);
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > sizeof histories / sizeof histories[0] ? 0 : 1;
}
