/*
 * test_internal_counter.c - src/detect/internal_counter.c: reads that contradict their own
 * transaction.
 */
#include "support/units.h"

#define EXPECT(notation, expected)                                                                 \
    unit_expect_cases(mns_detect_internal_counter, notation, expected)

static void after_a_read(void **state) {
    (void)state;
    EXPECT("ok 0: rx3 ix1 rx3", ":x - (0.2 0.0 0.1)");
    EXPECT("ok 0: rx3 ix1 rx4", "");
    EXPECT("ok 0: rx3 rx4 iy1", ":x - (0.1 0.0)");
    EXPECT("ok 0: rx3 rx3 iy1", "");
    EXPECT("ok 0: rx3 ix1 ix-2 rx3", ":x - (0.3 0.0 0.1 0.2)");
    EXPECT("ok 0: rx3 ix1 ix-2 rx2", "");
    EXPECT("ok 0: rx3 rx3 ix1 rx5", ":x - (0.3 0.1 0.2)"); /* from the last read on */
    EXPECT("ok 0: ix2 rx2 ix1 rx4 / ok 1: ix9", ":x - (0.3 0.1 0.2)");
    EXPECT("ok 0: rx9223372036854775807 ix1 rx-9223372036854775808", ":x - (0.2 0.0 0.1)");
}

/* Before the first read only what others may have added is unknown. */
static void before_a_read(void **state) {
    (void)state;
    EXPECT("ok 0: ix2 rx1 / ok 1: ix1", ":x - (0.1 0.0)");
    EXPECT("ok 0: ix2 rx2 / ok 1: ix1", "");
    EXPECT("ok 0: ix2 rx3 / ok 1: ix1", "");
    EXPECT("ok 0: ix2 rx1 / ok 1: ix-1", "");
    EXPECT("ok 0: ix2 rx1 / info 1: ix-1", "");
    EXPECT("ok 0: ix2 rx1 / fail 1: ix-1", ":x - (0.1 0.0)");
    EXPECT("ok 0: ix-2 rx0 / ok 1: ix1", ":x - (0.1 0.0)");
    EXPECT("ok 0: ix1 ix1 rx1", ":x - (0.2 0.0 0.1)");
    EXPECT("ok 0: ix2 rx1 ix-1", ":x - (0.1 0.0)"); /* its later one is no excuse */
    EXPECT("ok 0: ix2 rx3", "");                    /* garbage */
    EXPECT("ok 0: rx1 / ok 1: ix2", "");
}

static void keys_transactions_and_outcomes(void **state) {
    (void)state;
    EXPECT("ok 0: rx3 iy1 rx3 ry1", "");
    EXPECT("ok 0: rx3 ix1 / ok 0: rx3", "");
    EXPECT("info 0: rx3 rx4 ix1", "");
    EXPECT("fail 0: rx3 rx4 ix1", "");
    EXPECT("ok 0: rx3 rx rx3 ix1", ":x - (0.1 0.0)");      /* nil is 0 */
    EXPECT("ok 0: rx3 rx4 ry1 ry2 ix1", ":x - (0.1 0.0)"); /* one for each transaction */
    EXPECT("ok 0: rx1 rx2 ix1 / ok 1: rx1 rx2", ":x - (0.1 0.0) :x - (1.1 1.0)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_a_read),
        cmocka_unit_test(before_a_read),
        cmocka_unit_test(keys_transactions_and_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
