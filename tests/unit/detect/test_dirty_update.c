/*
 * test_dirty_update.c - src/detect/dirty_update.c: committed appends on top of failed ones.
 */
#include "support/units.h"

static void commits_on_top_of_aborts(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_dirty_update, "fail 0: ax1 / ok 1: ax2 / ok 2: rx[1,2]",
                      ":x 1 (2.0 0.0 1.0)");
    /* What is between the two belongs to it: more failed ones, ones that are only proven. */
    unit_expect_cases(mns_detect_dirty_update,
                      "fail 0: ax1 / fail 1: ax2 / info 2: ax3 / ok 3: ax4 / ok 4: rx[1,2,3,4]",
                      ":x 1 (4.0 0.0 1.0 2.0 3.0)");
    unit_expect_cases(mns_detect_dirty_update,
                      "fail 0: ax1 ax3 / ok 1: ax2 ax4 ax5 / ok 2: rx[1,2,3,4,5]",
                      ":x 1 (2.0 0.0 1.0) :x 3 (2.0 0.1 1.1)");
    unit_expect_cases(mns_detect_dirty_update,
                      "fail 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: ry[1,2] rx[1,2]",
                      ":x 1 (2.1 0.0 1.0) :y 1 (2.0 0.1 1.1)");
}

static void other_orders_are_fine(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_dirty_update, "fail 0: ax1 / ok 1: ax2 / ok 2: rx[2]", "");
    unit_expect_cases(mns_detect_dirty_update, "fail 0: ax1 / ok 1: ax2 / ok 2: rx[2,1]", "");
    unit_expect_cases(mns_detect_dirty_update, "ok 0: ax1 / ok 1: ax2 / ok 2: rx[1,2]", "");
    unit_expect_cases(mns_detect_dirty_update, "fail 0: ax1 / ok 1: ay2 / ok 2: rx[1] ry[2]", "");
    unit_expect_cases(mns_detect_dirty_update, "fail 0: ax1 / info 1: ax2 / ok 2: rx[1,2]", "");
    unit_expect_cases(mns_detect_dirty_update, "info 0: ax1 / ok 1: ax2 / ok 2: rx[1,2]", "");
    unit_expect_cases(mns_detect_dirty_update, "fail 0: ax1 / ok 1: ax2", "");
    unit_expect_cases(mns_detect_dirty_update, "fail 0: ax1 / ok 2: rx[1,9]",
                      ""); /* never appended */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commits_on_top_of_aborts),
        cmocka_unit_test(other_orders_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
