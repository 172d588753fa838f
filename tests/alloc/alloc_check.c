/*
 * alloc_check.c - a check survives running out of memory.
 *
 * In: valid, violating and malformed histories of every workload. The n-th allocation of a whole
 * check with all its views fails, for n = 1, 4, 7 ... until a run ends before it; once alone, once
 * with all allocations after it. Out: 0 if each failure is reported as MINOS_ENOMEM, and the run
 * without a failure gives the same bytes as before. AddressSanitizer reports crashes and leaks.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "minos.h"
#include "support/support.h"

/* ---- Histories ------------------------------------------------------------------------------- */

static const struct history {
    const char *name;
    minos_status status;
    const char *text;
    const char *order; /* transaction order, or NULL; with it all assumptions about keys are on */
} histories[] = {
    {"valid", MINOS_OK,
     "{:type :info, :process :nemesis, :f :start}\n"
     "{:type :invoke, :process 0, :value [[:append \"key\" 12345678901234567890] [:append 2 1]]}\n"
     "{:type :ok, :process 0, :value [[:append \"key\" 12345678901234567890] [:append 2 1]]}\n"
     "{:type :invoke, :process 1, :value [[:r \"key\" nil] [:r 2 nil] [:append 2 :b]]}\n"
     "{:type :info, :process 1, :value nil, :error {:a [1 2 #{3}]}}\n"
     "{:type :invoke, :process 2, :value [[:r \"key\" nil] [:r 2 nil]]}\n"
     "{:type :ok, :process 2, :value [[:r \"key\" [12345678901234567890]] [:r 2 [1 :b]]]}\n",
     NULL},
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
     "{:type :ok, :process 1, :value [[:r x [2 1]] [:append x 6]]}\n",
     NULL},
    {"broken JSON", MINOS_OK,
     "{\"type\":\"invoke\",\"process\":0,\"value\":[[\"r\",\"x\",null],[\"append\",\"y\",1]]}\n"
     "{\"type\":\"invoke\",\"process\":1,\"value\":[[\"r\",\"y\",null],[\"append\",\"x\",1]]}\n"
     "{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",\"x\",[]],[\"append\",\"y\",1]]}\n"
     "{\"type\":\"ok\",\"process\":1,\"value\":[[\"r\",\"y\",[]],[\"append\",\"x\",1]]}\n",
     NULL},
    {"malformed", MINOS_EINPUT,
     "{:type :invoke, :process 0, :value [[:append x 1]]}\n"
     "{:type :ok, :process 0, :value [[:append x 2]]}\n"
     "{:type :ok, :process 7, :value [[:r x [1]]]}\n"
     "{:type :invoke, :process 1, :value [[:append x 1]]}\n"
     "{:type :invoke, :process 1, :value [[:frob x 1]]}\n"
     "{:type :ok, :process 1, :value [[:r x [\"a\\q\"]]\n",
     NULL},
    {"registers", MINOS_OK,
     "{:type :invoke, :process 0, :value [[:w x 1] [:w y 1]]}\n"
     "{:type :invoke, :process 1, :value [[:w x 2] [:w y 2] [:r y nil]]}\n"
     "{:type :ok, :process 0, :value [[:w x 1] [:w y 1]], :start-ts 5, :commit-ts 9}\n"
     "{:type :info, :process 1, :value [[:w x 2] [:w y 2] [:r y nil]]}\n"
     "{:type :invoke, :process 0, :value [[:r x nil] [:r y nil] [:w x 3]]}\n"
     "{:type :ok, :process 0, :value [[:r x 1] [:r y 2] [:w x 3 {:version 8}]], :start-ts 6}\n"
     "{:type :invoke, :process 2, :value [[:r x nil] [:r z nil] [:w x \"four\"]]}\n"
     "{:type :ok, :process 2, :value [[:r x 1 {:version 9}] [:r z 7] [:w x \"four\"]]}\n",
     "{2 3, 7 1}"},
    {"registers without assumptions", MINOS_OK,
     "{\"type\":\"ok\",\"process\":0,\"value\":[[\"w\",\"x\",1],[\"w\",\"y\",1]]}\n"
     "{\"type\":\"ok\",\"process\":1,\"value\":[[\"w\",\"x\",2],[\"w\",\"y\",2]]}\n"
     "{\"type\":\"ok\",\"process\":2,\"value\":[[\"r\",\"x\",1],[\"r\",\"y\",2]]}\n"
     "{\"type\":\"ok\",\"process\":2,\"value\":[[\"r\",\"x\",2],[\"r\",\"y\",1]]}\n",
     NULL},
    {"registers ordered by paths", MINOS_OK,
     "{:type :invoke, :process 3, :value [[:w b 1] [:r a nil] [:r b nil]]}\n"
     "{:type :ok, :process 3, :value [[:w b 1] [:r a nil] [:r b 1 {:version 1}]]}\n"
     "{:type :invoke, :process 1, :value [[:r b nil] [:w b 2]]}\n"
     "{:type :ok, :process 1, :value [[:r b 1] [:w b 2 {:version 2}]]}\n"
     "{:type :invoke, :process 2, :value [[:r b nil] [:r b nil] [:w a 1]]}\n"
     "{:type :invoke, :process 0, :value [[:w b 3] [:r a nil]]}\n"
     "{:type :ok, :process 0, :value [[:w b 3] [:r a nil]]}\n"
     "{:type :ok, :process 2, :value [[:r b 2] [:r b 2 {:version 2}] [:w a 1]]}\n",
     NULL},
    {"dbcop's text", MINOS_OK, "[x==0 y:=1] [z==?]!\n---\n[x:=0 y==1]\n", NULL},
    {"dbcop's JSON", MINOS_OK,
     "[[{\"events\":[[\"r\",1,0],[\"w\",2,1]],\"committed\":true}],"
     "[{\"events\":[{\"Read\":{\"variable\":2,\"version\":1}},[\"w\",1,0]],\"committed\":true}]]",
     NULL},
    {"malformed dbcop", MINOS_EINPUT, "[x==0 y:=1]\n---\n[y==1 z:=01]\n", NULL},
    {"appends that no read shows", MINOS_OK,
     "{:type :invoke, :process 0, :value [[:r x nil] [:append x 1] [:append y 1]]}\n"
     "{:type :invoke, :process 1, :value [[:append x 2] [:r y nil] [:append z 1]]}\n"
     "{:type :ok, :process 0, :value [[:r x []] [:append x 1] [:append y 1]]}\n"
     "{:type :ok, :process 1, :value [[:append x 2] [:r y []] [:append z 1]]}\n"
     "{:type :invoke, :process 2, :value [[:append z 2]]}\n"
     "{:type :ok, :process 2, :value [[:append z 2]]}\n",
     NULL},
    {"an order that does not fit", MINOS_EINPUT, "{:type :ok, :process 0, :value [[:w x 1]]}\n",
     "{7 1, 8 1}"},
    {"sets", MINOS_OK,
     "{:type :invoke, :process 0, :value [[:add x 1] [:add x 2]]}\n"
     "{:type :ok, :process 0, :value [[:add x 1] [:add x 2]], :start-ts 1, :commit-ts 2}\n"
     "{:type :invoke, :process 1, :value [[:add x 3] [:r x nil]]}\n"
     "{:type :ok, :process 1, :value [[:add x 3] [:r x #{1 3}]], :start-ts 3, :commit-ts 4}\n"
     "{:type :invoke, :process 1, :value [[:r x nil] [:r x nil]]}\n"
     "{:type :ok, :process 1, :value [[:r x #{2 9}] [:r x #{}]], :start-ts 5, :commit-ts 6}\n",
     NULL},
    {"counters", MINOS_OK,
     "{:type :invoke, :process 0, :value [[:inc x 5]]}\n"
     "{:type :ok, :process 0, :value [[:inc x 5]], :start-ts 1, :commit-ts 2}\n"
     "{:type :invoke, :process 1, :value [[:r x nil] [:r y nil] [:inc y 2]]}\n"
     "{:type :ok, :process 1, :value [[:r x 0] [:r y 2] [:inc y 2]], :start-ts 3, :commit-ts 4}\n"
     "{:type :invoke, :process 2, :value [[:r x nil] [:r y nil]]}\n"
     "{:type :ok, :process 2, :value [[:r x 7] [:r y 0]]}\n",
     NULL},
    {"counters that need a second choice", MINOS_OK,
     "{:type :invoke, :process 0, :value [[:inc x 1]]}\n"
     "{:type :invoke, :process 1, :value [[:inc x 2]]}\n"
     "{:type :invoke, :process 2, :value [[:r x nil] [:inc y -1]]}\n"
     "{:type :invoke, :process 3, :value [[:inc x 4]]}\n"
     "{:type :ok, :process 0, :value [[:inc x 1]]}\n"
     "{:type :ok, :process 1, :value [[:inc x 2]]}\n"
     "{:type :ok, :process 2, :value [[:r x 6] [:inc y -1]]}\n",
     NULL},
};

/* ---- One run --------------------------------------------------------------------------------- */

enum { VIEWS = MINOS_VIEW_MARKDOWN + 1, VIEW_SIZE = 1 << 18 };

/* The result of a run: the first unexpected status, and the renderings. */
typedef struct run {
    minos_status status;
    bool ran_out;
    char views[VIEWS][VIEW_SIZE];
} run;

/* Timings may differ. */
static void keep(char *kept, char *text) {
    char *timing = strstr(text, "\"timing_ms\"");
    if (timing != NULL) {
        char *end = timing + strcspn(timing, "}");
        memmove(timing, end, strlen(end) + 1);
    }
    snprintf(kept, VIEW_SIZE, "%s", text);
}

/* order: a file, or NULL. */
static void run_once(const struct history *h, const char *order, run *r) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    options.transaction_order = order;
    options.assume_wfr = options.assume_sequential = options.assume_linearizable = order != NULL;
    minos_result *result = NULL;
    r->ran_out = false;
    for (int view = 0; view < VIEWS; view++) {
        r->views[view][0] = '\0'; /* all views together take megabytes */
    }
    r->status = minos_check_memory(h->name, h->text, strlen(h->text), &options, &result);
    r->ran_out = r->status == MINOS_ENOMEM;
    for (int view = 0; view < VIEWS && result != NULL && !r->ran_out; view++) {
        if (view == MINOS_VIEW_HTML && r->status != MINOS_OK) {
            continue; /* a rejected history has no page */
        }
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

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const struct history *h, const char *order, const run *expected,
                    unsigned long n, bool on) {
    static run r;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    run_once(h, order, &r);
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

static void check(const struct history *h) {
    static run expected;
    char *order = h->order == NULL ? NULL : temporary_write(h->order, strlen(h->order));
    run_once(h, order, &expected);
    if (expected.status != h->status) {
        printf("%s: status %d\n", h->name, (int)expected.status);
        wrong++;
    }
    /* Every third allocation, which reaches all code; fewer with sanitizers, which are slow. */
    const char *sanitized = getenv("MINOS_SANITIZED");
    unsigned long step = sanitized != NULL && sanitized[0] != '\0' ? 41 : 3;
    unsigned long n = 1;
    while (fail_at(h, order, &expected, n, false)) {
        fail_at(h, order, &expected, n, true);
        n += step;
    }
    printf("%s: %lu allocations tried\n", h->name, (n - 1) / step);
    temporary_remove(order);
}

int main(void) {
    for (size_t i = 0; i < sizeof histories / sizeof histories[0]; i++) {
        check(&histories[i]);
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > sizeof histories / sizeof histories[0] ? 0 : 1;
}
