/*
 * test_sim_workload.c - src/generate/workload.c: lengths within bounds, every write of a key with a
 * value of its own, keys that are replaced after their share of writes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "generate/workload.h"
#include <cmocka.h>

static const mns_workload_shape usual = {.kind = MNS_LIST_APPEND,
                                         .distribution = MNS_UNIFORM,
                                         .keys = 3,
                                         .min_length = 2,
                                         .max_length = 5,
                                         .max_writes_per_key = 4,
                                         .read_fraction = 0.5,
                                         .seed = 1};

static void lengths_are_within_bounds(void **state) {
    (void)state;
    mns_workload workload;
    assert_true(mns_workload_init(&workload, &usual));
    unsigned seen[6] = {0};
    for (int i = 0; i < 1000; i++) {
        uint32_t length = mns_workload_length(&workload);
        assert_in_range(length, 2, 5);
        seen[length]++;
    }
    for (int length = 2; length <= 5; length++) {
        assert_true(seen[length] > 150);
    }
    mns_workload_release(&workload);
}

static void each_write_of_a_key_has_the_next_value(void **state) {
    (void)state;
    enum { KEYS = 2000 };
    static int64_t last[KEYS];
    mns_workload workload;
    assert_true(mns_workload_init(&workload, &usual));
    for (int i = 0; i < 4000; i++) {
        mns_wish wish = mns_workload_next(&workload);
        assert_in_range(wish.slot, 0, 2);
        assert_in_range(wish.key, 0, KEYS - 1);
        if (wish.write) {
            assert_int_equal(wish.value, last[wish.key] + 1);
            last[wish.key] = wish.value;
        }
        assert_in_range(last[wish.key], 0, 4);
    }
    assert_true(workload.next_key > 400); /* 2,000 writes, 4 each */
    mns_workload_release(&workload);
}

static void a_fraction_of_one_only_reads(void **state) {
    (void)state;
    mns_workload_shape shape = usual;
    shape.read_fraction = 1;
    mns_workload workload;
    assert_true(mns_workload_init(&workload, &shape));
    for (int i = 0; i < 1000; i++) {
        assert_false(mns_workload_next(&workload).write);
    }
    assert_int_equal(workload.next_key, 3);
    mns_workload_release(&workload);
}

static void counters_take_small_steps(void **state) {
    (void)state;
    mns_workload_shape shape = usual;
    shape.kind = MNS_COUNTER;
    mns_workload workload;
    assert_true(mns_workload_init(&workload, &shape));
    for (int i = 0; i < 1000; i++) {
        mns_wish wish = mns_workload_next(&workload);
        if (wish.write) {
            assert_in_range(wish.value, 1, 5);
        }
    }
    mns_workload_release(&workload);
}

static void names_end(void **state) {
    (void)state;
    assert_string_equal(mns_workload_name(MNS_LIST_APPEND), "list-append");
    assert_string_equal(mns_workload_name(MNS_COUNTER), "counter");
    assert_null(mns_workload_name(MNS_WORKLOAD_KIND_COUNT));
    assert_string_equal(mns_distribution_name(MNS_ZIPF), "zipf");
    assert_null(mns_distribution_name(MNS_DISTRIBUTION_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_within_bounds),
        cmocka_unit_test(each_write_of_a_key_has_the_next_value),
        cmocka_unit_test(a_fraction_of_one_only_reads),
        cmocka_unit_test(counters_take_small_steps),
        cmocka_unit_test(names_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
