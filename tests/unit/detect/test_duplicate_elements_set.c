/*
 * test_duplicate_elements_set.c - src/detect/duplicate_elements_set.c: sets that were written with
 * an element twice.
 */
#include "support/units.h"

static void elements_that_stand_twice(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_duplicate_elements_set, "ok 0: sx1 / ok 1: rx[1,1]", ":x 1 (1.0)");
    unit_expect_cases(mns_detect_duplicate_elements_set,
                      "ok 0: sx1 sx2 / ok 1: rx[2,1,2] / ok 2: rx[1,2,2,1]",
                      ":x 2 (1.0) :x 1 (2.0)");
    unit_expect_cases(mns_detect_duplicate_elements_set, "ok 0: rx[9,9] sx1", ":x 9 (0.0)");
    unit_expect_cases(mns_detect_duplicate_elements_set, "info 0: sx1 ry[7,7] / ok 1: rx{1}",
                      ":y 7 (0.1)");
}

static void what_is_fine(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: sx1 / ok 1: rx[1]",       "ok 0: sx1 sx2 / ok 1: rx[2,1]",
        "ok 0: sx1 / ok 1: rx{1} rx{1}", "ok 0: sx1 / fail 1: rx[1,1]",
        "ok 0: sx1 / info 1: rx[1,1]",   "ok 0: sx1 / ok 1: rx[]",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_duplicate_elements_set, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_that_stand_twice),
        cmocka_unit_test(what_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
