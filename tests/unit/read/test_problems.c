/*
 * test_problems.c - src/read/problems.c: the earliest problems are kept, all are counted, and each
 * gets its place in the text.
 */
#include "read/problems.h"
#include "support/units.h"

static void problems_come_in_the_order_of_the_text(void **state) {
    (void)state;
    mns_problems problems;
    mns_problems_init(&problems);
    mns_problems_add(&problems, MNS_NO_OFFSET, NULL, "nowhere");
    mns_problems_add(&problems, 30, NULL, "late");
    mns_problems_add(&problems, 10, "do this", "early %d", 1);
    mns_problems_add(&problems, 10, NULL, "early %d", 2);
    static const char *const expected[] = {"early 1", "early 2", "late", "nowhere"};
    assert_int_equal(problems.count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(problems.items[i].message, expected[i]);
    }
    assert_string_equal(problems.items[0].hint, "do this");
    assert_null(problems.items[1].hint);
    mns_problems_release(&problems);
    assert_int_equal(problems.count, 0);
}

static void the_first_twenty_are_kept(void **state) {
    (void)state;
    mns_problems problems;
    mns_problems_init(&problems);
    for (uint64_t i = 0; i < 50; i++) {
        mns_problems_add(&problems, 1000 - i * 10, "hint", "at %u", (unsigned)(1000 - i * 10));
    }
    mns_problems_add(&problems, 5000, NULL, "too late");
    assert_int_equal(problems.count, MNS_LIMIT_PROBLEMS);
    assert_int_equal(problems.total, 51);
    assert_false(problems.failed);
    for (uint32_t i = 0; i < MNS_LIMIT_PROBLEMS; i++) {
        assert_int_equal(problems.items[i].offset, 510 + i * 10);
    }
    assert_string_equal(problems.items[MNS_LIMIT_PROBLEMS - 1].message, "at 700");
    mns_problems_release(&problems);
}

static void expect_place(const char *text, uint64_t offset, uint64_t line, uint64_t column) {
    uint64_t got_line, got_column;
    mns_locate(text, strlen(text), offset, &got_line, &got_column);
    assert_int_equal(got_line, line);
    assert_int_equal(got_column, column);
}

static void places_count_lines_and_characters(void **state) {
    (void)state;
    expect_place("", 0, 1, 1);
    expect_place("abc", 0, 1, 1);
    expect_place("abc", 2, 1, 3);
    expect_place("a\nb\n", 1, 1, 2); /* the newline itself */
    expect_place("a\nb\n", 2, 2, 1);
    expect_place("a\nb\n", 4, 3, 1);
    expect_place("a\nb", 99, 2, 2);                 /* past the end: at the end */
    expect_place("\xC3\xA9\xE2\x82\xACx", 5, 1, 3); /* two characters before it */
    expect_place("\n\n\n", 3, 4, 1);
}

/* The text with one problem, located. */
static void locate(mns_problems *problems, const char *text, uint64_t offset) {
    mns_problems_init(problems);
    mns_problems_add(problems, offset, NULL, "here");
    mns_problems_locate(problems, text, strlen(text));
}

static void the_line_is_quoted_with_a_caret(void **state) {
    (void)state;
    mns_problems problems;
    locate(&problems, "first\n\tse\x1b\xC3\xA9ond\nthird", 11);
    assert_int_equal(problems.items[0].line, 2);
    assert_string_equal(problems.items[0].source_line, " se \xC3\xA9ond"); /* nothing that could */
    assert_int_equal(problems.items[0].caret, 5);                          /* hurt a terminal */
    mns_problems_release(&problems);
    locate(&problems, "first", 5);
    assert_string_equal(problems.items[0].source_line, "first");
    assert_int_equal(problems.items[0].caret, 5);
    mns_problems_release(&problems);
    locate(&problems, "", 0);
    assert_string_equal(problems.items[0].source_line, "");
    mns_problems_release(&problems);
    locate(&problems, "first", MNS_NO_OFFSET);
    assert_null(problems.items[0].source_line);
    assert_int_equal(problems.items[0].line, 0);
    mns_problems_release(&problems);
}

static void long_lines_are_shortened(void **state) {
    (void)state;
    char text[1001];
    memset(text, 'x', 1000);
    text[1000] = '\0';
    static const uint64_t offsets[] = {0, 1, 59, 60, 61, 500, 940, 998, 999, 1000};
    for (size_t i = 0; i < MNS_COUNT_OF(offsets); i++) {
        mns_problems problems;
        bool inside = offsets[i] < 1000;
        text[inside ? offsets[i] : 0] = '!';
        locate(&problems, text, offsets[i]);
        const mns_problem *p = &problems.items[0];
        assert_int_equal(p->column, offsets[i] + 1);
        assert_true(strlen(p->source_line) <= 106);
        assert_int_equal(p->source_line[p->caret], inside ? '!' : '\0');
        assert_int_equal(strncmp(p->source_line, "...", 3) == 0, offsets[i] > 60);
        mns_problems_release(&problems);
        text[inside ? offsets[i] : 0] = 'x';
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_come_in_the_order_of_the_text),
        cmocka_unit_test(the_first_twenty_are_kept),
        cmocka_unit_test(places_count_lines_and_characters),
        cmocka_unit_test(the_line_is_quoted_with_a_caret),
        cmocka_unit_test(long_lines_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
