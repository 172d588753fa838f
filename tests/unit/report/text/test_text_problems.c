/* test_text_problems.c - errors with their source line and caret, safe for a terminal. */
#include "report/text/text_report.h"
#include "unit/support/report_fixture.h"

static mns_problems problems;
static mns_buf out;

static int setup(void **state) {
    (void)state;
    mns_problems_init(&problems);
    mns_buf_init(&out);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    mns_problems_release(&problems);
    mns_buf_release(&out);
    return 0;
}

static void write(minos_status status, unsigned flags) {
    mns_check_result report = {.status = status, .name = "h.edn", .problems = &problems};
    mns_report_problems(&report, flags, &out);
    assert_false(out.failed);
}

static void test_place_and_caret(void **state) {
    (void)state;
    const char data[] = "{:a 1}\n{:b oops}\n";
    mns_problems_add(&problems, 11, "write a number", "'oops' is not a number");
    mns_problems_locate(&problems, data, sizeof data - 1);
    write(MINOS_EINPUT, 0);
    assert_string_equal(out.data, "minos: h.edn:2:5: error: 'oops' is not a number\n"
                                  "  {:b oops}\n"
                                  "      ^\n"
                                  "  hint: write a number\n");
}

static void test_without_a_place(void **state) {
    (void)state;
    mns_problems_add(&problems, MNS_NO_OFFSET, NULL, "no such file");
    write(MINOS_EIO, 0);
    assert_string_equal(out.data, "minos: h.edn: error: no such file\n");
}

static void test_caret_counts_characters(void **state) {
    (void)state;
    const char data[] = "\t\"äö€\" x";
    mns_problems_add(&problems, 11, NULL, "bad");
    mns_problems_locate(&problems, data, sizeof data - 1);
    write(MINOS_EINPUT, 0);
    /* One place for each character before it: the tab, two quotes, three letters, a space. */
    assert_non_null(strstr(out.data, "\n   \"äö€\" x\n         ^\n"));
}

static void test_control_characters(void **state) {
    (void)state;
    const char data[] = "a\033[31m\x7f\xc2\x9b\xff\xe2\x82 b";
    mns_problems_add(&problems, 0, "hint \033[0m", "message \033]0;x\x07");
    mns_problems_locate(&problems, data, sizeof data - 1);
    write(MINOS_EINPUT, 0);
    for (size_t i = 0; i < out.size; i++) {
        unsigned char c = (unsigned char)out.data[i];
        assert_true(c == '\n' || (c >= 0x20 && c < 0x7f));
    }
    assert_non_null(strstr(out.data, "error: message ?]0;x?\n"));
    assert_non_null(strstr(out.data, "hint: hint ?[0m\n"));
}

static void test_more_than_are_kept(void **state) {
    (void)state;
    for (unsigned i = 0; i < MNS_LIMIT_PROBLEMS + 5; i++) {
        mns_problems_add(&problems, i, NULL, "problem %u", i);
    }
    mns_problems_locate(&problems, "0123456789012345678901234567890", 31);
    write(MINOS_EINPUT, 0);
    assert_non_null(strstr(out.data, ": error: problem 19\n"));
    assert_null(strstr(out.data, "problem 20"));
    assert_non_null(strstr(out.data, "minos: h.edn: 5 more errors are not shown\n"));
}

static void test_nothing_known(void **state) {
    (void)state;
    write(MINOS_ENOMEM, 0);
    assert_string_equal(out.data, "minos: h.edn: error: out of memory\n");
}

static void test_color(void **state) {
    (void)state;
    mns_problems_add(&problems, 0, NULL, "bad");
    mns_problems_locate(&problems, "x", 1);
    write(MINOS_EINPUT, MINOS_COLOR);
    assert_non_null(strstr(out.data, "\033[1;31merror:\033[0m bad\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_place_and_caret, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_a_place, setup, teardown),
        cmocka_unit_test_setup_teardown(test_caret_counts_characters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_control_characters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_more_than_are_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nothing_known, setup, teardown),
        cmocka_unit_test_setup_teardown(test_color, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
