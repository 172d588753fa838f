/*
 * test_g1a.c - src/detect/g1a.c: a committed read of what a failed transaction appended.
 */
#include "support/units.h"

static void reads_of_failed_appends(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 / ok 1: rx[1]", ":x 1 (1.0 0.0)");
    unit_expect_cases(mns_detect_g1a, "ok 1: rx[1] / fail 0: ax1", ":x 1 (0.0 1.0)");
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 / ok 1: ax2 rx[1,2]", ":x 1 (1.1 0.0)");
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 / info 1: rx[1] ay2 / ok 2: ry[2]",
                      ":x 1 (1.0 0.0)"); /* the reader is proven to have committed */
}

/* Each failed element of each read is a case of its own. */
static void every_read_and_element(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 ax2 / ok 1: rx[1] / ok 2: rx[1,2]",
                      ":x 1 (1.0 0.0) :x 1 (2.0 0.0) :x 2 (2.0 0.1)");
}

static void other_reads_are_fine(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_g1a, "ok 0: ax1 / ok 1: rx[1]", "");
    unit_expect_cases(mns_detect_g1a, "info 0: ax1 / ok 1: rx[1]", "");
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 / ok 1: rx[]", "");
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 / ok 1: ry[1]", "");
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 / info 1: rx[1]", "");
    unit_expect_cases(mns_detect_g1a, "fail 0: ax1 rx[1]", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_failed_appends),
        cmocka_unit_test(every_read_and_element),
        cmocka_unit_test(other_reads_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
