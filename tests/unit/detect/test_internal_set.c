/*
 * test_internal_set.c - src/detect/internal_set.c: transactions that contradict themselves.
 */
#include "support/units.h"

static void own_adds_are_seen(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_internal_set, "ok 0: sx1 rx{}", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: sx1 rx", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: sx1 sy2 sx3 rx{1,9}", ":x - (0.3 0.0 0.2)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{7} sx1 sx2 rx{7,2}",
                      ":x - (0.3 0.0 0.1 0.2)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{7} sx1 rx{1}", ":x - (0.2 0.0 0.1)");
}

static void reads_repeat(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{1} rx{1,2}", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{2} rx{1,2}", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{1,2} rx{1}", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{1,2} rx{2}", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{1} rx{2}", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{} ry{1} rx{1}", ":x - (0.2 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{5} sx1 rx{1,5} rx{1,5,6}",
                      ":x - (0.3 0.2)");
    /* What it adds only later, or to another key, is no reason to be there. */
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{} rx{1} sx1", ":x - (0.1 0.0)");
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{} sy1 rx{1}", ":x - (0.2 0.0)");
    unit_expect_cases(mns_detect_internal_set, "info 0: rx{} rx{1} sy1 / ok 1: ry{1}",
                      ":x - (0.1 0.0)");
}

/* The first of a transaction answers for those that follow from it. */
static void one_case_for_each_transaction(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_internal_set, "ok 0: rx{1} rx{2} rx{3} sy1 ry{} / ok 1: sx5 rx{}",
                      ":x - (0.1 0.0) :x - (1.1 1.0)");
}

static void what_fits_is_fine(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: sx1 rx{1}",
        "ok 0: sx5 rx{7,5,1}", /* other elements are unknown before the first read */
        "ok 0: sx1 sx2 rx{2,1}",
        "ok 0: rx{7} sx1 rx{7,1} sx9 rx{1,7,9}",
        "ok 0: rx{1,2} rx{2,1}",
        "ok 0: rx rx{}", /* nil and the empty set are one */
        "ok 0: rx{} rx",
        "ok 0: rx{1} ry{2} sx3 rx{1,3} ry{2}",
        "ok 0: rx{1} / ok 0: rx{2}",
        "fail 0: sx1 rx{}",
        "info 0: sx1 rx{}",
        "info 0: sx1 rx / ok 1: rx{1}", /* a read without an answer */
        "ok 0: sx1",
        "ok 0:",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_internal_set, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_adds_are_seen),
        cmocka_unit_test(reads_repeat),
        cmocka_unit_test(one_case_for_each_transaction),
        cmocka_unit_test(what_fits_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
