/*
 * test_g1a_counter.c - src/detect/g1a_counter.c: sums that only aborted increments explain.
 */
#include "support/units.h"

#define EXPECT(notation, expected) unit_expect_cases(mns_detect_g1a_counter, notation, expected)

static void sums_with_failed_increments(void **state) {
    (void)state;
    EXPECT("fail 0: ix5 / ok 1: ix1 / ok 2: rx5", ":x - (2.0 0.0)");
    EXPECT("fail 0: ix5 / ok 1: ix1 / ok 2: rx6", ":x - (2.0 0.0)");
    EXPECT("ok 2: rx-2 / fail 0: ix-2 / ok 1: ix1", ":x - (0.0 1.0)");
    EXPECT("fail 0: ix-1 ix0 ix2 ix3 / ok 1: rx2", ":x - (1.0 0.2)"); /* of the right sign */
    EXPECT("fail 0: ix5 / ok 1: rx5 ix5", ":x - (1.0 0.0)");          /* its own came later */
    EXPECT("fail 0: ix1 / ok 1: rx1 / ok 2: rx1", ":x - (1.0 0.0) :x - (2.0 0.0)");
}

static void other_explanations(void **state) {
    (void)state;
    EXPECT("fail 0: ix5 / ok 1: ix1 / ok 2: rx1", "");
    EXPECT("fail 0: ix5 / ok 1: ix1 / ok 2: rx7", "");   /* garbage */
    EXPECT("fail 0: ix5 / info 1: ix5 / ok 2: rx5", ""); /* may have committed */
    EXPECT("fail 0: ix5 / ok 1: rx6 ix1", "");           /* future-read */
    EXPECT("fail 0: ix5 / ok 1: ix5 ix-5 rx5", "");      /* its own, in part */
    EXPECT("fail 0: ix5 / info 1: rx5", "");
    EXPECT("fail 0: ix5 / ok 1: rx0 rx5", ""); /* internal: the first read is fine */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_with_failed_increments),
        cmocka_unit_test(other_explanations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
