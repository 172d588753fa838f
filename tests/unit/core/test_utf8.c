/*
 * test_utf8.c - src/core/utf8.c: valid and invalid characters.
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

static void characters_stay_whole(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t limit, cut;
    } rows[] = {
        {"", 0, 0},
        {"abc", 3, 3},
        {"abcd", 3, 3},
        {"a\xC3\xA9z", 2, 1},
        {"a\xC3\xA9z", 3, 3},
        {"\xF0\x9F\x98\x80!", 3, 0},
        {"\xF0\x9F\x98\x80!", 4, 4},
        /* Invalid: cut nearby instead of searching back to the start. */
        {"a\x80\x80\x80\x80\x80\x80\x80\x80", 7, 3},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        size_t size = strlen(rows[i].text);
        assert_int_equal(mns_utf8_cut(rows[i].text, size, rows[i].limit), rows[i].cut);
    }
}

static void hidden_characters(void **state) {
    (void)state;
    static const uint32_t hidden[] = {0,      0x1B,   0x7F,   0x85,   0x9B,   0xAD,
                                      0x61C,  0x200B, 0x200F, 0x2028, 0x202A, 0x202E,
                                      0x2060, 0x2066, 0x2069, 0xFEFF, 0xFFF9, 0xE0001};
    static const uint32_t seen[] = {' ',    'a',    '~',    0xA0,   0xE9,    0x61D,
                                    0x200A, 0x2010, 0x2027, 0x202F, 0x2070,  0x2603,
                                    0xFE0F, 0xFFFC, 0xFFFD, 0x4E2D, 0x1F600, 0x10FFFF};
    for (size_t i = 0; i < MNS_COUNT_OF(hidden); i++) {
        assert_true(mns_utf8_is_hidden(hidden[i]));
    }
    for (size_t i = 0; i < MNS_COUNT_OF(seen); i++) {
        assert_false(mns_utf8_is_hidden(seen[i]));
    }
    assert_int_equal(mns_utf8_code("a", 1), 'a');
    assert_int_equal(mns_utf8_code("\xC3\xA9", 2), 0xE9);
    assert_int_equal(mns_utf8_code("\xE2\x80\xAE", 3), 0x202E);
    assert_int_equal(mns_utf8_code("\xF3\xA0\x80\x81", 4), 0xE0001);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_accepted),
        cmocka_unit_test(everything_else_is_refused),
        cmocka_unit_test(a_bad_byte_is_found_anywhere),
        cmocka_unit_test(characters_stay_whole),
        cmocka_unit_test(hidden_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
