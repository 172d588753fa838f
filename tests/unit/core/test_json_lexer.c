/*
 * test_json_lexer.c - src/core/json_lexer.c: JSON tokens as in RFC 8259, and skipping whole values.
 */
#include "core/lexer.h"
#include "support/units.h"

static void tokens_are_what_they_look_like(void **state) {
    (void)state;
    static const struct {
        const char *text;
        mns_token_kind kind;
        const char *rest;
    } rows[] = {
        {"", MNS_TOKEN_END, ""},
        {" \t\r\n", MNS_TOKEN_END, ""},
        {"null,", MNS_TOKEN_NIL, ","},
        {"true]", MNS_TOKEN_TRUE, "]"},
        {"false", MNS_TOKEN_FALSE, ""},
        {"0", MNS_TOKEN_INTEGER, ""},
        {"-0", MNS_TOKEN_INTEGER, ""},
        {"-12,", MNS_TOKEN_INTEGER, ","},
        {"10", MNS_TOKEN_INTEGER, ""},
        {"9223372036854775807", MNS_TOKEN_INTEGER, ""},
        {"9223372036854775808", MNS_TOKEN_BIG, ""},
        {"0.5", MNS_TOKEN_NUMBER, ""},
        {"1e3", MNS_TOKEN_NUMBER, ""},
        {"-1.5E+03]", MNS_TOKEN_NUMBER, "]"},
        {"\"a\\\"]\" x", MNS_TOKEN_STRING, " x"},
        {"\"\\u00e9\\/\\b\"", MNS_TOKEN_STRING, ""},
        {"[", MNS_TOKEN_VECTOR, ""},
        {"{", MNS_TOKEN_MAP, ""},
        {"]", MNS_TOKEN_CLOSE, ""},
        {"}", MNS_TOKEN_CLOSE, ""},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_lexer lexer;
        mns_token token;
        mns_lexer_init(&lexer, rows[i].text, rows[i].text + strlen(rows[i].text), true);
        if (!mns_next(&lexer, &token) || token.kind != rows[i].kind ||
            strcmp(lexer.p, rows[i].rest) != 0) {
            fail_msg("%s: kind %d, rest '%s'", rows[i].text, (int)token.kind, lexer.p);
        }
    }
}

static void other_texts_are_no_tokens(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "nul",    "True", "nulls",  "01", "-",   "-a",   "1.",          ".5",
        "1e",     "1e+",  "-01",    "+1", "\"a", "'a'",  "\"\\x\"",     "\"\\u12g\"",
        "\"\n\"", "\"\\", "\"\t\"", "(",  ";",   "\x01", "\xEF\xBB\xBF"};
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        mns_lexer lexer;
        mns_token token;
        mns_lexer_init(&lexer, wrong[i], wrong[i] + strlen(wrong[i]), true);
        if (mns_next(&lexer, &token)) {
            fail_msg("%s is read", wrong[i]);
        }
        assert_non_null(lexer.hint);
        assert_true(lexer.error_at >= lexer.begin && lexer.error_at <= lexer.end);
    }
}

static bool skips(const char *text) {
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, text, text + strlen(text), true);
    bool good = mns_next(&lexer, &token) && mns_skip_rest(&lexer, &token);
    assert_true(!good || lexer.p == lexer.end);
    return good;
}

static void skipped_values_are_checked(void **state) {
    (void)state;
    static const char *const good[] = {"1", "[]", "{}", "[1, [2], {\"a\": [{}]}]",
                                       "{\"a\": 1, \"b\": {\"c\": []}}"};
    static const char *const bad[] = {"[1 2]",
                                      "[1,]",
                                      "[,]",
                                      "{\"a\"}",
                                      "{\"a\": 1,}",
                                      "{1: 2}",
                                      "{\"a\" 1}",
                                      "{\"a\":: 1}",
                                      "[{\"a\": 1]]",
                                      "[[1}]",
                                      "[1",
                                      "{\"a\": [1}",
                                      "{\"a\": 1 \"b\": 2}",
                                      "{[]: 1}",
                                      "[1:2]"};
    for (size_t i = 0; i < MNS_COUNT_OF(good); i++) {
        assert_true(skips(good[i]));
    }
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        if (skips(bad[i])) {
            fail_msg("%s is skipped", bad[i]);
        }
    }
}

static bool skips_depth(uint32_t depth) {
    char text[2 * (MNS_LIMIT_DEPTH + 2) + 1];
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = '\0';
    return skips(text);
}

static void nesting_is_bounded(void **state) {
    (void)state;
    assert_true(skips_depth(1));
    assert_true(skips_depth(MNS_LIMIT_DEPTH));
    assert_false(skips_depth(MNS_LIMIT_DEPTH + 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_what_they_look_like),
        cmocka_unit_test(other_texts_are_no_tokens),
        cmocka_unit_test(skipped_values_are_checked),
        cmocka_unit_test(nesting_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
