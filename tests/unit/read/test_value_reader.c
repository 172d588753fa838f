/*
 * test_value_reader.c - src/read/value_reader.c: which texts are the same key or element.
 */
#include "read/value_reader.h"
#include "support/units.h"

static mns_values values;

static int make_values(void **state) {
    (void)state;
    mns_values_init(&values);
    return 0;
}

static int drop_values(void **state) {
    (void)state;
    mns_values_release(&values);
    return 0;
}

static minos_status read_status(const char *text, bool json, mns_value *value) {
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, text, text + strlen(text), json);
    assert_true(mns_next(&lexer, &token));
    minos_status status = mns_value_read(&lexer, &token, &values, value);
    if (status == MINOS_OK) {
        assert_ptr_equal(lexer.p, lexer.end);
    } else {
        assert_non_null(lexer.error);
    }
    return status;
}

static mns_value value_of(const char *text, bool json) {
    mns_value value = MNS_VALUE_NONE;
    if (read_status(text, json, &value) != MINOS_OK) {
        fail_msg("%s is rejected", text);
    }
    assert_int_not_equal(value, MNS_VALUE_NONE);
    return value;
}

static void equal_texts_are_one_value(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"5", "5N"},
        {"5", "+5"},
        {"5", "005"},
        {"0", "-0"},
        {"9223372036854775808", "9223372036854775808N"},
        {"9223372036854775808", "+009223372036854775808"},
        {"-9223372036854775809", "-09223372036854775809"},
        {"0.1", "0.10"},
        {"100.0", "1e2"},
        {"0.0", "-0.0"},
        {"1/2", "2/4"},
        {"2", "4/2"},
        {"1.0M", "1.00M"},
        {"[0.5 1/2]", "(5e-1, 3/6)"},
        {"#x 1.0", "#x 1.00"},
        {"[1 2]", "(1,2)"},
        {"[1 [2 :a]]", "[ 1 (2, :a) ]"},
        {"[]", "( )"},
        {"\"A\"", "\"\\u0041\""},
        {"\"A1\"", "\"\\1011\""}, /* octal, three digits at most */
        {"\"\xC3\xA9\"", "\"\\u00e9\""},
        {"\"\xE2\x82\xAC\"", "\"\\u20AC\""},
        {"\"\xF0\x9F\x98\x80\"", "\"\\uD83D\\uDE00\""},
        {"\"a\nb\"", "\"a\\nb\""},
        {"#inst \"2020\"", "#inst, \"2020\""},
        {"[#_ 1 2]", "[2]"},
        {"nil", "nil"},
        {"\\a", "\\a"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        if (value_of(pairs[i][0], false) != value_of(pairs[i][1], false)) {
            fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
        }
    }
}

/* Each of these differs from every other. */
static const char *const different[] = {"1",
                                        "1.0",
                                        "1.0M",
                                        "1.5",
                                        "1.5M",
                                        "3/2",
                                        "0",
                                        "0.0",
                                        "##NaN",
                                        "-1",
                                        "a",
                                        ":a",
                                        "\"a\"",
                                        "\\a",
                                        "nil",
                                        "true",
                                        "false",
                                        "\"nil\"",
                                        "[1]",
                                        "[[1]]",
                                        "\"[1]\"",
                                        "[:a]",
                                        "[\"a\"]",
                                        "[a]",
                                        "[1 2]",
                                        "[12]",
                                        "[]",
                                        "\"\"",
                                        "#x 1",
                                        "#y 1",
                                        "[#x 1]",
                                        "1/2",
                                        "\"1\"",
                                        "[\"a b\"]",
                                        "[\"a\" \"b\"]",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "\"a \"",
                                        ":a/b",
                                        "1073741824",
                                        "-1073741824"};

static void different_texts_are_different_values(void **state) {
    (void)state;
    mns_value refs[MNS_COUNT_OF(different)];
    for (size_t i = 0; i < MNS_COUNT_OF(different); i++) {
        refs[i] = value_of(different[i], false);
        for (size_t j = 0; j < i; j++) {
            if (refs[i] == refs[j]) {
                fail_msg("%s is %s", different[i], different[j]);
            }
        }
    }
}

static void json_and_edn_agree(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"12", "12"},
        {"\"x\"", "\"x\""},
        {"null", "nil"},
        {"true", "true"},
        {"[1, \"a\"]", "[1 \"a\"]"},
        {"\"\\u00e9\\/\"", "\"\xC3\xA9/\""},
        {"1.5", "1.5"},
        {"1.50", "15e-1"},
        {"1E2", "100.0"},
        {"\"\\b\"", "\"\\b\""},
        {"99999999999999999999", "99999999999999999999N"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        assert_int_equal(value_of(pairs[i][0], true), value_of(pairs[i][1], false));
    }
}

static void maps_and_sets_are_rejected(void **state) {
    (void)state;
    mns_value value;
    static const char *const texts[] = {"{}", "#{1}", "[{}]", "[1 #{}]", "#x {:a 1}", "#x ]", "[1"};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        assert_int_equal(read_status(texts[i], false, &value), MINOS_EINPUT);
    }
    assert_int_equal(read_status("{\"a\": 1}", true, &value), MINOS_EINPUT);
}

static void numbers_without_a_value_are_rejected(void **state) {
    (void)state;
    mns_value value;
    static const char *const texts[] = {"1e400", "1/0", "[1.0 1e400]"};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        assert_int_equal(read_status(texts[i], false, &value), MINOS_EINPUT);
    }
    assert_int_equal(read_status("1e400", true, &value), MINOS_EINPUT);
    assert_int_equal(read_status("1e400M", false, &value), MINOS_OK);
}

/* A number inside so many vectors. */
static minos_status read_depth(uint32_t depth) {
    char text[2 * MNS_LIMIT_VALUE_DEPTH + 8];
    memset(text, '[', depth);
    text[depth] = '1';
    memset(text + depth + 1, ']', depth);
    text[2 * depth + 1] = '\0';
    mns_value value;
    return read_status(text, false, &value);
}

static void nesting_is_bounded(void **state) {
    (void)state;
    /* The number is a level of its own. */
    assert_int_equal(read_depth(MNS_LIMIT_VALUE_DEPTH - 1), MINOS_OK);
    assert_int_equal(read_depth(MNS_LIMIT_VALUE_DEPTH), MINOS_EINPUT);
    char tags[3 * 40 + 2];
    for (size_t i = 0; i < 40; i++) {
        memcpy(tags + 3 * i, "#a ", 3);
    }
    memcpy(tags + 3 * 40, "1", 2);
    mns_value value;
    assert_int_equal(read_status(tags, false, &value), MINOS_EINPUT);
    assert_int_equal(read_status(tags + 3 * 20, false, &value), MINOS_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_texts_are_one_value),
        cmocka_unit_test(different_texts_are_different_values),
        cmocka_unit_test(json_and_edn_agree),
        cmocka_unit_test(maps_and_sets_are_rejected),
        cmocka_unit_test(numbers_without_a_value_are_rejected),
        cmocka_unit_test(nesting_is_bounded),
    };
    return cmocka_run_group_tests(tests, make_values, drop_values);
}
