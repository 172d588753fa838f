/*
 * test_times.c - src/history/times.c: times that go backwards are counted, however they are read.
 */
#include "history/times.h"

#include <stdio.h>

#include "support/units.h"

/* Adds a time as the fast path gives it (digits), or as tokens do. */
static void add(mns_times *times, int64_t time, uint64_t offset, bool digits) {
    char text[64]; /* more is read than the digits */
    int size = snprintf(text, sizeof text, "%lld, :type :invoke, :process", (long long)time);
    assert_true(size > 0);
    mns_op op = {.offset = offset};
    if (digits && time >= 0 && time < 1000000000000000) {
        op.time_at = text;
        op.time_digits = (uint32_t)strspn(text, "0123456789");
    } else {
        op.has_time = true;
        op.time = time;
    }
    mns_times_add(times, &op);
}

static void backward_times_are_counted(void **state) {
    (void)state;
    mns_times times = {.known = false};
    mns_op none = {.offset = 0};
    mns_times_add(&times, &none);
    assert_false(times.known);
    add(&times, 99999999, 1, true);
    add(&times, 100000000, 2, true);
    add(&times, 100000000, 3, true);
    mns_times_add(&times, &none);
    assert_int_equal(times.backwards, 0);
    add(&times, 99999999, 4, true);
    add(&times, 5, 5, true);
    add(&times, 6, 6, true);
    assert_int_equal(times.backwards, 2);
    assert_int_equal(times.backward_offset, 4);
    assert_int_equal(mns_times_last(&times), 6);
}

/* Digits, numbers and chunks of any size count alike. */
static void every_way_counts_alike(void **state) {
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 3000; round++) {
        mns_times whole = {.known = false}, joined = {.known = false}, chunk = {.known = false};
        uint64_t backwards = 0, first = 0;
        int64_t last = INT64_MIN;
        static const int64_t scales[] = {3, 1000, 100000000, 20000000000, 4000000000000000};
        int64_t scale = scales[unit_random(&random, 5)];
        for (uint64_t i = 0; i < 40; i++) {
            int64_t time = (int64_t)unit_random(&random, 1000) * (scale / 1000 + 1) - scale / 50;
            if (time < last && backwards++ == 0) {
                first = i;
            }
            last = time;
            add(&whole, time, i, false);
            add(&chunk, time, i, unit_random(&random, 4) != 0);
            if (unit_random(&random, 6) == 0) {
                mns_times_append(&joined, &chunk);
                chunk = (mns_times){.known = false};
            }
        }
        mns_times_append(&joined, &chunk);
        assert_int_equal(whole.backwards, backwards);
        assert_int_equal(whole.backward_offset, first);
        assert_int_equal(joined.backwards, backwards);
        assert_int_equal(joined.backward_offset, first);
        assert_int_equal(mns_times_last(&joined), last);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backward_times_are_counted),
        cmocka_unit_test(every_way_counts_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
