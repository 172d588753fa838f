/*
 * test_incompatible_versions.c - src/detect/incompatible_versions.c: version numbers that
 * contradict the values.
 */
#include "unit/support/register_support.h"

static void expect(const char *notation, const char *expected) {
    register_expect_cases(mns_detect_incompatible_versions, notation, "ambiguous", expected);
}

static void one_number_of_two_values(void **state) {
    (void)state;
    expect("ok 0: wx1@3 / ok 1: wx2@3", ":x 1 (0.0 1.0)");
    expect("ok 0: wx1 / ok 1: wx2@3 / ok 2: rx1@3", ":x 2 (1.0 2.0)");
    expect("ok 0: wx1@3 / ok 1: rx@3", ":x 1 (0.0 1.0)"); /* the initial state is a value too */
    expect("ok 0: wx1@3 wy1@4 / ok 1: wx2@3 wy2@4", ":x 1 (0.0 1.0) :y 1 (0.1 1.1)");
    expect("ok 0: wx1@3 / ok 1: wx2@3 / ok 2: wx3@3", ":x 1 (0.0 1.0)"); /* one for each key */
}

static void two_numbers_of_one_value(void **state) {
    (void)state;
    expect("ok 0: wx1@3 / ok 1: rx1@4", ":x 1 (0.0 1.0)");
    expect("ok 0: rx@0 / ok 1: rx@1 / ok 2: wx1@7", ":x nil (0.0 1.0)");
    expect("ok 0: wx1@3 rx1@4", ":x 1 (0.0 0.1)");               /* its own */
    expect("ok 0: wx1@3 / ok 1: rx1@3 rx1@4", ":x 1 (1.0 1.1)"); /* read twice */
    expect("ok 0: wx1@3 / ok 1: wx2@5 rx1@4", ":x 1 (0.0 1.1)"); /* after its own write */
    expect("ok 0: wx1@3 wx2@5 rx1@4", "");                       /* no version any more */
    expect("ok 0: wx1@3 / ok 1: rx1@4 / ok 2: wx2@3", ":x 1 (0.0 2.0) :x 1 (0.0 1.0)"); /* both */
}

static void numbers_that_agree(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: wx1@3 / ok 1: rx1@3 / ok 2: rx1",
        "ok 0: wx1@3 / ok 1: wx2@1", /* any order is fine here */
        "ok 0: wx1@3 / ok 1: wy1@3", /* numbers are of a key */
        "ok 0: wx1 / ok 1: rx1",
        "fail 0: wx1@3 / ok 1: wx2@3",
        "info 0: wx1@3 / ok 1: wx2@3",
        "ok 0: wx1 / info 1: rx1@1 wy1 / ok 2: ry1 rx1@2", /* it may not have come true */
        "ok 0: wx1@3 / fail 1: rx1@4",
        "ok 0: wx1@3 wx2@3",                       /* the first was never installed */
        "ok 0: wx1@3 / ok 1: rx9@3",               /* a value that was never written */
        "ok 0: wx1@3 / ok 1: wx2@4 rx1@3",         /* after its own write: as good as any */
        "ok 0: wx1@3 / ok 1: wx1@4 / ok 2: rx1@4", /* which of the two? */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        expect(fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_number_of_two_values),
        cmocka_unit_test(two_numbers_of_one_value),
        cmocka_unit_test(numbers_that_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
