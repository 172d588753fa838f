/*
 * test_garbage_read_counter.c - src/detect/garbage_read_counter.c: sums that no increments add up
 * to, and all others; compared with trying every subset.
 */
#include "support/units.h"

#define EXPECT(notation, expected)                                                                 \
    unit_expect_cases(mns_detect_garbage_read_counter, notation, expected)

static void out_of_range(void **state) {
    (void)state;
    EXPECT("ok 0: ix1 / ok 1: rx2", ":x - (1.0)");
    EXPECT("ok 0: ix1 / ok 1: rx1", "");
    EXPECT("ok 0: ix1 / ok 1: rx-1", ":x - (1.0)");
    EXPECT("ok 0: ix1 ix-1 / ok 1: rx-1", "");
    EXPECT("ok 0: ix1 / ok 1: ry0 / ok 2: ry1", ":y - (2.0)"); /* y has no increments */
    EXPECT("ok 0: ix0 / ok 1: rx0 / ok 2: rx1", ":x - (2.0)");
}

/* Numbers so large that their subsets are not looked at. */
static void not_a_multiple(void **state) {
    (void)state;
    EXPECT("ok 0: ix1000000 / ok 1: ix-1500005 / ok 2: rx500000", "");
    EXPECT("ok 0: ix1000000 / ok 1: ix-1500005 / ok 2: rx500001", ":x - (2.0)");
    EXPECT("ok 0: ix1000000 / ok 1: ix-1500005 / ok 2: rx-5", "");
    EXPECT("ok 0: ix1000000 / ok 1: ix-1500005 / ok 2: rx-4", ":x - (2.0)");
    EXPECT("ok 0: ix1000000 / ok 1: ix-1500006 / ok 2: rx-4", "");
}

static void no_subset(void **state) {
    (void)state;
    EXPECT("ok 0: ix2 / ok 1: ix3 / ok 2: rx4", ":x - (2.0)");
    EXPECT("ok 0: ix2 / ok 1: ix3 / ok 2: rx5 / ok 3: rx2 / ok 4: rx3 / ok 5: rx0", "");
    EXPECT("ok 0: ix5 / ok 1: ix-3 / ok 2: rx1", ":x - (2.0)");
    EXPECT("ok 0: ix5 / ok 1: ix-3 / ok 2: rx2 / ok 3: rx-3", "");
    EXPECT("ok 0: ix3000 ix4000 / ok 1: rx6000", ":x - (1.0)"); /* 3 and 4, as thousands */
}

/* Past the limit only the range and the divisor are known. */
static void the_limit_of_subsets(void **state) {
    (void)state;
    EXPECT("ok 0: ix2 ix65534 / ok 1: rx4", ":x - (1.0)");
    EXPECT("ok 0: ix3 ix65533 / ok 1: rx4", ":x - (1.0)");
    EXPECT("ok 0: ix3 ix65534 / ok 1: rx4", "");
    EXPECT("ok 0: ix9223372036854775807 ix-9223372036854775808 ix1 / ok 1: rx9223372036854775807",
           "");
}

/* Whatever some model allows to see is no garbage. */
static void what_other_anomalies_explain(void **state) {
    (void)state;
    EXPECT("fail 0: ix1 / ok 1: rx1", "");     /* G1a */
    EXPECT("ok 0: rx1 ix1", "");               /* future-read */
    EXPECT("ok 0: ix1 rx0", "");               /* internal */
    EXPECT("ok 0: rx1 / info 1: ix1", "");     /* unknown */
    EXPECT("ok 0: rx0 ix1 rx2 ix1", "");       /* internal */
    EXPECT("ok 0: rx0 ix1 rx3", ":x - (0.2)"); /* later reads are judged as well */
    EXPECT("ok 0: ix1 / info 1: rx2", "");     /* does not count */
    EXPECT("ok 0: ix1 / fail 1: rx2", "");
}

static bool is_subset_sum(const int *numbers, unsigned count, int sum) {
    for (unsigned chosen = 0; chosen < 1u << count; chosen++) {
        int total = 0;
        for (unsigned i = 0; i < count; i++) {
            total += chosen >> i & 1 ? numbers[i] : 0;
        }
        if (total == sum) {
            return true;
        }
    }
    return false;
}

static void as_trying_every_subset(void **state) {
    (void)state;
    uint64_t random = 7;
    for (uint32_t round = 0; round < 400; round++) {
        int numbers[6], spread = 1 + (int)unit_random(&random, 90);
        unsigned count = 1 + unit_random(&random, 6);
        mns_buf notation, expected;
        mns_buf_init(&notation);
        mns_buf_init(&expected);
        mns_buf_str(&notation, "ok 0:");
        for (unsigned i = 0; i < count; i++) {
            numbers[i] = (int)unit_random(&random, 2 * (uint32_t)spread + 1) - spread;
            mns_buf_printf(&notation, " ix%d", numbers[i]);
        }
        int sum = (int)unit_random(&random, 4 * (uint32_t)spread) - 2 * spread;
        mns_buf_printf(&notation, " / ok 1: rx%d", sum);
        EXPECT(notation.data, is_subset_sum(numbers, count, sum) ? "" : ":x - (1.0)");
        mns_buf_release(&notation);
        mns_buf_release(&expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_range),
        cmocka_unit_test(not_a_multiple),
        cmocka_unit_test(no_subset),
        cmocka_unit_test(the_limit_of_subsets),
        cmocka_unit_test(what_other_anomalies_explain),
        cmocka_unit_test(as_trying_every_subset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
