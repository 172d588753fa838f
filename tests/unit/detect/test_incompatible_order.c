/*
 * test_incompatible_order.c - src/detect/incompatible_order.c: two reads of which neither is the
 * start of the other.
 */
#include "support/units.h"

static void reads_that_disagree(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_incompatible_order,
                      "ok 0: ax1 ax2 / ok 1: rx[1,2] / ok 2: rx[2,1]", ":x - (1.0 2.0)");
    unit_expect_cases(mns_detect_incompatible_order, "ok 0: ax1 ax2 / ok 1: rx[1] / ok 2: rx[2]",
                      ":x - (1.0 2.0)");
    unit_expect_cases(mns_detect_incompatible_order,
                      "ok 0: ax1 ax2 ax3 / ok 1: rx[1,2] / ok 2: rx[1,3]", ":x - (1.0 2.0)");
    /* The longest first, whenever it was read. */
    unit_expect_cases(mns_detect_incompatible_order, "ok 0: ax1 ax2 / ok 1: rx[2] / ok 2: rx[1,2]",
                      ":x - (2.0 1.0)");
    unit_expect_cases(mns_detect_incompatible_order,
                      "ok 0: ax1 ax2 / ok 1: rx[1,2] / info 2: rx[2] ay1 / ok 3: ry[1]",
                      ":x - (1.0 2.0)");
}

static void one_case_for_each_key(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_incompatible_order,
                      "ok 0: ax1 ax2 ax3 ay1 ay2 / ok 1: rx[1] ry[1] / ok 2: rx[3] ry[2] / "
                      "ok 3: rx[2,1] ry[2,1]",
                      ":x - (3.0 1.0) :y - (3.1 1.1)");
}

static void reads_that_agree(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_incompatible_order,
                      "ok 0: ax1 ax2 / ok 1: rx[1,2] / ok 2: rx[1] / ok 3: rx[]", "");
    unit_expect_cases(mns_detect_incompatible_order, "ok 0: ax1 ay2 / ok 1: rx[1] / ok 2: ry[2]",
                      "");
    unit_expect_cases(mns_detect_incompatible_order,
                      "ok 0: ax1 ax2 / ok 1: rx[1,2] / fail 2: rx[2]", "");
    unit_expect_cases(mns_detect_incompatible_order,
                      "ok 0: ax1 ax2 / ok 1: rx[1,2] / info 2: rx[2,1]", "");
    /* A failed read forks off; what committed ones saw of the fork is the common start. */
    unit_expect_cases(mns_detect_incompatible_order,
                      "fail 0: rx[1,3] / ok 1: ax1 ax2 ax3 / ok 2: rx[1,2] / ok 3: rx[1]", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_that_disagree),
        cmocka_unit_test(one_case_for_each_key),
        cmocka_unit_test(reads_that_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
