/*
 * test_g1b_register.c - src/detect/g1b_register.c: reads of what its writer overwrote itself.
 */
#include "unit/support/register_support.h"

static void reads_of_intermediate_writes(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_g1b_register, "ok 0: wx1 wx2 / ok 1: rx1", ":x 1 (1.0 0.0)");
    unit_expect_cases(mns_detect_g1b_register, "ok 0: wx1 wy1 wx2 wx3 / ok 1: ry1 rx2",
                      ":x 2 (1.1 0.2)");
    unit_expect_cases(mns_detect_g1b_register, "ok 0: wx1 wx2 / ok 1: rx1 / ok 2: wx3 rx1",
                      ":x 1 (1.0 0.0) :x 1 (2.1 0.0)"); /* any read will do */
    unit_expect_cases(mns_detect_g1b_register, "info 0: wx1 wx2 / ok 1: rx1", ":x 1 (1.0 0.0)");
    unit_expect_cases(mns_detect_g1b_register, "fail 0: wx1 wx2 / ok 1: rx1", ":x 1 (1.0 0.0)");
    unit_expect_cases(mns_detect_g1b_register, "ok 0: wx1 wx2 / info 1: rx1 wy1 / ok 2: ry1",
                      ":x 1 (1.0 0.0)");
}

static void what_is_no_intermediate_read(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: wx1 wx2 / ok 1: rx2",
        "ok 0: wx1 wy2 / ok 1: rx1",
        "ok 0: wx1 rx1 wx2",                 /* its own */
        "ok 0: wx1 / ok 1: wx2 / ok 2: rx1", /* two transactions */
        "ok 0: wx1 wx2 / fail 1: rx1",
        "ok 0: wx1 wx2 / info 1: rx1",
        "ok 0: rx9",
        "ok 0: wx1 wx2 / ok 1: wx1 / ok 2: rx1", /* whose? */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        register_expect_cases(mns_detect_g1b_register, fine[i], "ambiguous", "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_intermediate_writes),
        cmocka_unit_test(what_is_no_intermediate_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
