/*
 * test_lexer.c - src/core/lexer.c: walking over both notations, skipping forms, integers.
 */
#include "core/lexer.h"
#include "support/units.h"

static mns_lexer lexer_of(const char *text, bool json) {
    mns_lexer lexer;
    mns_lexer_init(&lexer, text, text + strlen(text), json);
    return lexer;
}

static void integers_end_at_64_bits(void **state) {
    (void)state;
    static const struct {
        const char *digits;
        mns_token_kind kind;
        int64_t integer;
    } rows[] = {
        {"0", MNS_TOKEN_INTEGER, 0},
        {"-0", MNS_TOKEN_INTEGER, 0},
        {"+7", MNS_TOKEN_INTEGER, 7},
        {"-7", MNS_TOKEN_INTEGER, -7},
        {"0000000000000000000000000000012", MNS_TOKEN_INTEGER, 12},
        {"9223372036854775807", MNS_TOKEN_INTEGER, INT64_MAX},
        {"9223372036854775808", MNS_TOKEN_BIG, 0},
        {"-9223372036854775808", MNS_TOKEN_INTEGER, INT64_MIN},
        {"-9223372036854775809", MNS_TOKEN_BIG, 0},
        {"18446744073709551616", MNS_TOKEN_BIG, 0},
        {"18446744073709551623", MNS_TOKEN_BIG, 0},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_token token = {.kind = MNS_TOKEN_END};
        mns_token_integer(&token, rows[i].digits, rows[i].digits + strlen(rows[i].digits));
        assert_int_equal(token.kind, rows[i].kind);
        if (token.kind == MNS_TOKEN_INTEGER) {
            assert_true(token.integer == rows[i].integer);
        }
    }
}

static bool spells(const char *text, bool json, const char *name) {
    mns_lexer lexer = lexer_of(text, json);
    mns_token token;
    assert_true(mns_next(&lexer, &token));
    return mns_token_spells(&token, name, strlen(name));
}

static void names_are_spelt_in_three_ways(void **state) {
    (void)state;
    assert_true(spells(":ok", false, "ok"));
    assert_true(spells("\"ok\"", false, "ok"));
    assert_true(spells("\"ok\"", true, "ok"));
    assert_true(spells("ok", false, "ok"));
    assert_false(spells(":okay", false, "ok"));
    assert_false(spells(":o", false, "ok"));
    assert_false(spells("\"\"", false, "ok"));
    assert_false(spells("12", false, "12"));
    assert_false(spells("nil", false, "nil"));
}

/* Walks one collection and counts its elements; -1 on error. */
static int count_elements(const char *text, bool json) {
    mns_lexer lexer = lexer_of(text, json);
    mns_token token;
    int more, count = 0;
    assert_true(mns_next(&lexer, &token));
    mns_walk walk = mns_walk_begin(&lexer, &token);
    while ((more = mns_walk_next(&walk, &token)) > 0 && mns_skip_rest(&lexer, &token)) {
        count++;
    }
    if (more == 0) {
        assert_ptr_equal(lexer.p, lexer.end);
    }
    return more == 0 ? count : -1;
}

static void walks_see_every_element(void **state) {
    (void)state;
    assert_int_equal(count_elements("[]", false), 0);
    assert_int_equal(count_elements("[1,,2 ,]", false), 2);
    assert_int_equal(count_elements("(1 [2 3] {:a 1} #{4} #x 5)", false), 5);
    assert_int_equal(count_elements("[#_1 2 #_ #_ 3 4 5 #_[6 7]]", false), 2);
    assert_int_equal(count_elements("[#_#a #b 1 2]", false), 1);
    assert_int_equal(count_elements("[ ]", true), 0);
    assert_int_equal(count_elements("[1, [2, 3], {\"a\": 1}]", true), 3);
}

static void walks_end_with_an_error(void **state) {
    (void)state;
    static const char *const edn[] = {"[1 2", "[1 2)", "[1 #_]", "[#a]", "[1 #_ #_ 2]", "[[1}]"};
    static const char *const json[] = {"[1", "[1 2]", "[,1]", "[1,]", "[1,,2]", "[1}", "[1:2]"};
    for (size_t i = 0; i < MNS_COUNT_OF(edn); i++) {
        assert_int_equal(count_elements(edn[i], false), -1);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(json); i++) {
        assert_int_equal(count_elements(json[i], true), -1);
    }
}

/* Walks a map; the number of its pairs, or -1. */
static int count_pairs(const char *text, bool json) {
    mns_lexer lexer = lexer_of(text, json);
    mns_token token;
    int more, count = 0;
    assert_true(mns_next(&lexer, &token));
    mns_walk walk = mns_walk_begin(&lexer, &token);
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!mns_skip_rest(&lexer, &token) || !mns_walk_value(&walk, &token) ||
            !mns_skip_rest(&lexer, &token)) {
            assert_non_null(lexer.error);
            return -1;
        }
        count++;
    }
    return more == 0 ? count : -1;
}

static void maps_have_a_value_for_every_key(void **state) {
    (void)state;
    assert_int_equal(count_pairs("{}", false), 0);
    assert_int_equal(count_pairs("{:a 1 :b [2], :c #_3 4}", false), 3);
    assert_int_equal(count_pairs("{:a 1 :b}", false), -1);
    assert_int_equal(count_pairs("{:a 1 :b", false), -1);
    assert_int_equal(count_pairs("{:a #_1}", false), -1);
    assert_int_equal(count_pairs("{\"a\": 1, \"b\": null}", true), 2);
    assert_int_equal(count_pairs("{\"a\" 1}", true), -1);
    assert_int_equal(count_pairs("{\"a\":}", true), -1);
    assert_int_equal(count_pairs("{\"a\":,1}", true), -1);
    assert_int_equal(count_pairs("{\"a\":", true), -1);
}

/* Both ways of skipping agree on where a form ends. */
static void unread_forms_end_where_read_ones_do(void **state) {
    (void)state;
    static const char *const edn[] = {
        "12 x",          "[1 2] x",       "[[] {:a (1)} #{}] x", "[\"]\" \"\\\"]\"] x",
        "[\\] \\[ 1] x", "[1 ; ]\n 2] x", "{:a \"}\"} x",        "[#_ 1 2] x",
        "#tag [1] x"};
    for (size_t i = 0; i < MNS_COUNT_OF(edn); i++) {
        mns_lexer read = lexer_of(edn[i], false), unread = read;
        mns_token token, same;
        assert_true(mns_next(&read, &token) && mns_skip_rest(&read, &token));
        assert_true(mns_next(&unread, &same) && mns_skip_unread(&unread, &same));
        assert_int_equal(read.p - read.begin, strlen(edn[i]) - 2);
        assert_ptr_equal(read.p, unread.p);
    }
    mns_lexer lexer = lexer_of("[\"a;]\" 1] x", true); /* JSON has no comments */
    mns_token token;
    assert_true(mns_next(&lexer, &token) && mns_skip_unread(&lexer, &token));
    assert_int_equal(*lexer.p, ' ');
}

static void unread_forms_that_never_end_are_errors(void **state) {
    (void)state;
    static const char *const texts[] = {"[1 2", "[1 (2]", "[1 2}", "[\"a", "[1 ; ]", "(", "[\\"};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        mns_lexer lexer = lexer_of(texts[i], false);
        mns_token token;
        assert_true(mns_next(&lexer, &token));
        assert_false(mns_skip_unread(&lexer, &token));
        assert_non_null(lexer.error);
        assert_non_null(lexer.hint);
    }
}

static void the_first_error_stays(void **state) {
    (void)state;
    mns_lexer lexer = lexer_of("[1 2] )", false);
    mns_token token;
    assert_false(mns_lexer_fail(&lexer, lexer.p + 3, "first", "hint"));
    assert_false(mns_lexer_fail(&lexer, lexer.p, "second", "other"));
    assert_string_equal(lexer.error, "first");
    assert_string_equal(lexer.hint, "hint");
    assert_ptr_equal(lexer.error_at, lexer.begin + 3);
    assert_false(mns_next(&lexer, &token));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_end_at_64_bits),
        cmocka_unit_test(names_are_spelt_in_three_ways),
        cmocka_unit_test(walks_see_every_element),
        cmocka_unit_test(walks_end_with_an_error),
        cmocka_unit_test(maps_have_a_value_for_every_key),
        cmocka_unit_test(unread_forms_end_where_read_ones_do),
        cmocka_unit_test(unread_forms_that_never_end_are_errors),
        cmocka_unit_test(the_first_error_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
