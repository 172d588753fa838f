/*
 * test_json_reader.c - src/report/json/json_reader.c: fields of every kind, what is missing, what
 * is refused and where.
 */
#include "report/json/json_reader.h"
#include "support/units.h"

typedef struct thing {
    const char *text, *form;
    bool flag;
    int64_t number;
    uint64_t count;
    uint32_t small;
    uint32_t *list;
    uint32_t list_count;
} thing;

static mns_arena arena;
static mns_json_reader reader;

static const mns_read_items numbers = {sizeof(uint32_t), 9, mns_read_uint32};
static const mns_field fields[] = {
    MNS_FIELD("text", NEEDED, TEXT, thing, text),
    MNS_FIELD("form", OPTIONAL, FORM, thing, form),
    MNS_FIELD("flag", OPTIONAL, BOOL, thing, flag),
    MNS_FIELD("number", OPTIONAL, INT64, thing, number),
    MNS_FIELD("count", OPTIONAL, UINT64, thing, count),
    MNS_FIELD("small", OPTIONAL, UINT32, thing, small),
    MNS_FIELD_ITEMS("list", OPTIONAL, &numbers, thing, list, list_count),
};

static bool read_thing(const char *text, thing *t) {
    mns_arena_init(&arena);
    mns_json_reader_init(&reader, text, strlen(text), &arena);
    mns_token token;
    *t = (thing){.text = "", .form = "", .number = -7};
    return mns_next(&reader.lexer, &token) &&
           mns_read_object(&reader, &token, fields, MNS_COUNT_OF(fields), t);
}

static void release(void) {
    mns_json_reader_release(&reader);
    mns_arena_release(&arena);
}

static void refused(const char *text, const char *message, size_t at) {
    thing t;
    assert_false(read_thing(text, &t));
    assert_non_null(reader.lexer.error);
    assert_string_equal(reader.lexer.error, message);
    assert_int_equal(reader.lexer.error_at - text, at);
    assert_non_null(reader.lexer.hint);
    release();
}

static void every_kind_is_read(void **state) {
    (void)state;
    thing t;
    assert_true(
        read_thing("{\"text\":\"a\\\"\\u00e9\\ud83d\\ude00\\n\",\"form\":[1, {\"a\" : null}],"
                   "\"flag\":true,\"number\":-9223372036854775808,\"later\":{\"x\":[[]]},"
                   "\"count\":9223372036854775807,\"small\":4294967294,"
                   "\"list\":[1,2,3,4,5,6,7,8,9]}",
                   &t));
    assert_string_equal(t.text, "a\"\xC3\xA9\xF0\x9F\x98\x80\n");
    assert_string_equal(t.form, "[1,{\"a\":null}]");
    assert_true(t.flag);
    assert_true(t.number == INT64_MIN && t.count == INT64_MAX && t.small == UINT32_MAX - 1);
    assert_int_equal(t.list_count, 9);
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal(t.list[i], i + 1);
    }
    release();
}

static void optional_fields_may_be_missing_or_null(void **state) {
    (void)state;
    thing t;
    assert_true(
        read_thing("{\"number\":null,\"flag\":null,\"text\":\"\",\"form\":null,\"list\":[]}", &t));
    assert_true(t.number == -7 && !t.flag && t.list == NULL && t.list_count == 0);
    assert_string_equal(t.form, "null");
    release();
}

static void strings_hold_nothing_that_drives_a_terminal(void **state) {
    (void)state;
    thing t;
    assert_true(
        read_thing("{\"text\":\"\\u001b[2J\\u0000\x7F\\ufffd\",\"form\":\"\\u001b\\/\x7F\"}", &t));
    assert_string_equal(t.text, "\xEF\xBF\xBD[2J\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_string_equal(t.form, "\"\\u001b/\\u007f\"");
    release();
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    refused("[1]", "expected an object", 0);
    refused("", "expected an object", 0);
    refused("{\"text\":\"\\ud800\"}", "unpaired surrogate in a string", 9);
    refused(" {\"flag\":true}", "missing field \"text\"", 1);
    refused("{\"text\":1}", "expected a string", 8);
    refused("{\"text\":null}", "expected a string", 8);
    refused("{\"text\":\"\",\"text\":\"\"}", "duplicate field \"text\"", 11);
    refused("{\"flag\":1}", "expected true or false", 8);
    refused("{\"number\":1.5}", "expected an integer", 10);
    refused("{\"number\":9223372036854775808}", "this number is out of range", 10);
    refused("{\"count\":-1}", "this number is out of range", 9);
    refused("{\"small\":4294967295}", "this number is out of range", 9);
    refused("{\"list\":{}}", "expected an array", 8);
    refused("{\"list\":[1,\"x\"]}", "expected an integer", 11);
    refused("{\"list\":[0,0,0,0,0,0,0,0,0,1]}", "too many items; at most 9 are allowed", 27);
    refused("{3:4}", "a field's name must be a string", 1);
    refused("{\"other\":[1,}", "expected a value after ','", 12);
    refused("{\"text\":\"\"", "this collection is never closed", 0);
}

static bool count_entry(mns_json_reader *r, const mns_token *token, const char *name,
                        void *context) {
    uint32_t number = 0;
    uint32_t *sum = context;
    bool read = mns_read_uint32(r, token, &number);
    *sum += number * (uint32_t)strlen(name);
    return read;
}

static void entries_have_their_names(void **state) {
    (void)state;
    static const char text[] = "{\"a\":1,\"bb\":10,\"\\u00e9\":100}";
    uint32_t sum = 0;
    mns_token token;
    mns_arena_init(&arena);
    mns_json_reader_init(&reader, text, sizeof text - 1, &arena);
    assert_true(mns_next(&reader.lexer, &token));
    assert_true(mns_read_entries(&reader, &token, count_entry, &sum));
    assert_int_equal(sum, 1 + 20 + 200);
    release();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read),
        cmocka_unit_test(optional_fields_may_be_missing_or_null),
        cmocka_unit_test(strings_hold_nothing_that_drives_a_terminal),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(entries_have_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
