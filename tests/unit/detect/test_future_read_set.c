/*
 * test_future_read_set.c - src/detect/future_read_set.c: reads of what the reader adds later.
 */
#include "support/units.h"

static void reads_of_own_later_adds(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_future_read_set, "ok 0: rx{1} sx1", ":x 1 (0.0 0.1)");
    unit_expect_cases(mns_detect_future_read_set, "ok 0: sx2 / ok 1: rx{1,2} sy1 sx1",
                      ":x 1 (1.0 1.2)");
    unit_expect_cases(mns_detect_future_read_set, "ok 0: sx1 rx{1,2} sx2", ":x 2 (0.1 0.2)");
    unit_expect_cases(mns_detect_future_read_set, "ok 0: rx{} rx{1} sx1 / ok 1: rx{7,8} sx7 sx8",
                      ":x 1 (0.1 0.2) :x 7 (1.0 1.1)");
    unit_expect_cases(mns_detect_future_read_set, "info 0: rx{1} sx1 / ok 1: rx{1}",
                      ":x 1 (0.0 0.1)");
}

static void what_is_no_future(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: sx1 rx{1}",
        "ok 0: rx{} sx1",
        "ok 0: rx{1} sy1 / ok 1: sx1", /* of another key */
        "ok 0: rx{1} / ok 1: sx1",
        "fail 0: rx{1} sx1",
        "info 0: rx{1} sx1",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_future_read_set, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_own_later_adds),
        cmocka_unit_test(what_is_no_future),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
