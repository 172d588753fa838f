/*
 * test_awdit_read.c - src/format/awdit_read.c: sessions, transactions and separators. Malformed
 * files are in tests/malformed.
 */
#include "format/format.h"
#include "support/translated.h"
#include "support/units.h"

static void expect(const char *text, const char *expected) {
    char *shown = translated_text(text, MINOS_FORMAT_AWDIT);
    assert_string_equal(shown, expected);
    free(shown);
}

static void separators_end_transactions_and_sessions(void **state) {
    (void)state;
    expect("w 0 1\nr 1 2\n-----\nr 0 1\n=====\nw 1 2\n",
           "{:type :ok, :process 0, :f :txn, :value [[:w 0 1] [:r 1 2]]}\n"
           "{:type :ok, :process 0, :f :txn, :value [[:r 0 1]]}\n"
           "{:type :ok, :process 1, :f :txn, :value [[:w 1 2]]}\n");
}

static void empty_transactions_and_sessions_do_not_exist(void **state) {
    (void)state;
    expect("", "");
    expect("=====\n-----\n\n=====\n", "");
    expect("-----\nw 0 1\n-----\n-----\n=====\n-----\n=====\nw 0 2\n=====\n",
           "{:type :ok, :process 0, :f :txn, :value [[:w 0 1]]}\n"
           "{:type :ok, :process 1, :f :txn, :value [[:w 0 2]]}\n");
}

static void zero_is_an_ordinary_value(void **state) {
    (void)state;
    expect("w 0 0\n=====\nr 0 0\nr 1 00\n",
           "{:type :ok, :process 0, :f :txn, :value [[:w 0 0]]}\n"
           "{:type :ok, :process 1, :f :txn, :value [[:r 0 0] [:r 1 0]]}\n");
}

/* The text of a transaction is handed over in several pieces. */
static void a_long_transaction_is_read(void **state) {
    (void)state;
    mns_buf text, expected;
    mns_buf_init(&text);
    mns_buf_init(&expected);
    mns_buf_str(&expected, "{:type :ok, :process 0, :f :txn, :value [");
    for (unsigned i = 0; i < 20000; i++) {
        mns_buf_printf(&text, "w %u %u\n", i, i * i);
        mns_buf_printf(&expected, "%s[:w %u %u]", i == 0 ? "" : " ", i, i * i);
    }
    mns_buf_str(&expected, "]}\n");
    expect(text.data, expected.data);
    mns_buf_release(&text);
    mns_buf_release(&expected);
}

static bool fits(const char *text) { return mns_awdit_reader.fits(text, strlen(text), true); }

static void the_first_bytes_show_the_format(void **state) {
    (void)state;
    assert_true(fits("w 0 0\n"));
    assert_true(fits("\n\r\n  r\t0 0\n"));
    assert_true(fits("r  0 0\n"));
    assert_true(fits("=====\nw 0 0\n"));
    assert_true(fits("-\nw 0 0\n"));
    assert_false(fits("w(1,5,0,1)\n"));
    assert_false(fits("{:type :ok}\n"));
    assert_false(fits("-1 5\n"));
    assert_false(fits("write 5\n"));
    assert_false(fits("\n\n"));
    assert_false(fits(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separators_end_transactions_and_sessions),
        cmocka_unit_test(empty_transactions_and_sessions_do_not_exist),
        cmocka_unit_test(zero_is_an_ordinary_value),
        cmocka_unit_test(a_long_transaction_is_read),
        cmocka_unit_test(the_first_bytes_show_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
