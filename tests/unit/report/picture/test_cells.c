/* test_cells.c - text in columns: widths, cuts, what is not trusted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/picture/cells.h"
#include <cmocka.h>

static mns_line line_of(const char *text) {
    mns_line line = {.count = 0};
    mns_line_add(&line, text);
    return line;
}

static void expect_line(const mns_line *line, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_line_write(line, &out);
    assert_false(out.failed);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void test_widths(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t count;
        const char *written;
    } cases[] = {
        {"", 0, "\n"},
        {"r 1", 3, "r 1\n"},
        {"ägд", 3, "ägд\n"},
        {"猫か한", 6, "猫か한\n"},
        {"😀", 2, "😀\n"},
        {"e\u0301", 2, "e?\n"},             /* a mark that combines */
        {"\u200B\u202E\u00AD", 3, "???\n"}, /* nothing, right to left, a soft hyphen */
        {"\t\033\x7F\n", 4, "????\n"},      /* what drives a terminal */
        {"\xFF\xC3", 2, "??\n"},            /* broken */
        {"\u0627", 1, "?\n"},               /* a script that joins */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        mns_line line = line_of(cases[i].text);
        assert_int_equal(line.count, cases[i].count);
        assert_false(line.cut);
        expect_line(&line, cases[i].written);
    }
}

static void test_full(void **state) {
    (void)state;
    mns_line line = {.count = 0};
    for (uint32_t i = 0; i < MNS_LINE_CELLS - 1; i++) {
        mns_line_add(&line, "x");
    }
    assert_false(line.cut);
    mns_line_add(&line, "猫"); /* two columns, but one is left */
    assert_true(line.cut);
    assert_int_equal(line.count, MNS_LINE_CELLS - 1);
    mns_line_add(&line, "y");
    assert_int_equal(line.count, MNS_LINE_CELLS - 1);
}

static void test_put(void **state) {
    (void)state;
    mns_line line = {.count = 0}, text = line_of("append");
    mns_line_put(&line, 2, &text, 6);
    expect_line(&line, "  append\n");
    mns_line_put(&line, 1, &text, 5);
    expect_line(&line, " ap...nd\n");
    mns_line_put(&line, 0, &text, 2);
    expect_line(&line, "..p...nd\n");
    mns_line wide = line_of("猫猫猫"), empty = {.count = 0};
    mns_line_put(&empty, 0, &wide, 4); /* room for half of the first */
    expect_line(&empty, " ...\n");
    mns_line again = {.count = 0};
    mns_line_put(&again, 0, &wide, 5);
    expect_line(&again, "猫...\n");
}

static void test_fill(void **state) {
    (void)state;
    mns_line line = {.count = 0};
    mns_line_fill(&line, 2, 5, "─");
    expect_line(&line, "  ───\n");
    mns_line_fill(&line, 0, MNS_LINE_CELLS, " ");
    expect_line(&line, "\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_put),
        cmocka_unit_test(test_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
