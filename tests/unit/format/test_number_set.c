/*
 * test_number_set.c - src/format/number_set.c: each number is new once.
 */
#include "format/number_set.h"
#include "support/units.h"

static void expect_added(mns_number_set *set, uint64_t number, bool expected) {
    bool added = !expected;
    assert_true(mns_number_set_add(set, number, &added));
    assert_int_equal(added, expected);
    assert_true(mns_number_set_has(set, number));
}

static void numbers_are_new_once(void **state) {
    (void)state;
    static const uint64_t numbers[] = {0,  1,  63,        64,         65,
                                       15, 16, INT64_MAX, UINT64_MAX, UINT64_MAX - 63};
    mns_number_set set;
    mns_number_set_init(&set);
    for (size_t i = 0; i < MNS_COUNT_OF(numbers); i++) {
        assert_false(mns_number_set_has(&set, numbers[i]));
        expect_added(&set, numbers[i], true);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(numbers); i++) {
        expect_added(&set, numbers[i], false);
    }
    expect_added(&set, 2, true);
    expect_added(&set, UINT64_MAX - 64, true);
    mns_number_set_release(&set);
}

static void consecutive_numbers_need_little_memory(void **state) {
    (void)state;
    mns_number_set set;
    mns_number_set_init(&set);
    for (uint64_t i = 0; i < 1000000; i++) {
        expect_added(&set, i ^ 5, true);
    }
    for (uint64_t i = 0; i < 1000000; i += 999) {
        expect_added(&set, i, false);
    }
    assert_int_equal(set.count, 1000000 / 64);
    mns_number_set_release(&set);
}

static void scattered_numbers_are_kept(void **state) {
    (void)state;
    mns_number_set set;
    mns_number_set_init(&set);
    for (uint64_t i = 0; i < 10000; i++) {
        expect_added(&set, i * 0x9E3779B97F4A7C15u, true);
    }
    for (uint64_t i = 0; i < 10000; i++) {
        expect_added(&set, i * 0x9E3779B97F4A7C15u, false);
    }
    mns_number_set_release(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_new_once),
        cmocka_unit_test(consecutive_numbers_need_little_memory),
        cmocka_unit_test(scattered_numbers_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
