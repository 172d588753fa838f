/*
 * test_g1b_set.c - src/detect/g1b_set.c: a read that shows the beginning of another's adds.
 */
#include "support/units.h"

static void reads_of_intermediate_sets(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_g1b_set, "ok 0: sx1 sx2 / ok 1: rx{1}", ":x 1 (1.0 0.0 0.1)");
    unit_expect_cases(mns_detect_g1b_set, "ok 0: sx1 sy5 sx2 sx3 / ok 1: rx{1,2}",
                      ":x 2 (1.0 0.2 0.3)");
    unit_expect_cases(mns_detect_g1b_set, "ok 0: sx1 sx2 sx3 / ok 1: rx{1,3}",
                      ":x 1 (1.0 0.0 0.1)");
    unit_expect_cases(mns_detect_g1b_set, "info 0: sx1 sx2 / ok 1: rx{1}", ":x 1 (1.0 0.0 0.1)");
    unit_expect_cases(mns_detect_g1b_set, "fail 0: sx1 sx2 / ok 1: rx{1}", ":x 1 (1.0 0.0 0.1)");
    unit_expect_cases(mns_detect_g1b_set, "ok 0: sx1 sx2 / ok 1: rx{1} / ok 2: rx{1} sx3 rx{1,3}",
                      ":x 1 (1.0 0.0 0.1) :x 1 (2.0 0.0 0.1) :x 1 (2.2 0.0 0.1)");
}

static void what_is_no_intermediate_set(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: sx1 sx2 / ok 1: rx{1,2}",
        "ok 0: sx1 sx2 / ok 1: rx{}",
        "ok 0: sx1 sx2 / ok 1: rx{2}", /* the later one alone is something else */
        "ok 0: sx1 sy2 / ok 1: rx{1} ry{}",
        "ok 0: sx1 / ok 1: sx2 / ok 2: rx{1}",
        "ok 0: sx1 rx{1} sx2",
        "ok 0: sx1 sx2 / fail 1: rx{1}",
        "ok 0: sx1 sx2 / info 1: rx{1}",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_g1b_set, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_intermediate_sets),
        cmocka_unit_test(what_is_no_intermediate_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
