/* test_json_text.c - src/run/system/json_text.c: valid JSON, and malformed JSON with its position.
 */
#include <setjmp.h>
#include <stdarg.h>

#include "run/system/json_text.h"
#include <cmocka.h>

static mns_json_text json_of(const char *text) {
    return (mns_json_text){.text = text, .size = strlen(text)};
}

static const char *const goods[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "12",
    "-1.5",
    "1e9",
    "1E+9",
    "0.5e-3",
    "\"\"",
    "\"a\\\"b\"",
    "\"\\u00e9\\ud83d\\ude00\\n\"",
    "[]",
    "{}",
    " [ 1 , [ ] , { } ] ",
    "{\"a\":1}",
    "\t{\"a\":[{\"b\":[]}],\"c\":null}\r\n",
    ("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
     "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"),
};

static const struct bad {
    const char *text;
    size_t at; /* from 0 */
    const char *expected;
} bads[] = {
    {"", 0, "a value"},
    {"nul", 0, "a value"},
    {"tru", 0, "a value"},
    {"nullx", 4, "the end"},
    {"1 2", 2, "the end"},
    {"01", 2, "a number"},
    {"-", 1, "a number"},
    {"1.", 2, "a digit"},
    {"1e", 2, "a digit"},
    {"+1", 0, "a value"},
    {"'a'", 0, "a value"},
    {"\"a", 2, "the end of a string"},
    {"\"a\nb\"", 2, "the end of a string"},
    {"\"\\x\"", 2, "a JSON escape"},
    {"\"\\", 2, "a JSON escape"},
    {"\"\\u12g4\"", 3, "four hexadecimal"},
    {"\"\\u12", 3, "four hexadecimal"},
    {"[", 1, "a value"},
    {"[1", 2, "',' or ']'"},
    {"[1,", 3, "a value"},
    {"[1,]", 3, "a value"},
    {"[1}", 2, "',' or ']'"},
    {"{", 1, "a string"},
    {"{1:2}", 1, "a string"},
    {"{\"a\"}", 4, "':'"},
    {"{\"a\":}", 5, "a value"},
    {"{\"a\":1", 6, "',' or '}'"},
    {"{\"a\":1,}", 7, "a string"},
    {"{\"a\":1]", 6, "',' or '}'"},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 64, "less nesting"},
    {"\xff", 0, "a value"},
};

static void values_are_skipped(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(goods); i++) {
        mns_json_text json = json_of(goods[i]);
        assert_true(mns_json_text_skip(&json) && mns_json_text_end(&json));
        assert_null(json.expected);
    }
}

static void faults_have_a_place(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(bads); i++) {
        mns_json_text json = json_of(bads[i].text);
        assert_false(mns_json_text_skip(&json) && mns_json_text_end(&json));
        assert_non_null(strstr(json.expected, bads[i].expected));
        assert_int_equal(json.at, bads[i].at);
    }
}

static void strings_are_decoded(void **state) {
    (void)state;
    static const char *const strings[][2] = {
        {"\"abc\"", "abc"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0061\\u00E9\\u20ac\\uD83D\\uDE00\"", "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"\"\\ud83dx\\ude00\"", "\xef\xbf\xbdx\xef\xbf\xbd"},
        {"\"\\ud83d\\u0061\"", "\xef\xbf\xbd"
                               "a"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(strings); i++) {
        mns_json_text json = json_of(strings[i][0]);
        mns_buf out;
        mns_buf_init(&out);
        assert_true(mns_json_text_string(&json, &out) && mns_json_text_end(&json));
        assert_string_equal(out.data, strings[i][1]);
        mns_buf_release(&out);
    }
}

static void integers_fit_a_history(void **state) {
    (void)state;
    static const char *const integers[] = {"0", "-1", "999999999999999999", "-999999999999999999"};
    static const char *const others[] = {"-0", "01", "1.0", "1e3",  "1E3", "1000000000000000000",
                                         "",   "-",  "x",   "\"1\""};
    const char *text;
    size_t size;
    for (size_t i = 0; i < MNS_COUNT_OF(integers); i++) {
        mns_json_text json = json_of(integers[i]);
        assert_true(mns_json_text_integer(&json, &text, &size) && mns_json_text_end(&json));
        assert_ptr_equal(text, integers[i]);
        assert_int_equal(size, strlen(integers[i]));
    }
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        mns_json_text json = json_of(others[i]);
        assert_false(mns_json_text_integer(&json, &text, &size));
        assert_int_equal(json.at, 0);
    }
}

/* No text makes it read past the end (checked by the sanitizer) or run forever. */
static void any_bytes_are_safe(void **state) {
    (void)state;
    static const char pieces[] = "[]{}\",:\\u0123456789.eE+-nultrfas \t\x01\x80\xff";
    uint32_t random = 1;
    for (unsigned round = 0; round < 100000; round++) {
        size_t size = round % 24;
        char *text = malloc(size + 1); /* exact size, so that the sanitizer detects overruns */
        assert_non_null(text);
        for (size_t i = 0; i < size; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = pieces[(random >> 8) % (sizeof pieces - 1)];
        }
        mns_json_text json = {.text = text, .size = size};
        bool good = mns_json_text_skip(&json);
        assert_true(json.at <= size && good == (json.expected == NULL));
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_skipped),  cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(strings_are_decoded), cmocka_unit_test(integers_fit_a_history),
        cmocka_unit_test(any_bytes_are_safe),
    };
    return cmocka_run_group_tests_name("json_text", tests, NULL, NULL);
}
