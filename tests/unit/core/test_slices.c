/*
 * test_slices.c - src/core/slices.h and choose.h: slices cover everything once; choosing without a
 * branch.
 */
#include <setjmp.h>
#include <stdarg.h>

#include "core/choose.h"
#include "core/slices.h"
#include <cmocka.h>

static void slices_follow_each_other(void **state) {
    (void)state;
    static const uint64_t items[] = {0, 1, 63, 64, 65, 1000, 1000003, UINT64_C(1) << 40};
    for (size_t i = 0; i < MNS_COUNT_OF(items); i++) {
        for (uint32_t slices = 1; slices <= MNS_LIMIT_SLICES; slices++) {
            assert_int_equal(mns_slice_start(items[i], slices, 0), 0);
            assert_int_equal(mns_slice_start(items[i], slices, slices), items[i]);
            for (uint32_t slice = 0; slice < slices; slice++) {
                uint64_t size = mns_slice_start(items[i], slices, slice + 1) -
                                mns_slice_start(items[i], slices, slice);
                assert_true(size == items[i] / slices || size == items[i] / slices + 1);
            }
        }
    }
}

static void few_items_are_one_slice(void **state) {
    (void)state;
    assert_int_equal(mns_slice_count(0), 1);
    assert_int_equal(mns_slice_count(MNS_SLICE_ITEMS), 1);
    assert_int_equal(mns_slice_count(2 * MNS_SLICE_ITEMS - 1), 1);
    assert_int_equal(mns_slice_count(2 * MNS_SLICE_ITEMS), 2);
    assert_int_equal(mns_slice_count(UINT64_C(1) << 40), MNS_LIMIT_SLICES);
}

static void one_of_two_is_chosen(void **state) {
    (void)state;
    assert_int_equal(mns_choose(true, 0, MNS_NONE), 0);
    assert_int_equal(mns_choose(false, 0, MNS_NONE), MNS_NONE);
    assert_int_equal(mns_choose(true, MNS_NONE, 5), MNS_NONE);
    assert_int_equal(mns_choose(false, 12, 5), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_follow_each_other),
        cmocka_unit_test(few_items_are_one_slice),
        cmocka_unit_test(one_of_two_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
