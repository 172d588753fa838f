/* test_run_words.c - what is said of a run. The file is included, because the command line is a
 * program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/run_words.c"
#include <cmocka.h>

static void expect_number(uint64_t number, const char *expected) {
    char text[32];
    run_number(number, text);
    assert_string_equal(text, expected);
}

static void test_numbers(void **state) {
    (void)state;
    expect_number(0, "0");
    expect_number(999, "999");
    expect_number(1000, "1,000");
    expect_number(123456, "123,456");
    expect_number(UINT64_MAX, "18,446,744,073,709,551,615");
}

static void test_plain(void **state) {
    (void)state;
    char text[] = "My\033[31mSQL\n8\x7F\xC2\x9B ä";
    run_make_plain(text);
    assert_string_equal(text, "My?[31mSQL?8??? ä");
    run_make_plain(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
