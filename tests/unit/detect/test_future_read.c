/*
 * test_future_read.c - src/detect/future_read.c: reads of what the transaction appends only later.
 */
#include "support/units.h"

static void reads_of_the_own_future(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_future_read, "ok 0: rx[1] ax1", ":x 1 (0.0 0.1)");
    unit_expect_cases(mns_detect_future_read, "ok 0: rx[] rx[5,1] ry[] ax1 / ok 1: ax5",
                      ":x 1 (0.1 0.3)");
    unit_expect_cases(mns_detect_future_read, "ok 0: rx[1,2] ax1 ax2", ":x 1 (0.0 0.1)");
    unit_expect_cases(mns_detect_future_read, "ok 0: ax1 rx[1,2] ax2", ":x 2 (0.1 0.2)");
    unit_expect_cases(mns_detect_future_read, "info 0: rx[1] ax1 / ok 1: rx[1]", ":x 1 (0.0 0.1)");
    /* Off the order of the key. */
    unit_expect_cases(mns_detect_future_read, "ok 0: rx[1] ax1 / ok 1: ax2 ax3 / ok 2: rx[2,3]",
                      ":x 1 (0.0 0.1)");
}

static void other_reads_are_fine(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_future_read, "ok 0: ax1 rx[1]", "");
    unit_expect_cases(mns_detect_future_read, "ok 0: rx[1] ax2 / ok 1: ax1 / ok 2: rx[1,2]", "");
    unit_expect_cases(mns_detect_future_read, "ok 0: rx[1] ay1", "");
    unit_expect_cases(mns_detect_future_read, "ok 0: rx[1] / ok 0: ax1", "");
    unit_expect_cases(mns_detect_future_read, "fail 0: rx[1] ax1", "");
    unit_expect_cases(mns_detect_future_read, "info 0: rx[1] ax1", "");
    unit_expect_cases(mns_detect_future_read, "ok 0: rx ax1", "");
    unit_expect_cases(mns_detect_future_read,
                      "ok 0: rx[4] ax1 / ok 1: ax2 ax3 ax4 / ok 2: rx[2,3,1]", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_the_own_future),
        cmocka_unit_test(other_reads_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
