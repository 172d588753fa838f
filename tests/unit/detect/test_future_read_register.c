/*
 * test_future_read_register.c - src/detect/future_read_register.c: reads of what the transaction
 * writes only later.
 */
#include "unit/support/register_support.h"

static void reads_of_own_later_writes(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_future_read_register, "ok 0: rx1 wx1", ":x 1 (0.0 0.1)");
    unit_expect_cases(mns_detect_future_read_register, "ok 0: wx1 rx2 wx2", ":x 2 (0.1 0.2)");
    unit_expect_cases(mns_detect_future_read_register, "ok 0: rx1 ry1 wy1 wx1 / ok 1: rz1 wz1",
                      ":x 1 (0.0 0.3) :z 1 (1.0 1.1)"); /* one for each transaction */
    unit_expect_cases(mns_detect_future_read_register, "info 0: rx1 wx1 / ok 1: rx1",
                      ":x 1 (0.0 0.1)");
}

static void what_is_no_future_read(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: wx1 rx1",
        "ok 0: rx1 wx2 / ok 1: wx1", /* of another transaction that came later: a cycle, maybe */
        "ok 0: rx1 wy1 / ok 1: wx1", /* another key */
        "fail 0: rx1 wx1",
        "info 0: rx1 wx1", /* unseen */
        "ok 0: rx9 wx1",
        "ok 0: rx1 wx1 / ok 1: wx1", /* whose? */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        register_expect_cases(mns_detect_future_read_register, fine[i], "ambiguous", "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_own_later_writes),
        cmocka_unit_test(what_is_no_future_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
