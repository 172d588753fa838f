/*
 * test_detect.c - src/detect/detect.c: keeping cases, and all detectors on any number of threads.
 */
#include "support/units.h"

static void cases_are_kept_up_to_a_limit(void **state) {
    (void)state;
    mns_cases cases;
    mns_cases_init(&cases, 2);
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t mops[2] = {i, i + 100};
        assert_int_equal(mns_cases_wants(&cases, MNS_A_G1A), i < 2);
        mns_cases_add(&cases, MNS_A_G1A, 7, i, mops, 2);
    }
    uint32_t alone = 9;
    mns_cases_add(&cases, MNS_A_G1B, 8, MNS_VALUE_NONE, &alone, 1); /* has a limit of its own */
    assert_int_equal(cases.total[MNS_A_G1A], 5);
    assert_int_equal(cases.total[MNS_A_G1B], 1);
    assert_int_equal(cases.count, 3);
    assert_int_equal(cases.items[1].element, 1);
    assert_int_equal(cases.items[1].first_mop, 2);
    assert_int_equal(cases.mops[3], 101);
    assert_int_equal(cases.mops[cases.items[2].first_mop], 9);
    mns_cases_release(&cases);
}

/* One history with every anomaly that detectors find, one key each. */
#define EVERYTHING                                                                                 \
    "fail 0: aa1 / ok 1: ra[1] / ok 2: ab1 ab2 / ok 3: rb[1] / ok 4: ac1 rc[] / "                  \
    "ok 5: rd[1] ad1 / fail 6: ae1 / ok 7: ae2 re[1,2] / ok 8: af1 rf[1,1] / "                     \
    "ok 9: ag1 ag2 / ok 10: rg[1] / ok 11: rg[2] / ok 12: rh[] ah1 / ok 13: rh[] ah2 / "           \
    "ok 14: ri[5]"

static void all_detectors_run(void **state) {
    (void)state;
    static const mns_anomaly expected[] = {MNS_A_GARBAGE_READ, MNS_A_DUPLICATE_ELEMENTS,
                                           MNS_A_DIRTY_UPDATE, MNS_A_INCOMPATIBLE_ORDER,
                                           MNS_A_G1A,          MNS_A_G1B,
                                           MNS_A_FUTURE_READ,  MNS_A_INTERNAL,
                                           MNS_A_LOST_UPDATE};
    unit u;
    mns_cases cases;
    unit_open(&u, EVERYTHING);
    assert_int_equal(mns_detect_all(&u.observation, 3, 1, &cases), MINOS_OK);
    assert_int_equal(cases.count, MNS_COUNT_OF(expected));
    for (size_t i = 0; i < MNS_COUNT_OF(expected); i++) {
        assert_true(cases.total[expected[i]] > 0);
        if (i > 0) { /* in the order of the catalog */
            assert_true(cases.items[i].anomaly > cases.items[i - 1].anomaly);
        }
    }
    mns_cases_release(&cases);
    unit_close(&u);
}

static void cases_beyond_the_limit_are_counted(void **state) {
    (void)state;
    unit u;
    mns_cases cases;
    unit_open(&u, "ok 0: rx[7] / ok 1: rx[7] / ok 2: rx[7,8] / fail 3: ay1 / ok 4: ry[1]");
    assert_int_equal(mns_detect_all(&u.observation, 1, 1, &cases), MINOS_OK);
    assert_int_equal(cases.count, 2);
    assert_int_equal(cases.total[MNS_A_GARBAGE_READ], 4);
    assert_int_equal(cases.total[MNS_A_G1A], 1);
    mns_cases_release(&cases);
    unit_close(&u);
}

static void threads_do_not_matter(void **state) {
    (void)state;
    uint64_t random = 3;
    for (int round = 0; round < 30; round++) {
        unit u;
        mns_cases one, many;
        char *notation = unit_random_history(&random, 60, 3, 5);
        unit_open(&u, notation);
        assert_int_equal(mns_detect_all(&u.observation, 1, 5, &one), MINOS_OK);
        assert_int_equal(mns_detect_all(&u.observation, 8, 5, &many), MINOS_OK);
        assert_memory_equal(one.total, many.total, sizeof one.total);
        assert_int_equal(one.count, many.count);
        assert_int_equal(one.mop_count, many.mop_count);
        for (size_t i = 0; i < one.mop_count; i++) {
            assert_int_equal(one.mops[i], many.mops[i]);
        }
        for (size_t i = 0; i < one.count; i++) {
            assert_int_equal(one.items[i].anomaly, many.items[i].anomaly);
            assert_int_equal(one.items[i].element, many.items[i].element);
        }
        mns_cases_release(&one);
        mns_cases_release(&many);
        unit_close(&u);
        free(notation);
    }
}

static void a_good_history_has_no_case(void **state) {
    (void)state;
    unit u;
    mns_cases cases;
    unit_open(&u, "ok 0: rx[] ax1 / ok 1: rx[1] ax2 rx[1,2] / info 2: ax3 / fail 3: ax4 / "
                  "ok 4: rx[1,2]");
    assert_int_equal(mns_detect_all(&u.observation, 2, 8, &cases), MINOS_OK);
    assert_int_equal(cases.count, 0);
    mns_cases_release(&cases);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_are_kept_up_to_a_limit),
        cmocka_unit_test(all_detectors_run),
        cmocka_unit_test(cases_beyond_the_limit_are_counted),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_good_history_has_no_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
