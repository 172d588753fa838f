/*
 * test_plume_line.c - src/format/plume_line.c: the fast path and the slow path read the same.
 *
 * A line is read by the slow path at the end of a file, and by the fast path if enough text follows
 * it.
 */
#include "support/translated.h"
#include "support/units.h"

#define OTHER "r(1,0,77,999999)\n"

/* The translation of a line, and of the same line before other lines, whose session is closed after
 * it. */
static void expect_line(const char *line, const char *expected) {
    mns_buf text, all;
    mns_buf_init(&text);
    mns_buf_init(&all);
    mns_buf_printf(&text, "%s\n", line);
    char *alone = translated_text(text.data, MINOS_FORMAT_PLUME);
    for (int i = 0; i < 16; i++) {
        mns_buf_str(&text, OTHER);
    }
    char *before = translated_text(text.data, MINOS_FORMAT_PLUME);
    assert_string_equal(alone, expected);
    mns_buf_bytes(&all, before, strlen(expected) < strlen(before) ? strlen(expected) : 0);
    assert_string_equal(all.data == NULL ? "" : all.data, expected);
    free(alone);
    free(before);
    mns_buf_release(&text);
    mns_buf_release(&all);
}

/* The same for a line that is rejected. */
static void expect_rejected(const char *line, const char *expected) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "%s\n", line);
    for (int i = 0; i < 2; i++) {
        char *shown = translated_text(text.data, MINOS_FORMAT_PLUME);
        assert_string_equal(shown, expected);
        free(shown);
        for (int j = 0; j < 16; j++) {
            mns_buf_str(&text, OTHER);
        }
    }
    mns_buf_release(&text);
}

static void both_paths_read_the_same(void **state) {
    (void)state;
    expect_line("r(36,0,8,6)",
                "{:type :ok, :process 8, :f :txn, :index 6, :value [[:r 36 nil]]}\n");
    expect_line("w(36,512,8,-1)", "{:type :fail, :process 8, :f :txn, :value [[:w 36 512]]}\n");
    expect_line("w(0,1,0,0)", "{:type :ok, :process 0, :f :txn, :index 0, :value [[:w 0 1]]}\n");
    expect_line("w(0,1,0,0)\r", "{:type :ok, :process 0, :f :txn, :index 0, :value [[:w 0 1]]}\n");
    expect_line("r(007,010,00,03)",
                "{:type :ok, :process 0, :f :txn, :index 3, :value [[:r 7 10]]}\n");
}

static void numbers_of_every_length_are_read(void **state) {
    (void)state;
    static const char digits[] = "98765432109876543210";
    for (int count = 1; count <= 18; count++) {
        mns_buf line, expected;
        mns_buf_init(&line);
        mns_buf_init(&expected);
        mns_buf_printf(&line, "w(%.*s,%.*s,%.*s,%.*s)", count, digits, count, digits, count, digits,
                       count, digits);
        mns_buf_printf(
            &expected,
            "{:type :ok, :process %.*s, :f :txn, :index %.*s, :value [[:w %.*s %.*s]]}\n", count,
            digits, count, digits, count, digits, count, digits);
        expect_line(line.data, expected.data);
        mns_buf_release(&line);
        mns_buf_release(&expected);
    }
}

static void limits_are_exact(void **state) {
    (void)state;
    expect_line("r(18446744073709551615,18446744073709551614,1,2)",
                "{:type :ok, :process 1, :f :txn, :index 2, :value [[:r 18446744073709551615 "
                "18446744073709551614]]}\n");
    expect_rejected("r(18446744073709551616,1,1,2)",
                    "1:3: the key must be at most 18446744073709551615");
    expect_rejected("r(1,28446744073709551615,1,2)",
                    "1:5: the value must be at most 18446744073709551615");
    expect_line("r(1,2,9223372036854775807,9223372036854775807)",
                "{:type :ok, :process 9223372036854775807, :f :txn, :index 9223372036854775807, "
                ":value [[:r 1 2]]}\n");
    expect_rejected("r(1,2,9223372036854775808,1)",
                    "1:7: the session must be at most 9223372036854775807");
    expect_rejected("r(1,2,1,9223372036854775808)",
                    "1:9: the transaction must be at most 9223372036854775807");
    expect_rejected("r(1,2,1,-9223372036854775808)",
                    "1:10: the transaction must be at most 9223372036854775807");
}

static void both_paths_reject_the_same(void **state) {
    (void)state;
    expect_rejected("r(1,2,3,4", "1:10: expected ')' after the transaction");
    expect_rejected("r(1,2,3,4))", "1:11: unexpected text after the operation");
    expect_rejected("r(1,2,3,-)", "1:10: the transaction must be a decimal number");
    expect_rejected("r(1,2,3,-0)", "1:9: the transaction must be -1 or not negative");
    expect_rejected("r(1,2,3,-12)", "1:9: the transaction must be -1 or not negative");
    expect_rejected("r(1,2,3,--1)", "1:10: the transaction must not be negative");
    expect_rejected("r(1,2,,4)", "1:7: the session must be a decimal number");
    expect_rejected("r(1;2,3,4)", "1:4: expected ',' after the key");
    expect_rejected("r(1,2;3,4)", "1:6: expected ',' after the value");
    expect_rejected("r(1,2,3;4)", "1:8: expected ',' after the session");
    expect_rejected("R(1,2,3,4)", "1:1: this line does not begin with r or w");
    expect_rejected("rw(1,2,3,4)", "1:2: expected '(' after r");
    expect_rejected("", "1:1: this line is empty");
    expect_rejected("\r", "1:1: this line is empty");
    expect_rejected("r(1,2,3,4)\r\r", "1:11: unexpected text after the operation");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_paths_read_the_same),
        cmocka_unit_test(numbers_of_every_length_are_read),
        cmocka_unit_test(limits_are_exact),
        cmocka_unit_test(both_paths_reject_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
