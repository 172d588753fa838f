/*
 * test_timekiller_clock.c - src/format/timekiller_clock.c: hybrid logical clocks keep their order
 * as integers.
 */
#include "format/timekiller_clock.h"

#include "generate/random.h"
#include "history/txns.h"
#include "support/units.h"

static int64_t only(mns_hlc clock, mns_hlc other) {
    mns_hlc_scale scale = {.any = false};
    mns_hlc_scale_see(&scale, clock);
    mns_hlc_scale_see(&scale, other);
    assert_true(mns_hlc_scale_fix(&scale));
    return mns_hlc_number(&scale, clock);
}

static void digits_of_both_parts_are_shown(void **state) {
    (void)state;
    assert_int_equal(only((mns_hlc){448719026770149417, 0}, (mns_hlc){1, 0}), 448719026770149417);
    assert_int_equal(only((mns_hlc){INT64_MAX, 0}, (mns_hlc){INT64_MAX, 0}), INT64_MAX);
    assert_int_equal(only((mns_hlc){-INT64_MAX, 0}, (mns_hlc){0, 0}), -INT64_MAX);
    assert_int_equal(only((mns_hlc){17, 3}, (mns_hlc){17, 9}), 173);
    assert_int_equal(only((mns_hlc){17, 3}, (mns_hlc){17, 10}), 1703);
    assert_int_equal(only((mns_hlc){-17, 3}, (mns_hlc){0, 0}), -167);
    /* Nanoseconds with a counter do not fit, so the first of them is subtracted. */
    assert_int_equal(only((mns_hlc){1691420095436341007, 61}, (mns_hlc){1691420095436341000, 0}),
                     761);
}

static bool fits(mns_hlc a, mns_hlc b) {
    mns_hlc_scale scale = {.any = false};
    mns_hlc_scale_see(&scale, a);
    mns_hlc_scale_see(&scale, b);
    return mns_hlc_scale_fix(&scale);
}

static void more_than_64_bits_do_not_fit(void **state) {
    (void)state;
    assert_true(fits((mns_hlc){0, 0}, (mns_hlc){INT64_MAX, 0}));
    assert_false(fits((mns_hlc){0, 1}, (mns_hlc){INT64_MAX, 0}));
    assert_false(fits((mns_hlc){INT64_MIN, 0}, (mns_hlc){0, 0}));
    assert_true(fits((mns_hlc){INT64_MIN, 0}, (mns_hlc){INT64_MIN + 5, 0})); /* from 0 on */
    assert_false(fits((mns_hlc){0, INT64_MAX}, (mns_hlc){0, 0}));
    assert_true(fits((mns_hlc){0, 999999999999999999}, (mns_hlc){8, 0}));
    assert_false(fits((mns_hlc){0, 999999999999999999}, (mns_hlc){9, 0}));
    assert_false(fits((mns_hlc){0, 1000000000000000000}, (mns_hlc){0, 0}));
}

/* Parts at the ends and near each other. */
static int64_t random_part(mns_random *random, bool negative) {
    unsigned bits = (unsigned)mns_random_below(random, 64);
    int64_t part = (int64_t)(mns_random_next(random) >> (bits == 0 ? 1 : bits));
    part = part < 0 ? INT64_MAX : part;
    return negative && mns_random_below(random, 2) == 0 ? -part : part;
}

static void the_order_is_kept(void **state) {
    (void)state;
    mns_random random = mns_random_of(19, 0);
    unsigned fitted = 0;
    for (unsigned round = 0; round < 20000; round++) {
        mns_hlc clocks[4];
        mns_hlc_scale scale = {.any = false};
        int64_t base = random_part(&random, true) / 4;
        for (unsigned i = 0; i < 4; i++) {
            clocks[i].p = base + (int64_t)mns_random_below(&random, 3);
            clocks[i].l = mns_random_below(&random, 2) == 0 ? 0 : random_part(&random, false) / 9;
            mns_hlc_scale_see(&scale, clocks[i]);
        }
        if (!mns_hlc_scale_fix(&scale)) {
            continue;
        }
        fitted++;
        for (unsigned i = 0; i < 16; i++) {
            int64_t a = mns_hlc_number(&scale, clocks[i / 4]);
            int64_t b = mns_hlc_number(&scale, clocks[i % 4]);
            int order = mns_hlc_compare(clocks[i / 4], clocks[i % 4]);
            assert_int_equal((a > b) - (a < b), order);
            assert_true(a != MNS_NO_TIMESTAMP);
        }
    }
    assert_true(fitted > 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_of_both_parts_are_shown),
        cmocka_unit_test(more_than_64_bits_do_not_fit),
        cmocka_unit_test(the_order_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
