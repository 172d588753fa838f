/* test_driver_error.c - src/run/driver/driver_error.c: one-line messages, and the best matching row
 * of a table. */
#include <setjmp.h>
#include <stdarg.h>

#include "run/driver/driver.h"
#include <cmocka.h>

static void expect_message(const char *message, const char *expected) {
    mns_driver_error failure;
    mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, true, "deadlock", "40P01", message);
    assert_string_equal(failure.message, expected);
    assert_string_equal(failure.code, "40P01");
    assert_string_equal(failure.name, "deadlock");
    assert_true(failure.broken);
    assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
}

static void a_message_is_one_line(void **state) {
    (void)state;
    expect_message("ERROR:  no\nDETAIL:\tx\n", "ERROR:  no DETAIL: x");
    expect_message("\r\n \n", "");
    expect_message("", "");
    expect_message("\x1b[31mred\x7f!", " [31mred !");
    expect_message("caf\xc3\xa9", "caf\xc3\xa9");
}

static void long_texts_are_shortened(void **state) {
    (void)state;
    char text[1000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    mns_driver_error failure;
    mns_driver_error_set(&failure, MNS_OUTCOME_INFO, false, "other", text, text);
    assert_int_equal(strlen(failure.code), sizeof failure.code - 1);
    assert_int_equal(strlen(failure.message), sizeof failure.message - 1);
    assert_memory_equal(failure.message, text, sizeof failure.message - 1);
}

static const mns_error_row rows[] = {
    {"40*", "rollback", MNS_OUTCOME_FAIL, false},
    {"40003", "unknown", MNS_OUTCOME_INFO, false},
    {"4000*", "longer", MNS_OUTCOME_FAIL, false},
    {"08*", "connection", MNS_OUTCOME_INFO, true},
};

static void expect_row(const char *code, const char *name) {
    const mns_error_row *row = mns_error_find(rows, MNS_COUNT_OF(rows), code);
    assert_string_equal(row == NULL ? "none" : row->name, name);
}

static void the_best_row_is_found(void **state) {
    (void)state;
    expect_row("40003", "unknown"); /* exact match before prefixes */
    expect_row("40001", "longer");
    expect_row("40P01", "rollback");
    expect_row("40", "rollback");
    expect_row("08006", "connection");
    expect_row("0", "none");
    expect_row("4", "none");
    expect_row("400031", "longer"); /* no exact match */
    expect_row("", "none");
    assert_null(mns_error_find(rows, 0, "40001"));
    static const mns_error_row any = {"*", "any", MNS_OUTCOME_INFO, false};
    assert_ptr_equal(mns_error_find(&any, 1, "XX000"), &any);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_one_line),
        cmocka_unit_test(long_texts_are_shortened),
        cmocka_unit_test(the_best_row_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
