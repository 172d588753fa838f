/*
 * alloc_certify.c - the search for executions survives running out of memory.
 *
 * In: histories of every datatype, some with conflicts. Every allocation of mns_certify fails once,
 * alone and with all after it. Out: 0 if each failure is MINOS_ENOMEM, and the search without one
 * proves the same as before. AddressSanitizer reports crashes and leaks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "pipeline.h"

static const struct history {
    const char *name, *text;
} histories[] = {
    {"one choice", "{:type :ok, :process 0, :value [[:w x 1]]}\n"
                   "{:type :ok, :process 1, :value [[:w x 2] [:w y 1]]}\n"
                   "{:type :ok, :process 2, :value [[:r x 1] [:r y 1]]}\n"},
    {"two choices", "{:type :ok, :process 0, :value [[:w x 1]]}\n"
                    "{:type :ok, :process 1, :value [[:w y 1]]}\n"
                    "{:type :ok, :process 2, :value [[:w x 2] [:w p 1]]}\n"
                    "{:type :ok, :process 3, :value [[:w y 2] [:w q 1]]}\n"
                    "{:type :ok, :process 4, :value [[:r x 1] [:r q 1]]}\n"
                    "{:type :ok, :process 5, :value [[:r y 1] [:r p 1]]}\n"},
    {"write skew", "{:type :invoke, :process 0, :value [[:r x nil] [:append y 1]]}\n"
                   "{:type :invoke, :process 1, :value [[:r y nil] [:append x 1]]}\n"
                   "{:type :ok, :process 0, :value [[:r x []] [:append y 1]]}\n"
                   "{:type :ok, :process 1, :value [[:r y []] [:append x 1]]}\n"
                   "{:type :invoke, :process 0, :value [[:r x nil] [:append x 2]]}\n"
                   "{:type :ok, :process 0, :value [[:r x [1]] [:append x 2]]}\n"},
    {"set", "{:type :invoke, :process 0, :value [[:add x 1]]}\n"
            "{:type :ok, :process 0, :value [[:add x 1]]}\n"
            "{:type :invoke, :process 1, :value [[:add x 2] [:r x nil]]}\n"
            "{:type :ok, :process 1, :value [[:add x 2] [:r x #{1 2}]]}\n"},
    {"counter", "{:type :invoke, :process 0, :value [[:inc x 1]]}\n"
                "{:type :invoke, :process 1, :value [[:inc x 2]]}\n"
                "{:type :ok, :process 0, :value [[:inc x 1]]}\n"
                "{:type :ok, :process 1, :value [[:inc x 2]]}\n"
                "{:type :invoke, :process 1, :value [[:r x nil]]}\n"
                "{:type :ok, :process 1, :value [[:r x 3]]}\n"},
    {"timestamps", "{:type :invoke, :process 0, :value [[:w x 1]]}\n"
                   "{:type :ok, :process 0, :value [[:w x 1]], :start-ts 1, :commit-ts 2}\n"
                   "{:type :invoke, :process 1, :value [[:r x nil]]}\n"
                   "{:type :ok, :process 1, :value [[:r x 1]], :start-ts 3, :commit-ts 4}\n"},
};

static unsigned runs, wrong;

typedef struct answer {
    minos_status status;
    size_t proofs;
    bool models[MNS_MODEL_COUNT];
} answer;

static answer certify(const minos_result *r) {
    const bool ruled_out[MNS_MODEL_COUNT] = {false};
    mns_certified certified = {.revealed_times = r->history.txns.commit_ts != NULL};
    mns_proofs proofs = {.count = 0};
    answer a = {.proofs = 0};
    a.status = mns_certify(&r->observation, &r->assumptions, NULL, ruled_out, &certified, &proofs);
    a.proofs = proofs.count;
    memcpy(a.models, certified.models, sizeof a.models);
    mns_proofs_release(&proofs);
    return a;
}

/* Fails the n-th allocation; false if the search ends before it. */
static bool fail_at(const minos_result *r, const char *name, const answer *expected,
                    unsigned long n, bool on) {
    allocations = 0;
    fails_on = on;
    fails_at = n;
    answer a = certify(r);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    bool same = a.status == expected->status && a.proofs == expected->proofs &&
                memcmp(a.models, expected->models, sizeof a.models) == 0;
    if (reached ? a.status != MINOS_ENOMEM : !same) {
        printf("%s: allocation %lu failed%s: status %d instead of out of memory\n", name, n,
               on ? " and all after it" : "", (int)a.status);
        wrong++;
    }
    return reached;
}

static void check(const struct history *h) {
    minos_options options;
    minos_result *r = NULL;
    minos_options_init(&options);
    options.models = "none";
    options.threads = 1;
    options.exact = MINOS_EXACT_OFF;
    if (minos_check_memory(h->name, h->text, strlen(h->text), &options, &r) != MINOS_OK) {
        printf("%s: rejected\n", h->name);
        exit(1);
    }
    answer expected = certify(r);
    unsigned long n = 1;
    for (; fail_at(r, h->name, &expected, n, false); n++) {
        fail_at(r, h->name, &expected, n, true);
    }
    printf("%s: %lu allocations, %zu proofs\n", h->name, n - 1, expected.proofs);
    wrong += expected.proofs == 0 ? 1 : 0;
    minos_result_free(r);
}

int main(void) {
    for (size_t i = 0; i < sizeof histories / sizeof histories[0]; i++) {
        check(&histories[i]);
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > sizeof histories / sizeof histories[0] ? 0 : 1;
}
