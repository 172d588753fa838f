/*
 * test_duplicate_elements.c - src/detect/duplicate_elements.c: lists that show an element twice.
 */
#include "support/units.h"

static void elements_that_stand_twice(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: ax1 / ok 1: rx[1,1]", ":x 1 (1.0)");
    unit_expect_cases(mns_detect_duplicate_elements,
                      "ok 0: ax1 ax2 / ok 1: rx[1] / ok 2: rx[1,2,2,1] / ok 3: rx[1,2,2]",
                      ":x 2 (2.0) :x 2 (3.0)"); /* the first repetition names it */
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: rx[9,9]",
                      ":x 9 (0.0)"); /* never appended */
    unit_expect_cases(mns_detect_duplicate_elements, "fail 0: ax1 / ok 1: rx[1,1]", ":x 1 (1.0)");
    /* Off the order. */
    unit_expect_cases(mns_detect_duplicate_elements,
                      "ok 0: ax1 ax2 ax3 / ok 1: rx[1,2,3] / ok 2: rx[2,2]", ":x 2 (2.0)");
}

static void other_lists_are_fine(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: ax1 ax2 / ok 1: rx[1,2]", "");
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: ax1 ay1 / ok 1: rx[1] ry[1]", "");
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: ax1 / ok 1: rx[1] / ok 2: rx[1]", "");
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: ax1 / fail 1: rx[1,1]", "");
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: ax1 / info 1: rx[1,1]", "");
    unit_expect_cases(mns_detect_duplicate_elements, "ok 0: ax1 / fail 1: rx[1,1] / ok 2: rx[1]",
                      "");
    unit_expect_cases(mns_detect_duplicate_elements, "ok 1: rx[8,9] / ok 2: rx[9]", "");
    unit_expect_cases(mns_detect_duplicate_elements,
                      "ok 0: ax1 ax2 / ok 1: rx[1,2] / ok 2: rx[2,1]", ""); /* in two lists */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_that_stand_twice),
        cmocka_unit_test(other_lists_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
