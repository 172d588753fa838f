/*
 * agrees.c - the exact solver against the oracle, on tiny random histories.
 *
 *     test_exact_agrees [histories [first seed]]
 *
 * In: histories of lists, registers and sets, small enough to try every execution. Out: 0 if the solver
 * and oracle/oracle.h allow the same under every law that both know, a stronger law never allows more
 * than a weaker one, and propagation refutes nothing that is possible.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/exact.h"
#include "oracle/tiny.h"
#include "support/support.h"

enum { HISTORIES = 6000, ENOUGH_FAILURES = 5 };

static const law *oracle_law(const char *name) {
    for (int l = 0; l < LAW_COUNT; l++) {
        if (strcmp(laws[l].model, name) == 0) {
            return &laws[l];
        }
    }
    return NULL;
}

typedef struct counts {
    unsigned asked, allowed, refuted, propagated, wrong;
} counts;

static void complain(const model *m, uint64_t seed, const char *name, const char *what, counts *c) {
    char *edn = model_edn(m);
    printf("; seed %llu, %s, %s: %s\n%s\n", (unsigned long long)seed, datatypes[m->type].workload,
           name, what, edn);
    free(edn);
    c->wrong++;
}

static void compare_law(const model *m, int l, bool allowed[EXACT_LAWS], uint64_t seed, counts *c) {
    const exact_law *asked = &exact_laws[l];
    const law *known = oracle_law(asked->model);
    bool propagated = exact_propagation_refutes(asked, m);
    allowed[l] = exact_allows(asked, m);
    c->asked++;
    c->allowed += allowed[l] ? 1 : 0;
    c->refuted += allowed[l] ? 0 : 1;
    c->propagated += propagated ? 1 : 0;
    if (known != NULL && law_allows(known, m) != allowed[l]) {
        complain(m, seed, asked->model,
                 allowed[l] ? "the solver allows it, the oracle does not"
                            : "the oracle allows it, the solver does not",
                 c);
    }
    if (propagated && allowed[l]) {
        complain(m, seed, asked->model, "propagation refutes what is possible", c);
    }
    for (int strong = 0; strong < l; strong++) {
        if (exact_implies(&exact_laws[strong], asked) && allowed[strong] && !allowed[l]) {
            complain(m, seed, asked->model, "a stronger law allows it", c);
        }
    }
}

int main(int argc, char **argv) {
    static model m;
    static const datatype types[] = {TYPE_LIST, TYPE_REGISTER, TYPE_SET};
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    counts c = {0};
    if (!exact_is_available()) {
        printf("skipped: built without CaDiCaL (Debian: libcadical-dev)\n");
        return TEST_SKIPPED;
    }
    for (uint64_t seed = first; seed < first + histories && c.wrong < ENOUGH_FAILURES; seed++) {
        bool allowed[EXACT_LAWS];
        bool judged[EXACT_LAWS];
        tiny_shape shape = {.type = types[seed / TINY_WAYS % TEST_COUNT_OF(types)]};
        tiny_make(&m, &shape, seed);
        exact_judge(&m, judged);
        for (int l = 0; l < EXACT_LAWS; l++) {
            compare_law(&m, l, allowed, seed, &c);
            if (judged[l] != allowed[l]) {
                complain(&m, seed, exact_laws[l].model, "one law at a time, the answer differs",
                         &c);
            }
        }
    }
    printf("%u asked: %u allowed, %u refuted (%u by propagation), %u wrong\n", c.asked, c.allowed,
           c.refuted, c.propagated, c.wrong);
    bool telling = c.allowed > c.asked / 10 && c.propagated > 0 && c.propagated < c.refuted;
    return c.wrong == 0 && telling ? 0 : 1;
}
