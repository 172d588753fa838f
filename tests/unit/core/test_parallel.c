/*
 * test_parallel.c - src/core/parallel.c: every task runs exactly once, however many threads.
 */
#include <stdatomic.h>

#include "core/parallel.h"
#include "support/units.h"

#define TASKS 2000

static void count_run(void *context, uint32_t task) {
    atomic_uint *runs = context;
    atomic_fetch_add(&runs[task], 1);
}

static void every_task_runs_once(void **state) {
    (void)state;
    static const unsigned threads[] = {0, 1, 2, 7, 256, 100000};
    static const uint32_t counts[] = {0, 1, 2, 9, TASKS};
    static atomic_uint runs[TASKS];
    for (size_t t = 0; t < MNS_COUNT_OF(threads); t++) {
        for (size_t c = 0; c < MNS_COUNT_OF(counts); c++) {
            for (uint32_t i = 0; i < TASKS; i++) {
                atomic_store(&runs[i], 0);
            }
            mns_parallel(threads[t], counts[c], count_run, runs);
            for (uint32_t i = 0; i < TASKS; i++) {
                assert_int_equal(atomic_load(&runs[i]), i < counts[c] ? 1 : 0);
            }
        }
    }
}

typedef struct order {
    uint32_t next;
    bool in_order;
} order;

static void note_order(void *context, uint32_t task) {
    order *o = context;
    o->in_order &= task == o->next++;
}

static void one_thread_goes_in_order(void **state) {
    (void)state;
    order o = {.in_order = true};
    mns_parallel(1, TASKS, note_order, &o);
    assert_true(o.in_order);
    assert_int_equal(o.next, TASKS);
}

static void wishes_are_bounded(void **state) {
    (void)state;
    assert_in_range(mns_thread_count(0), 1, 256);
    assert_int_equal(mns_thread_count(1), 1);
    assert_int_equal(mns_thread_count(256), 256);
    assert_int_equal(mns_thread_count(257), 256);
    assert_int_equal(mns_thread_count(UINT32_MAX), 256);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_once),
        cmocka_unit_test(one_thread_goes_in_order),
        cmocka_unit_test(wishes_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
