/*
 * test_parts.c - src/core/parts.h and choose.h: parts cover everything once; choosing without a branch.
 */
#include <setjmp.h>
#include <stdarg.h>

#include "core/choose.h"
#include "core/parts.h"
#include <cmocka.h>

static void parts_follow_each_other(void **state) {
    (void)state;
    static const uint64_t items[] = {0, 1, 63, 64, 65, 1000, 1000003, UINT64_C(1) << 40};
    for (size_t i = 0; i < MNS_COUNT_OF(items); i++) {
        for (uint32_t parts = 1; parts <= MNS_LIMIT_PARTS; parts++) {
            assert_int_equal(mns_part_start(items[i], parts, 0), 0);
            assert_int_equal(mns_part_start(items[i], parts, parts), items[i]);
            for (uint32_t part = 0; part < parts; part++) {
                uint64_t size = mns_part_start(items[i], parts, part + 1) -
                                mns_part_start(items[i], parts, part);
                assert_true(size == items[i] / parts || size == items[i] / parts + 1);
            }
        }
    }
}

static void few_items_are_one_part(void **state) {
    (void)state;
    assert_int_equal(mns_part_count(0), 1);
    assert_int_equal(mns_part_count(MNS_PART_ITEMS), 1);
    assert_int_equal(mns_part_count(2 * MNS_PART_ITEMS - 1), 1);
    assert_int_equal(mns_part_count(2 * MNS_PART_ITEMS), 2);
    assert_int_equal(mns_part_count(UINT64_C(1) << 40), MNS_LIMIT_PARTS);
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
        cmocka_unit_test(parts_follow_each_other),
        cmocka_unit_test(few_items_are_one_part),
        cmocka_unit_test(one_of_two_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
