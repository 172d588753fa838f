/*
 * test_index.c - src/core/index.c: names near each other and far from all others are found alike.
 */
#include "core/index.h"
#include "support/units.h"

/* Adds names from a start on, with a step, and looks for each, its neighbours and others. */
static void every_name_is_found(void **state) {
    (void)state;
    static const uint64_t starts[] = {0, 5, 1000000, UINT64_MAX - 10, (uint64_t)INT64_MIN};
    static const uint64_t steps[] = {1, 2, 7, 1000, UINT64_MAX, 1000000007};
    for (size_t s = 0; s < MNS_COUNT_OF(starts); s++) {
        for (size_t t = 0; t < MNS_COUNT_OF(steps); t++) {
            mns_index index;
            mns_index_init(&index);
            assert_int_equal(mns_index_get(&index, starts[s]), MNS_NONE);
            for (uint32_t i = 0; i < 5000; i++) {
                uint64_t name = starts[s] + i * steps[t];
                assert_int_equal(mns_index_get(&index, name), MNS_NONE);
                assert_true(mns_index_add(&index, name, i));
                assert_int_equal(mns_index_get(&index, name), i);
            }
            for (uint32_t i = 0; i < 5000; i++) {
                assert_int_equal(mns_index_get(&index, starts[s] + i * steps[t]), i);
            }
            if (steps[t] == 1000) {
                assert_int_equal(mns_index_get(&index, starts[s] + 999), MNS_NONE);
            }
            assert_true(index.near_count <= 2 * (131072 + 4 * 5000 + 2048));
            mns_index_release(&index);
        }
    }
}

/* A name that was too far when it came is found still when the array has reached it. */
static void the_array_may_pass_a_far_name(void **state) {
    (void)state;
    mns_index index;
    mns_index_init(&index);
    assert_true(mns_index_add(&index, 0, 0) && mns_index_add(&index, 150000, 1));
    assert_int_equal(index.far.count, 1);
    for (uint32_t i = 1; i < 20000; i++) {
        assert_true(mns_index_add(&index, 8 * (uint64_t)i + 1, i + 1));
    }
    assert_true(index.near_count > 150000);
    assert_int_equal(mns_index_get(&index, 150000), 1);
    assert_int_equal(mns_index_get(&index, 150002), MNS_NONE);
    mns_index_release(&index);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_found),
        cmocka_unit_test(the_array_may_pass_a_far_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
