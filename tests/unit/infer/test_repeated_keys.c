/*
 * test_repeated_keys.c - src/infer/repeated_keys.c: the transactions that may meet a key twice.
 */
#include "support/units.h"

static void expect_revisits(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (uint32_t i = 0; i < u.observation.repeated_keys.count; i++) {
        mns_buf_printf(&out, "%s%u", i > 0 ? " " : "",
                       (unsigned)u.observation.repeated_keys.txn[i]);
    }
    char *text = mns_buf_take(&out, NULL);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    unit_close(&u);
}

static void whoever_meets_a_key_twice(void **state) {
    (void)state;
    expect_revisits("ok 0: ax1 ax2", "0");
    expect_revisits("ok 0: ax1 rx[1]", "0");
    expect_revisits("ok 0: rx ry rz rx", "0");
    expect_revisits("fail 0: rx ax1 / ok 1: ax2 / info 2: ay1 rz ay2", "0 2"); /* whatever became */
    expect_revisits("ok 0: wx1 wx2 / ok 1: wx3", "0");                         /* of a register */
    expect_revisits("ok 0: sx1 rx{1}", "0");
    expect_revisits("ok 0: ix1 rx1", "0");
}

static void others_are_left_out(void **state) {
    (void)state;
    expect_revisits("", "");
    expect_revisits("ok 0: ax1", "");
    expect_revisits("ok 0: ax1 ay1 rz", "");
    expect_revisits("ok 0: ax1 / ok 0: ax2", ""); /* two transactions */
}

/* Keys 64 apart look alike at first. */
static void keys_that_look_alike_are_compared(void **state) {
    (void)state;
    mns_buf out;
    unit u;
    mns_buf_init(&out);
    for (unsigned key = 0; key <= 64; key++) {
        mns_buf_printf(&out, "{:type :ok, :process 0, :value [[:append %u 1]]}\n", key);
    }
    mns_buf_str(&out, "{:type :ok, :process 0, :value [[:append 0 2] [:append 64 2]]}\n");
    mns_buf_str(&out, "{:type :ok, :process 0, :value [[:append 1 2] [:r 2 nil] [:append 1 3]]}\n");
    unit_read(&u, out.data, MINOS_FORMAT_EDN);
    assert_int_equal(u.status, MINOS_OK);
    assert_int_equal(u.observation.repeated_keys.count, 1);
    assert_int_equal(u.observation.repeated_keys.txn[0], 66);
    unit_close(&u);
    mns_buf_release(&out);
}

/* A long transaction is listed if its keys look alike, whether they are or not. */
static void long_transactions_are_not_compared(void **state) {
    (void)state;
    mns_buf out;
    unit u;
    mns_buf_init(&out);
    mns_buf_str(&out, "{:type :ok, :process 0, :value [");
    for (unsigned key = 0; key < 100; key++) {
        mns_buf_printf(&out, "[:append %u 1] ", key);
    }
    mns_buf_str(&out, "]}\n");
    unit_read(&u, out.data, MINOS_FORMAT_EDN);
    assert_int_equal(u.status, MINOS_OK);
    assert_int_equal(u.observation.repeated_keys.count, 1);
    unit_close(&u);
    mns_buf_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_meets_a_key_twice),
        cmocka_unit_test(others_are_left_out),
        cmocka_unit_test(keys_that_look_alike_are_compared),
        cmocka_unit_test(long_transactions_are_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
