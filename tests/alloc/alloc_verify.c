/*
 * alloc_verify.c - writing and verifying certificates survive running out of memory.
 *
 * In: histories of every workload, each with a certificate that is accepted, rejected or malformed.
 * The n-th allocation of minos_verify_file, or of minos_result_write_certificate, fails, alone and
 * with all after it, for n = 1, 2, 3 ... until a run ends before it.
 * Out: 0 if each failure is MINOS_ENOMEM, or changed nothing. AddressSanitizer reports crashes and
 * leaks.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"
#include "failing.h"
#include "minos.h"
#include "support/support.h"

static const struct history {
    const char *name, *workload, *text, *assumptions, *entries;
    int transactions;
} histories[] = {
    {"lists", "list-append",
     "{:type :invoke, :process 0, :value [[:append x 1]]}\n"
     "{:type :info, :process 0, :value [[:append x 1]]}\n"
     "{:type :invoke, :process 1, :value [[:r x nil]]}\n"
     "{:type :ok, :process 1, :value [[:r x [1]]]}\n",
     "",
     "{\"model\": \"PL-SS\", \"also\": [\"PL-2\"], \"verdict\": \"certified\", \"info\": [0], "
     "\"order\": [0, 1]}",
     2},
    {"registers", "rw-register",
     "{:type :ok, :process 0, :value [[:w x 1] [:r x 1]], :start-ts 1, :commit-ts 2}\n"
     "{:type :ok, :process 1, :value [[:r x 1 {:version 7}]], :start-ts 3, :commit-ts 4}\n",
     "\"sequential-keys\", \"linearizable-keys\"",
     "{\"model\": \"PL-SI\", \"verdict\": \"certified\", \"order\": [0, 1], \"sees\": [0, 1]}", 2},
    {"sets", "set", "{:type :ok, :process 0, :value [[:add x 1] [:add x 2] [:r x #{1}]]}\n",
     "\"sets-are-objects\"", "{\"model\": \"PL-2.99\", \"verdict\": \"certified\", \"order\": [0]}",
     1},
    {"counters", "counter",
     "{:type :ok, :process 0, :value [[:inc x 1]]}\n{:type :ok, :process 1, :value [[:r x 2]]}\n",
     "", "{\"model\": \"PL-3\", \"verdict\": \"certified\", \"order\": [0, 1]}", 2},
    {"refuted", "list-append",
     "{:type :ok, :process 0, :value [[:append x 1] [:r y [1]]]}\n"
     "{:type :ok, :process 1, :value [[:append y 1] [:r x [1]]]}\n",
     "", "{\"model\": \"PL-3\", \"verdict\": \"ruled out\", \"anomaly\": \"G1c\"}", 2},
    {"malformed", "counter", "{:type :ok, :process 0, :value [[:inc x 1]]}\n", "",
     "{\"model\": \"PL-3\", \"order\": [0], \"anomalie\": 1}", 1},
};

/* The certificate as text, to be freed. */
static char *certificate_of(const struct history *h) {
    mns_sha256 sum;
    uint8_t hash[MNS_SHA256_BYTES];
    char digits[MNS_SHA256_DIGITS + 1];
    char *text = malloc(4096);
    mns_sha256_begin(&sum);
    mns_sha256_add(&sum, h->text, strlen(h->text));
    mns_sha256_end(&sum, hash);
    mns_sha256_digits(hash, digits);
    if (text == NULL) {
        abort();
    }
    snprintf(text, 4096,
             "{\"certificate\": 1, \"workload\": \"%s\", \"history\": {\"transactions\": %d, "
             "\"sha256\": \"%s\"}, \"assumptions\": [%s], \"entries\": [%s]}",
             h->workload, h->transactions, digits, h->assumptions, h->entries);
    return text;
}

/* Everything that a call told its caller. */
typedef struct answer {
    minos_status status;
    int accepted;
    char text[8192];
    size_t size;
} answer;

typedef struct question {
    const struct history *h;
    char *history, *certificate; /* files */
    minos_result *checked;       /* write its certificate instead */
} question;

static void add(answer *a, const void *data, size_t size) {
    if (size > sizeof a->text - a->size) {
        printf("the output is too large\n");
        exit(1);
    }
    memcpy(a->text + a->size, data, size);
    a->size += size;
}

static minos_status take(void *context, const void *data, size_t size) {
    add(context, data, size);
    return MINOS_OK;
}

static void ask_verify(const question *q, answer *a) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    minos_result *result = NULL;
    char *text = NULL;
    a->status = minos_verify_file(q->history, q->certificate, &options, MINOS_VIEW_JSON,
                                  &a->accepted, &text, &result);
    if (text != NULL) {
        add(a, text, strlen(text));
    }
    for (size_t i = 0; result != NULL && i < minos_result_problem_count(result); i++) {
        minos_problem problem = minos_result_problem(result, i);
        add(a, problem.message, strlen(problem.message));
    }
    minos_free(text);
    minos_result_free(result);
}

static void ask(const question *q, answer *a) {
    a->size = 0;
    a->accepted = 0;
    if (q->checked == NULL) {
        ask_verify(q, a);
        return;
    }
    char *message = NULL;
    a->status = minos_result_write_certificate(q->checked, "c.json.gz", take, a, &message);
    minos_free(message);
}

static unsigned runs, wrong, accepted;

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const question *q, const answer *expected, unsigned long n, bool on) {
    static answer a;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    ask(q, &a);
    fails_at = 0;
    runs++;
    bool unhurt = a.status == expected->status && a.accepted == expected->accepted &&
                  a.size == expected->size && memcmp(a.text, expected->text, a.size) == 0;
    if (a.status != MINOS_ENOMEM && !unhurt && wrong++ < 5) {
        printf("%s, %s, allocation %lu%s: status %d, expected %d\n", q->h->name,
               q->checked == NULL ? "verified" : "written", n, on ? " and on" : "", (int)a.status,
               (int)expected->status);
    }
    return allocations >= n;
}

static void try_question(const question *q) {
    static answer expected;
    ask(q, &expected);
    accepted += expected.accepted != 0 ? 1 : 0;
    for (unsigned long n = 1; fail_at(q, &expected, n, false); n++) {
    }
    for (unsigned long n = 1; fail_at(q, &expected, n, true); n++) {
    }
}

static void try_history(const struct history *h) {
    char *text = certificate_of(h);
    question q = {.h = h,
                  .history = temporary_write(h->text, strlen(h->text)),
                  .certificate = temporary_write(text, strlen(text))};
    try_question(&q);
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    options.workload = h->workload;
    if (minos_check_file(q.history, &options, &q.checked) != MINOS_OK) {
        abort();
    }
    try_question(&q);
    minos_result_free(q.checked);
    temporary_remove(q.history);
    temporary_remove(q.certificate);
    free(text);
}

int main(void) {
    for (size_t i = 0; i < TEST_COUNT_OF(histories); i++) {
        try_history(&histories[i]);
    }
    printf("%u runs, %u accepted, %u wrong\n", runs, accepted, wrong);
    return wrong == 0 && accepted == 4 && runs > 500 ? 0 : 1;
}
