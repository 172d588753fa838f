/*
 * test_garbage_read.c - src/detect/garbage_read.c: elements that were never appended.
 */
#include "support/units.h"

static void elements_from_nowhere(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_garbage_read, "ok 0: rx[1]", ":x 1 (0.0)");
    unit_expect_cases(mns_detect_garbage_read, "ok 0: ax1 / ok 1: rx[1,9]", ":x 9 (1.0)");
    unit_expect_cases(mns_detect_garbage_read, "ok 0: ay9 / ok 1: rx[9]", ":x 9 (1.0)");
    unit_expect_cases(mns_detect_garbage_read, "ok 0: rx[7,8] / ok 1: rx[7]",
                      ":x 7 (0.0) :x 8 (0.0) :x 7 (1.0)");
    unit_expect_cases(mns_detect_garbage_read, "ok 0: ax1 ax2 / ok 1: rx[1,2] / ok 2: rx[5]",
                      ":x 5 (2.0)"); /* off the order */
}

/* Failed and unknown appends count as appends. */
static void other_elements_are_fine(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_garbage_read, "ok 0: ax1 / ok 1: rx[1]", "");
    unit_expect_cases(mns_detect_garbage_read, "fail 0: ax1 / ok 1: rx[1]", "");
    unit_expect_cases(mns_detect_garbage_read, "info 0: ax1 / ok 1: rx[1]", "");
    unit_expect_cases(mns_detect_garbage_read, "0: ax1 / 1: rx / ok 1: rx[1]", "");
    unit_expect_cases(mns_detect_garbage_read, "ok 1: rx[1] / ok 0: ax1", "");
    unit_expect_cases(mns_detect_garbage_read, "fail 0: rx[1]", "");
    unit_expect_cases(mns_detect_garbage_read, "info 0: rx[1]", "");
    unit_expect_cases(mns_detect_garbage_read, "ok 0: rx[]", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_from_nowhere),
        cmocka_unit_test(other_elements_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
