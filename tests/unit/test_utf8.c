/*
 * test_utf8.c - src/core/utf8.c: what is a character and what is none.
 */
#include "core/utf8.h"

#include "support/units.h"

/* Where the first bad byte is, or -1. */
static ptrdiff_t invalid(const char *text) {
    const char *at = mns_utf8_invalid(text, strlen(text));
    return at == NULL ? -1 : at - text;
}

static void characters_are_accepted(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "plain",
                                        "\x7F",
                                        "\xC2\x80",
                                        "\xDF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xED\x9F\xBF",
                                        "\xEE\x80\x80",
                                        "\xEF\xBF\xBF",
                                        "\xF0\x90\x80\x80",
                                        "\xF4\x8F\xBF\xBF",
                                        "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z"};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        assert_int_equal(invalid(texts[i]), -1);
    }
}

static void everything_else_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        ptrdiff_t at;
    } bad[] = {{"\x80", 0},
               {"a\xBF", 1},
               {"\xC0\xAF", 0}, /* overlong */
               {"\xC1\xBF", 0},
               {"\xE0\x9F\xBF", 0},
               {"\xF0\x8F\xBF\xBF", 0},
               {"\xED\xA0\x80", 0}, /* surrogates */
               {"\xED\xBF\xBF", 0},
               {"\xF4\x90\x80\x80", 0}, /* beyond U+10FFFF */
               {"\xF5\x80\x80\x80", 0},
               {"\xFF", 0},
               {"ab\xC3", 2}, /* cut short */
               {"ab\xE2\x82", 2},
               {"\xF0\x9F\x98", 0},
               {"\xC3\xA9\xE9 ", 2},
               {"\xE2\x28\xA1", 0}};
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        assert_int_equal(invalid(bad[i].text), bad[i].at);
    }
}

/* Wherever it stands among what is skipped a vector at a time. */
static void a_bad_byte_is_found_anywhere(void **state) {
    (void)state;
    char text[1500];
    memset(text, 'x', sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = '\x80';
        assert_ptr_equal(mns_utf8_invalid(text, sizeof text), text + i);
        assert_null(mns_utf8_invalid(text, i));
        text[i] = 'x';
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_accepted),
        cmocka_unit_test(everything_else_is_refused),
        cmocka_unit_test(a_bad_byte_is_found_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
