/*
 * test_edn_lexer.c - src/core/edn_lexer.c: tokens, malformed EDN, and the limit of nesting.
 */
#include "core/lexer.h"
#include "support/units.h"

static const struct {
    const char *text;
    mns_token_kind kind;
    const char *rest; /* the unread rest */
} rows[] = {
    {"", MNS_TOKEN_END, ""},
    {" ,\t\r\n\f\v", MNS_TOKEN_END, ""},
    {"; comment", MNS_TOKEN_END, ""},
    {"; c\n nil", MNS_TOKEN_NIL, ""},
    {"nil]", MNS_TOKEN_NIL, "]"},
    {"nill", MNS_TOKEN_SYMBOL, ""},
    {"true", MNS_TOKEN_TRUE, ""},
    {"false", MNS_TOKEN_FALSE, ""},
    {"12", MNS_TOKEN_INTEGER, ""},
    {"12N]", MNS_TOKEN_INTEGER, "]"},
    {"-12", MNS_TOKEN_INTEGER, ""},
    {"+12", MNS_TOKEN_INTEGER, ""},
    {"-", MNS_TOKEN_SYMBOL, ""},
    {"+a", MNS_TOKEN_SYMBOL, ""},
    {"9223372036854775808N", MNS_TOKEN_BIG, ""},
    {"1.5", MNS_TOKEN_NUMBER, ""},
    {"1.", MNS_TOKEN_NUMBER, ""},
    {"1e3", MNS_TOKEN_NUMBER, ""},
    {"-1.5E-3M", MNS_TOKEN_NUMBER, ""},
    {"3M", MNS_TOKEN_NUMBER, ""},
    {"1/2", MNS_TOKEN_NUMBER, ""},
    {"##Inf", MNS_TOKEN_NUMBER, ""},
    {"##-Inf)", MNS_TOKEN_NUMBER, ")"},
    {"\"a\\\"b\"x", MNS_TOKEN_STRING, "x"},
    {"\"line\nline\"", MNS_TOKEN_STRING, ""},
    {"\"\\u00e9\\t\\'\\7\"", MNS_TOKEN_STRING, ""},
    {"\\a", MNS_TOKEN_CHARACTER, ""},
    {"\\newline]", MNS_TOKEN_CHARACTER, "]"},
    {"\\(]", MNS_TOKEN_CHARACTER, "]"},
    {"\\;]", MNS_TOKEN_CHARACTER, "]"},
    {":a/b.c-d?", MNS_TOKEN_KEYWORD, ""},
    {":1", MNS_TOKEN_KEYWORD, ""},
    {"a.b/c!", MNS_TOKEN_SYMBOL, ""},
    {"[", MNS_TOKEN_VECTOR, ""},
    {"(", MNS_TOKEN_LIST, ""},
    {"{", MNS_TOKEN_MAP, ""},
    {"#{1", MNS_TOKEN_SET, "1"},
    {"]", MNS_TOKEN_CLOSE, ""},
    {"#inst \"x\"", MNS_TOKEN_TAG, " \"x\""},
    {"#_ 1 2", MNS_TOKEN_INTEGER, ""},
    {"#_ #_ 1 2 :k", MNS_TOKEN_KEYWORD, ""},
    {"\xC3\xA9", MNS_TOKEN_SYMBOL, ""},
};

static void tokens_are_what_they_look_like(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_lexer lexer;
        mns_token token;
        mns_lexer_init(&lexer, rows[i].text, rows[i].text + strlen(rows[i].text), false);
        if (!mns_next(&lexer, &token) || token.kind != rows[i].kind ||
            strcmp(lexer.p, rows[i].rest) != 0) {
            fail_msg("%s: kind %d, rest '%s'", rows[i].text, (int)token.kind, lexer.p);
        }
    }
}

static void other_texts_are_no_tokens(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "1x",        "1e",     "1.5.2", "1/",   "1/x",      "1NN",        "\"a", "\"\\q\"",
        "\"\\u12\"", "\"\\",   "\\",    "\\\n", ":",        "::a",        "#",   "# a",
        "##",        "#\"a\"", "'a",    "`a",   "~a",       "^a",         "@a",  "\x01",
        "\x7f",      "#_",     "#_ ]",  "#_[1", "#_1 #_ }", "1\x01x@ 2#_"};
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        mns_lexer lexer;
        mns_token token;
        mns_lexer_init(&lexer, wrong[i], wrong[i] + strlen(wrong[i]), false);
        bool good = true;
        for (int n = 0; n < 3 && good; n++) {
            good = mns_next(&lexer, &token);
        }
        if (good) {
            fail_msg("%s is read", wrong[i]);
        }
        assert_non_null(lexer.error);
        assert_non_null(lexer.hint);
        assert_true(lexer.error_at >= lexer.begin && lexer.error_at <= lexer.end);
    }
}

static bool skips(const char *text) {
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, text, text + strlen(text), false);
    bool good = mns_next(&lexer, &token) && mns_skip_rest(&lexer, &token);
    assert_true(good == (lexer.error == NULL));
    assert_true(!good || lexer.p == lexer.end);
    return good;
}

static void skipped_forms_are_checked(void **state) {
    (void)state;
    static const char *const good[] = {"{:a 1}",   "{:a #_ :b 1}",   "{#_ :a :b 1}", "{:a #x 1}",
                                       "[#_ 1]",   "#{1 {2 3} (4)}", "#a #b [1]",    "[#_ #a 1]",
                                       "{[1] []}", "[#_ #_ 1 2]"};
    static const char *const bad[] = {"{:a}",      "{:a 1 :b}", "{:a #_ 1}", "{:a #x}", "[#_ ]",
                                      "[#_ #_ 1]", "[(])",      "[1",        "#a",      "#a ]",
                                      "[1x]",      "{:a 1]",    "#{1",       "[\"]"};
    for (size_t i = 0; i < MNS_COUNT_OF(good); i++) {
        assert_true(skips(good[i]));
    }
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        if (skips(bad[i])) {
            fail_msg("%s is skipped", bad[i]);
        }
    }
}

/* `depth` opening brackets of any kind, then the closing ones. */
static bool skips_depth(uint32_t depth) {
    char text[2 * (MNS_LIMIT_DEPTH + 2) + 1];
    for (uint32_t i = 0; i < depth; i++) {
        text[i] = i % 2 == 0 ? '[' : '(';
        text[2 * depth - 1 - i] = i % 2 == 0 ? ']' : ')';
    }
    text[2 * depth] = '\0';
    return skips(text);
}

static void nesting_is_bounded(void **state) {
    (void)state;
    assert_true(skips_depth(1));
    assert_true(skips_depth(MNS_LIMIT_DEPTH));
    assert_false(skips_depth(MNS_LIMIT_DEPTH + 1));
}

/* Ten thousand discards in a row are counted, not nested. */
static void discards_do_not_nest(void **state) {
    (void)state;
    enum { COUNT = 10000 };
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 0; i < COUNT; i++) {
        mns_buf_str(&text, "#_");
    }
    mns_buf_repeat(&text, ' ', 1);
    for (int i = 0; i < COUNT; i++) {
        mns_buf_str(&text, "1 ");
    }
    mns_buf_str(&text, "7");
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, text.data, text.data + text.size, false);
    assert_true(mns_next(&lexer, &token));
    assert_int_equal(token.integer, 7);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_what_they_look_like),
        cmocka_unit_test(other_texts_are_no_tokens),
        cmocka_unit_test(skipped_forms_are_checked),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(discards_do_not_nest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
