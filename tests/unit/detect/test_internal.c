/*
 * test_internal.c - src/detect/internal.c: reads that contradict their own transaction.
 */
#include "support/units.h"

static void own_appends_are_seen(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_internal, "ok 0: ax1 rx[]", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal, "ok 0: ax1 ax2 rx[1]", ":x - (0.2 0.0 0.1)");
    unit_expect_cases(mns_detect_internal, "ok 0: ax1 ax2 rx[2,1]", ":x - (0.2 0.0 0.1)");
    unit_expect_cases(mns_detect_internal, "ok 0: ax1 rx[1,5]", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal, "ok 0: rx[7] ax1 rx[1]", ":x - (0.2 0.0 0.1)");
    unit_expect_cases(mns_detect_internal, "ok 0: rx[7] ax1 rx[7,8,1]", ":x - (0.2 0.0 0.1)");
    unit_expect_cases(mns_detect_internal, "ok 0: rx[7,8] ax1 rx[7,1]", ":x - (0.2 0.0 0.1)");
}

static void reads_repeat(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_internal, "ok 0: rx[1] rx[1,2]", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal, "ok 0: rx[1,2] rx[1]", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal, "ok 0: rx[1] rx[2]", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal, "ok 0: rx[] ry[1] rx[1]", ":x - (0.2 0.0)");
    unit_expect_cases(mns_detect_internal, "info 0: rx[] rx[1] ay1 / ok 1: ry[1]",
                      ":x - (0.1 0.0)");
}

/* The first of a transaction answers for those that follow from it. */
static void one_case_for_each_transaction(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_internal, "ok 0: rx[1] rx[2] rx[3] ay1 ry[] / ok 1: ax5 rx[]",
                      ":x - (0.1 0.0) :x - (1.1 1.0)");
}

static void what_fits_is_fine(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: ax1 rx[1]",
        "ok 0: ax1 rx[7,1]",
        "ok 0: ax1 ax2 rx[7,1,2]",
        "ok 0: rx[7] ax1 rx[7,1] ax2 rx[7,1,2]",
        "ok 0: rx[1] rx[1]",
        "ok 0: rx rx[]", /* nil and the empty list are one */
        "ok 0: rx[] rx",
        "ok 0: rx[1] ry[2] ax3 rx[1,3] ry[2]",
        "ok 0: rx[1] / ok 0: rx[2]",
        "fail 0: ax1 rx[]",
        "info 0: ax1 rx[]",
        "info 0: ax1 rx / ok 1: rx[1]", /* a read without an answer */
        "ok 0: ax1",
        "ok 0:",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_internal, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_appends_are_seen),
        cmocka_unit_test(reads_repeat),
        cmocka_unit_test(one_case_for_each_transaction),
        cmocka_unit_test(what_fits_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
