/* test_answer_times.c - how much of a load had answers, by hand and against counting moments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generate/random.h"
#include "run/answer_times.h"

#define S UINT64_C(1000000000)

typedef struct spans_of {
    mns_spans answered, waiting, faulted;
} spans_of;

static void begin(spans_of *t) {
    mns_spans_init(&t->answered);
    mns_spans_init(&t->waiting);
    mns_spans_init(&t->faulted);
}

static mns_answer_times measure(spans_of *t, uint64_t from, uint64_t to) {
    mns_span_edges edges = {.items = NULL};
    mns_answer_times times;
    mns_span_edges_add(&edges, &t->answered, MNS_ANSWERED, from, to);
    mns_span_edges_add(&edges, &t->waiting, MNS_WAITING, from, to);
    mns_span_edges_add(&edges, &t->faulted, MNS_FAULTED, from, to);
    assert_true(mns_answer_times_of(&edges, &times));
    mns_spans_release(&t->answered);
    mns_spans_release(&t->waiting);
    mns_spans_release(&t->faulted);
    return times;
}

static void expect(mns_answer_times times, uint64_t faults, uint64_t unanswered, uint64_t last) {
    assert_int_equal(times.faults_ns / S, faults);
    assert_int_equal(times.unanswered_ns / S, unanswered);
    assert_int_equal(times.last_ns / S, last);
}

static void test_dead_at_the_end(void **state) {
    (void)state;
    spans_of t;
    begin(&t);
    mns_spans_add(&t.answered, 0, 4 * S);
    mns_spans_add(&t.waiting, 3 * S, 12 * S); /* one client hangs before the others notice */
    expect(measure(&t, 0, 12 * S), 0, 8, 8);
}

static void test_gap_in_the_middle(void **state) {
    (void)state;
    spans_of t;
    begin(&t);
    mns_spans_add(&t.answered, 0, 2 * S);
    mns_spans_add(&t.waiting, 2 * S, 5 * S);
    mns_spans_add(&t.answered, 5 * S, 9 * S);
    expect(measure(&t, 0, 9 * S), 0, 3, 0);
}

/* Without requests nothing is missing. */
static void test_idle(void **state) {
    (void)state;
    spans_of t;
    begin(&t);
    mns_spans_add(&t.answered, 0, S);
    mns_spans_add(&t.answered, 7 * S, 8 * S);
    expect(measure(&t, 0, 20 * S), 0, 0, 0);
}

/* A fault explains that there is no answer; what lasts longer than it does not. */
static void test_faults(void **state) {
    (void)state;
    spans_of t;
    begin(&t);
    mns_spans_add(&t.answered, 0, 2 * S);
    mns_spans_add(&t.waiting, 2 * S, 8 * S);
    mns_spans_add(&t.faulted, 2 * S, 6 * S);
    mns_spans_add(&t.answered, 8 * S, 10 * S);
    expect(measure(&t, 0, 10 * S), 4, 2, 0);
}

/* What was before the load or after it does not count. */
static void test_clipped(void **state) {
    (void)state;
    spans_of t;
    begin(&t);
    mns_spans_add(&t.waiting, 0, 100 * S);
    expect(measure(&t, 10 * S, 15 * S), 0, 5, 5);
}

/* Random spans, against a test of every second. */
static void test_by_counting(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        mns_random random = mns_random_of(seed, 1);
        spans_of t;
        bool marks[3][30] = {{false}};
        begin(&t);
        mns_spans *all[3] = {&t.answered, &t.waiting, &t.faulted};
        for (int kind = 0; kind < 3; kind++) {
            uint64_t at = mns_random_below(&random, 5);
            while (at < 30) {
                uint64_t size = 1 + mns_random_below(&random, 6);
                mns_spans_add(all[kind], at * S, (at + size) * S);
                for (uint64_t i = at; i < at + size && i < 30; i++) {
                    marks[kind][i] = true;
                }
                at += size + 1 + mns_random_below(&random, 8);
            }
        }
        uint64_t faults = 0, unanswered = 0, last = 0;
        for (int i = 0; i < 30; i++) {
            faults += marks[MNS_FAULTED][i] ? 1 : 0;
            bool missing = !marks[MNS_FAULTED][i] && !marks[MNS_ANSWERED][i];
            missing = missing && marks[MNS_WAITING][i];
            unanswered += missing ? 1 : 0;
            last += missing ? 1 : 0;
            last = marks[MNS_ANSWERED][i] && !marks[MNS_FAULTED][i] ? 0 : last;
        }
        expect(measure(&t, 0, 30 * S), faults, unanswered, last);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dead_at_the_end),
        cmocka_unit_test(test_gap_in_the_middle),
        cmocka_unit_test(test_idle),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_clipped),
        cmocka_unit_test(test_by_counting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
