/*
 * test_future_read_counter.c - src/detect/future_read_counter.c: sums that only the reader's own
 * later increments explain.
 */
#include "support/units.h"

#define EXPECT(notation, expected)                                                                 \
    unit_expect_cases(mns_detect_future_read_counter, notation, expected)

static void sums_with_later_increments(void **state) {
    (void)state;
    EXPECT("ok 0: rx5 ix5", ":x - (0.0 0.1)");
    EXPECT("ok 0: ix1 rx6 ix0 ix-1 ix2 ix3", ":x - (0.1 0.4)"); /* of the right sign */
    EXPECT("ok 0: rx6 ix5 / fail 1: ix1", ":x - (0.0 0.1)");    /* and more */
    EXPECT("ok 0: rx-1 ix1 ix-1", ":x - (0.0 0.2)");
    EXPECT("ok 0: ix1 / ok 1: rx2 ry1 ix1 iy1", ":x - (1.0 1.2) :y - (1.1 1.3)");
}

static void other_explanations(void **state) {
    (void)state;
    EXPECT("ok 0: rx0 ix5", "");
    EXPECT("ok 0: rx5 ix5 / info 1: ix5", "");
    EXPECT("ok 0: rx5 ix5 / fail 1: ix5", ""); /* G1a or this: unknown */
    EXPECT("ok 0: rx6 ix5", "");               /* garbage */
    EXPECT("ok 0: ix5 ix-5 rx5 ix5", "");      /* its own, in part */
    EXPECT("ok 0: rx5 iy5 / ok 1: ix5", "");
    EXPECT("info 0: rx5 ix5", "");
    EXPECT("ok 0: rx0 rx5 ix5", ""); /* internal: the first read is fine */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_with_later_increments),
        cmocka_unit_test(other_explanations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
