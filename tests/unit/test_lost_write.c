/*
 * test_lost_write.c - src/detect/lost_write.c: acknowledged adds that no later read shows.
 */
#include "support/units.h"

static void adds_that_are_gone(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write, "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{}",
                      ":x 1 (0.0 1.0)");
    /* It was there for those who looked early. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / 2: rx / ok 0: sx1 / ok 2: rx{1} / 1: rx / ok 1: rx{}",
                      ":x 1 (0.0 2.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 2: rx / 1: rx / ok 1: rx{} / ok 2: rx",
                      ":x 1 (0.0 2.0 1.0)"); /* in the order of their beginning */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: rx rx / ok 1: rx{} rx{} / 1: rx / ok 1: rx",
                      ":x 1 (0.0 1.0 2.0)"); /* one for each transaction */
    /* What the reader adds itself does not matter. */
    unit_expect_cases(mns_detect_lost_write, "0: sx1 / ok 0: sx1 / 1: sx2 rx / ok 1: sx2 rx{2}",
                      ":x 1 (0.0 1.1)");
    /* An info transaction that someone saw reads as well as others. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: sy1 rx / info 1: sy1 rx{} / 2: ry / ok 2: ry{1}",
                      ":x 1 (0.0 1.1)");
}

static void eight_reads_are_named(void **state) {
    (void)state;
    unit_expect_cases(
        mns_detect_lost_write,
        "0: sx1 / ok 0: sx1 / 1: rx / 2: rx / 3: rx / 4: rx / 5: rx / 6: rx / 7: rx / "
        "8: rx / 9: rx / ok 1: rx{} / ok 2: rx{} / ok 3: rx{} / ok 4: rx{} / "
        "ok 5: rx{} / ok 6: rx{} / ok 7: rx{} / ok 8: rx{} / ok 9: rx{}",
        ":x 1 (0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0)");
}

static void adds_that_are_not(void **state) {
    (void)state;
    static const char *const fine[] = {
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1}",
        "0: sx1 / 1: rx / ok 0: sx1 / ok 1: rx{}", /* it began before */
        /* Stale for one, and there for another. */
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{} / 1: rx / ok 1: rx{1}",
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / ok 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: sx2 rx / ok 1: sx2 rx{1,2}",
        "0: sx1 / info 0: sx1 / 1: rx / ok 1: rx{}", "0: sx1 / fail 0: sx1 / 1: rx / ok 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: rx / fail 1: rx{}", "0: sx1 / ok 0: sx1 / 1: rx / info 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: ry / ok 1: ry{}", "0: sx1 / ok 0: sx1",
        "ok 0: sx1 / ok 1: rx{}", /* nobody knows when they began */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_write, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_that_are_gone),
        cmocka_unit_test(eight_reads_are_named),
        cmocka_unit_test(adds_that_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
