/*
 * test_buf.c - src/core/buf.c: strings under construction, and JSON strings that are valid UTF-8
 * whatever the bytes were.
 */
#include "core/buf.h"
#include "support/units.h"

static void expect_taken(mns_buf *buf, const char *expected, size_t expected_size) {
    size_t size;
    char *text = mns_buf_take(buf, &size);
    assert_non_null(text);
    assert_int_equal(size, expected_size);
    assert_memory_equal(text, expected, expected_size + 1);
    assert_null(buf->data); /* empty again, and usable */
    assert_int_equal(buf->size, 0);
    free(text);
}

static void writes_follow_each_other(void **state) {
    (void)state;
    mns_buf buf;
    mns_buf_init(&buf);
    mns_buf_str(&buf, "ab");
    mns_buf_char(&buf, 'c');
    mns_buf_bytes(&buf, "d\0e", 3);
    mns_buf_repeat(&buf, '-', 3);
    mns_buf_repeat(&buf, '+', 0);
    mns_buf_bytes(&buf, NULL, 0);
    mns_buf_printf(&buf, "%d%s", -7, "");
    expect_taken(&buf, "abcd\0e----7", 11);
    expect_taken(&buf, "", 0); /* nothing written is the empty string */
}

static void numbers_and_less(void **state) {
    (void)state;
    mns_buf buf;
    mns_buf_init(&buf);
    mns_buf_integer(&buf, INT64_MIN);
    mns_buf_char(&buf, ' ');
    mns_buf_integer(&buf, -10);
    mns_buf_char(&buf, ' ');
    mns_buf_integer(&buf, INT64_MAX);
    size_t half = buf.size;
    mns_buf_unsigned(&buf, UINT64_MAX);
    mns_buf_unsigned(&buf, 0);
    mns_buf_truncate(&buf, buf.size);
    assert_string_equal(buf.data + half, "184467440737095516150");
    mns_buf_truncate(&buf, half);
    expect_taken(&buf, "-9223372036854775808 -10 9223372036854775807", 44);
    mns_buf_truncate(&buf, 0);
    assert_null(buf.data);
}

static void long_texts_grow(void **state) {
    (void)state;
    mns_buf buf;
    mns_buf_init(&buf);
    for (unsigned i = 0; i < 5000; i++) {
        mns_buf_printf(&buf, "%07u", i);
        assert_int_equal(buf.data[buf.size], '\0');
    }
    assert_int_equal(buf.size, 35000);
    assert_memory_equal(buf.data + 4999 * 7, "0004999", 8);
    mns_buf_printf(&buf, "%070000d", 1); /* longer than all that is there */
    assert_int_equal(buf.size, 105000);
    assert_int_equal(buf.data[buf.size - 1], '1');
    mns_buf_release(&buf);
}

static void clear_forgets_and_keeps_room(void **state) {
    (void)state;
    mns_buf buf;
    mns_buf_init(&buf);
    mns_buf_clear(&buf); /* of nothing */
    assert_null(buf.data);
    mns_buf_str(&buf, "something");
    size_t capacity = buf.capacity;
    mns_buf_clear(&buf);
    assert_int_equal(buf.size, 0);
    assert_string_equal(buf.data, "");
    assert_int_equal(buf.capacity, capacity);
    mns_buf_str(&buf, "x");
    expect_taken(&buf, "x", 1);
}

static void failure_is_remembered(void **state) {
    (void)state;
    static const size_t too_much[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 2, SIZE_MAX / 2};
    for (size_t i = 0; i < MNS_COUNT_OF(too_much); i++) {
        mns_buf buf;
        mns_buf_init(&buf);
        mns_buf_str(&buf, "kept");
        mns_buf_repeat(&buf, 'x', too_much[i]);
        assert_true(buf.failed);
        mns_buf_str(&buf, "more"); /* does nothing */
        assert_string_equal(buf.data, "kept");
        size_t size = 99;
        assert_null(mns_buf_take(&buf, &size));
        assert_int_equal(size, 0);
        mns_buf_str(&buf, "again");
        expect_taken(&buf, "again", 5);
    }
}

static void expect_json(const char *bytes, size_t size, const char *expected) {
    mns_buf buf;
    mns_buf_init(&buf);
    mns_buf_json_string(&buf, bytes, size);
    assert_string_equal(buf.data, expected);
    mns_buf_release(&buf);
}

static void json_escapes(void **state) {
    (void)state;
    expect_json("", 0, "\"\"");
    expect_json("a\"b\\c/", 6, "\"a\\\"b\\\\c/\"");
    expect_json("\b\t\n\v\f\r", 6, "\"\\b\\t\\n\\u000b\\f\\r\"");
    expect_json("\0\x1f\x20\x7e\x7f", 5, "\"\\u0000\\u001f ~\\u007f\"");
}

/* The first and last character of each length stay as they are. */
static void valid_utf8_stays(void **state) {
    (void)state;
    static const char *const valid[] = {"\xC2\xA0",         "\xDF\xBF",        "\xE0\xA0\x80",
                                        "\xEF\xBF\xBF",     "\xED\x9F\xBF",    "\xEE\x80\x80",
                                        "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
    for (size_t i = 0; i < MNS_COUNT_OF(valid); i++) {
        char expected[8] = "\"";
        size_t size = strlen(valid[i]);
        memcpy(expected + 1, valid[i], size);
        memcpy(expected + 1 + size, "\"", 2);
        expect_json(valid[i], size, expected);
    }
}

#define BAD "\xEF\xBF\xBD"

static void invalid_utf8_is_replaced(void **state) {
    (void)state;
    expect_json("a\x80z", 3, "\"a" BAD "z\"");                     /* continuation alone */
    expect_json("\xC1\xBF", 2, "\"" BAD BAD "\"");                 /* overlong */
    expect_json("\xE0\x9F\xBF", 3, "\"" BAD BAD BAD "\"");         /* overlong */
    expect_json("\xF0\x8F\xBF\xBF", 4, "\"" BAD BAD BAD BAD "\""); /* overlong */
    expect_json("\xED\xA0\x80", 3, "\"" BAD BAD BAD "\"");         /* surrogate */
    expect_json("\xF4\x90\x80\x80", 4, "\"" BAD BAD BAD BAD "\""); /* past U+10FFFF */
    expect_json("\xFF\xFE", 2, "\"" BAD BAD "\"");
    expect_json("\xE2\x82", 2, "\"" BAD BAD "\"");         /* cut short by the end */
    expect_json("\xE2\x82\"x", 4, "\"" BAD BAD "\\\"x\""); /* and by something else */
}

static void hidden_characters_are_escaped(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"", ""},
        {"plain \\n \"\xC3\xA9\"", "plain \\n \"\xC3\xA9\""},
        {"a\nb\tc\rd", "a\\nb\\tc\\rd"},
        {"\033[31m", "\\u001b[31m"},
        {"\xC2\x9B", "\\u009b"},
        {"x\xE2\x80\xAEy", "x\\u202ey"},
        {"\xF3\xA0\x80\x81", "\\udb40\\udc01"},
        {"a\xE9z\xC3", "a\\xe9z\\xc3"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_buf buf;
        mns_buf_init(&buf);
        mns_buf_escaped(&buf, rows[i][0], strlen(rows[i][0]));
        char *text = mns_buf_take(&buf, NULL);
        assert_string_equal(text, rows[i][1]);
        free(text);
    }
    mns_buf json;
    mns_buf_init(&json);
    mns_buf_json_string(&json, "\xE2\x80\xAE\xC3\xA9\xF3\xA0\x80\x81", 9);
    char *text = mns_buf_take(&json, NULL);
    assert_string_equal(text, "\"\\u202e\xC3\xA9\\udb40\\udc01\"");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_characters_are_escaped),
        cmocka_unit_test(writes_follow_each_other),
        cmocka_unit_test(numbers_and_less),
        cmocka_unit_test(long_texts_grow),
        cmocka_unit_test(clear_forgets_and_keeps_room),
        cmocka_unit_test(failure_is_remembered),
        cmocka_unit_test(json_escapes),
        cmocka_unit_test(valid_utf8_stays),
        cmocka_unit_test(invalid_utf8_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
