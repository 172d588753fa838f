/*
 * test_json_input.c - src/format/json_input.c and json_fast.c: a file that is read a piece at a
 * time gives the same tokens as its whole text, wherever a piece ends.
 */
#include "format/json_input.h"

#include "format/json_fast.h"
#include "support/units.h"

/* Bytes of a piece, as input.c reads them. */
#define PIECE ((size_t)1 << 20)

typedef struct opened {
    mns_input input;
    mns_reading reading;
    mns_json_input json;
} opened;

static void open_text(opened *o, const char *text, size_t size) {
    mns_problems problems;
    memset(o, 0, sizeof *o);
    mns_problems_init(&problems);
    assert_int_equal(mns_source_memory(&o->input.source, "text", text, size, 0, &problems),
                     MINOS_OK);
    o->reading.inputs = &o->input;
    o->reading.input_count = 1;
    mns_json_begin(&o->json, &o->reading, &o->input);
}

static void close_text(opened *o) {
    mns_source_release(&o->input.source);
    free(o->reading.message);
    free(o->reading.hint);
}

/* Elements with everything that a search for the end of a form could stumble over. */
static const char *const elements[] = {
    "{\"a\": [1, {\"b\": [] }], \"c\": \"]}\\\"[{\"}",
    "\"\\\\\"",
    "\"\\\\\\\"[\"",
    "-12.5e3",
    "true",
    "[[[[\"\"]]]]",
    "0",
};

/* The elements as an array, with so many spaces before it that the first piece ends within. */
static void every_form_is_whole_wherever_a_piece_ends(void **state) {
    (void)state;
    mns_buf array;
    mns_buf_init(&array);
    for (size_t i = 0; i < MNS_COUNT_OF(elements); i++) {
        mns_buf_printf(&array, "%s%s", i == 0 ? "[" : " , ", elements[i]);
    }
    mns_buf_str(&array, "]");
    for (size_t within = 0; within <= array.size; within++) {
        mns_buf text;
        mns_buf_init(&text);
        mns_buf_repeat(&text, ' ', PIECE - within);
        mns_buf_bytes(&text, array.data, array.size);
        opened o;
        mns_token token;
        open_text(&o, text.data, text.size);
        assert_true(mns_json_ready(&o.json, false));
        assert_true(mns_next(&o.json.lexer, &token));
        mns_walk walk = mns_walk_begin(&o.json.lexer, &token);
        for (size_t i = 0; i < MNS_COUNT_OF(elements); i++) {
            assert_true(mns_json_ready(&o.json, true));
            assert_int_equal(mns_walk_next(&walk, &token), 1);
            assert_true(mns_skip_rest(&o.json.lexer, &token));
            size_t size = strlen(elements[i]);
            assert_int_equal(o.json.lexer.p - token.start, size);
            assert_memory_equal(token.start, elements[i], size);
        }
        assert_true(mns_json_ready(&o.json, true));
        assert_int_equal(mns_walk_next(&walk, &token), 0);
        assert_int_equal(mns_json_end(&o.json), 0);
        close_text(&o);
        mns_buf_release(&text);
    }
    mns_buf_release(&array);
}

/* Asks for the opening bracket only, so a large collection need not be in memory. */
static void a_collection_is_not_read_ahead(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "{\"name\": [1");
    mns_buf_repeat(&text, ' ', 3 * PIECE);
    mns_buf_str(&text, "]}");
    opened o;
    mns_token token, name;
    open_text(&o, text.data, text.size);
    assert_true(mns_json_ready(&o.json, false));
    assert_true(mns_next(&o.json.lexer, &token));
    mns_walk walk = mns_walk_begin(&o.json.lexer, &token);
    assert_true(mns_json_ready(&o.json, false));
    assert_int_equal(mns_walk_next(&walk, &name), 1);
    assert_true(mns_json_ready(&o.json, false));
    assert_true(mns_walk_value(&walk, &token));
    assert_int_equal(token.kind, MNS_TOKEN_VECTOR);
    assert_int_equal(o.input.have, PIECE);
    close_text(&o);
    mns_buf_release(&text);
}

static void errors_end_the_reading_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
        uint64_t offset;
    } cases[] = {
        {"[1, \"a\\", "unknown escape in a string", 6},
        {"[1, \"a", "this string is never closed", 4},
        {"[1, [2", "this collection is never closed", 4},
        {"[1, ]", "expected a value after ','", 4},
        {"[1}", "mismatched closing bracket", 2},
        {"[1] 2", "unexpected text after the end of the history", 4},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        opened o;
        mns_token token;
        open_text(&o, cases[i].text, strlen(cases[i].text));
        assert_true(mns_json_ready(&o.json, false));
        assert_true(mns_next(&o.json.lexer, &token));
        mns_walk walk = mns_walk_begin(&o.json.lexer, &token);
        int more = 1;
        while (more > 0) {
            more = mns_json_ready(&o.json, true) ? mns_walk_next(&walk, &token) : -1;
            more = more > 0 && !mns_skip_rest(&o.json.lexer, &token) ? -1 : more;
        }
        assert_int_equal(more < 0 ? mns_json_fail(&o.json) : mns_json_end(&o.json), -1);
        assert_int_equal(o.reading.status, MINOS_EINPUT);
        assert_string_equal(o.reading.message, cases[i].message);
        assert_int_equal(o.reading.place.offset, cases[i].offset);
        close_text(&o);
    }
}

static void a_file_is_read_again_from_its_beginning(void **state) {
    (void)state;
    opened o;
    mns_token token;
    open_text(&o, " 17 ", 4);
    for (int i = 0; i < 3; i++) {
        assert_true(mns_json_ready(&o.json, true));
        assert_true(mns_next(&o.json.lexer, &token));
        assert_int_equal(token.integer, 17);
        assert_int_equal(mns_json_end(&o.json), 0);
        assert_true(mns_input_back(&o.reading, &o.input, 0));
        mns_json_begin(&o.json, &o.reading, &o.input);
    }
    close_text(&o);
}

static void integers_may_be_strings(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t number;
    } cases[] = {
        {"17", true, 17},
        {"\"17\"", true, 17},
        {"\"-9223372036854775808\"", true, INT64_MIN},
        {"\"9223372036854775808\"", false, 0},
        {"9223372036854775808", false, 0},
        {"\"\"", false, 0},
        {"\"-\"", false, 0},
        {"\"01\"", false, 0},
        {"\"+1\"", false, 0},
        {"\"1 \"", false, 0},
        {"\"0\"", true, 0},
        {"1.5", false, 0},
        {"null", false, 0},
        {"[]", false, 0},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        mns_lexer lexer;
        mns_token token;
        mns_text text;
        int64_t number;
        mns_lexer_init(&lexer, cases[i].text, cases[i].text + strlen(cases[i].text), true);
        assert_true(mns_next(&lexer, &token));
        assert_int_equal(mns_json_integer(&token, &text, &number), cases[i].good);
        if (cases[i].good) {
            assert_int_equal(number, cases[i].number);
            assert_true(text.data[0] != '"' && text.data[text.size - 1] != '"');
        }
    }
}

/* The fast path gives up on everything that is not an array it knows the end of. */
static void an_array_is_skipped_or_not_at_all(void **state) {
    (void)state;
    static const struct {
        const char *inside; /* after the bracket */
        int end;            /* -1: given up */
    } cases[] = {
        {"]", 1},          {"1, [2, {}]] 3", 11}, {"\"]\"]", 4},
        {"\"\\\"]\"]", 6}, {"\"\\\\\"]", 5},      {"}", -1},
        {"", -1},          {"[1]", -1},           {"\"]", -1},
        {"\"\\", -1},      {"\"\\\"", -1},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        const char *start = cases[i].inside;
        const char *past = mns_json_skip_array(start, start + strlen(start));
        assert_int_equal(past == NULL ? -1 : (int)(past - start), cases[i].end);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_is_whole_wherever_a_piece_ends),
        cmocka_unit_test(a_collection_is_not_read_ahead),
        cmocka_unit_test(errors_end_the_reading_with_their_place),
        cmocka_unit_test(a_file_is_read_again_from_its_beginning),
        cmocka_unit_test(integers_may_be_strings),
        cmocka_unit_test(an_array_is_skipped_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
