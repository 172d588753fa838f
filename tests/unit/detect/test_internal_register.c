/*
 * test_internal_register.c - src/detect/internal_register.c: reads that contradict their own
 * transaction.
 */
#include "unit/support/register_support.h"

static void reads_that_contradict_themselves(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_internal_register, "ok 0: wx1 rx2 / ok 1: wx2", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_register, "ok 0: wx1 rx", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_register, "ok 0: wx1 / ok 1: rx rx1", ":x - (1.1 1.0)");
    unit_expect_cases(mns_detect_internal_register, "ok 0: wx1 ry wx2 rx1", ":x - (0.3 0.2)");
    unit_expect_cases(mns_detect_internal_register, "ok 0: wx1 rx rx1 ry5 ry / ok 1: wy1 ry",
                      ":x - (0.1 0.0) :y - (1.1 1.0)"); /* the first of each transaction */
    unit_expect_cases(mns_detect_internal_register, "info 0: wx1 rx9 / ok 1: rx1",
                      ":x - (0.1 0.0)");
    register_expect_cases(mns_detect_internal_register, "ok 0: wx1 rx2 / ok 1: wx2 / ok 2: wx2",
                          "ambiguous", ":x - (0.1 0.0)"); /* ambiguous, but not 1 */
}

static void what_is_no_contradiction(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: wx1 rx1 wx2 rx2",
        "ok 0: wx1 / ok 1: rx1 rx1 wx2 rx2",
        "ok 0: rx wx1 rx1",
        "ok 0: wx1 ry",
        "ok 0: wx1 / ok 0: rx", /* two transactions */
        "fail 0: wx1 rx2",
        "info 0: wx1 rx2",
        "info 0: wx1 rx / ok 1: rx1", /* no answer */
        "ok 0: rx1 wx1",              /* from the future */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_internal_register, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_that_contradict_themselves),
        cmocka_unit_test(what_is_no_contradiction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
