/*
 * test_g1b.c - src/detect/g1b.c: a read that stops in the middle of another's appends.
 */
#include "support/units.h"

static void reads_of_intermediate_versions(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ax2 / ok 1: rx[1]", ":x 1 (1.0 0.0)");
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ay5 ax2 ax3 / ok 1: rx[1,2]", ":x 2 (1.0 0.2)");
    unit_expect_cases(mns_detect_g1b, "info 0: ax1 ax2 / ok 1: rx[1]", ":x 1 (1.0 0.0)");
    unit_expect_cases(mns_detect_g1b, "fail 0: ax1 ax2 / ok 1: rx[1]", ":x 1 (1.0 0.0)");
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ax2 / ok 1: rx[1] / ok 2: rx[1] / ok 3: rx[1,2]",
                      ":x 1 (1.0 0.0) :x 1 (2.0 0.0)");
    /* Off the order of the key, too. */
    unit_expect_cases(mns_detect_g1b,
                      "ok 0: ax1 ax2 / ok 1: ax3 ax4 / ok 2: rx[1,2,3,4] / "
                      "ok 3: rx[3]",
                      ":x 3 (3.0 1.0)");
}

static void other_reads_are_fine(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ax2 / ok 1: rx[1,2]", "");
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ax2 / ok 1: rx[]", "");
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ay2 / ok 1: rx[1]", ""); /* another key */
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 / ok 0: ax2 / ok 1: rx[1]", "");
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 rx[1] ax2", ""); /* its own */
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ax2 / fail 1: rx[1]", "");
    unit_expect_cases(mns_detect_g1b, "ok 0: ax1 ax2 / ok 1: ax3 / ok 2: rx[1,3]", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_intermediate_versions),
        cmocka_unit_test(other_reads_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
