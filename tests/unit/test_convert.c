/*
 * test_convert.c - src/convert.c: what minos_convert_memory hands to its caller.
 */
#include "core/buf.h"
#include "minos.h"
#include "support/units.h"

static const char registers[] = "{:type :ok, :process 3, :value [[:w 1 2]]}\n"
                                "{:type :ok, :process 0, :value [[:r 1 2] [:r 5 nil]]}\n";

typedef struct capture {
    mns_buf text, warnings;
    size_t pieces, largest;
    minos_status answer; /* of write, from piece `fails_at` on */
    size_t fails_at;
} capture;

static minos_status take(void *context, const char *file, const void *data, size_t size) {
    capture *c = context;
    if (file != NULL) {
        mns_buf_printf(&c->text, "<%s>", file);
    }
    mns_buf_bytes(&c->text, data, size);
    c->largest = size > c->largest ? size : c->largest;
    return ++c->pieces >= c->fails_at && c->fails_at > 0 ? c->answer : MINOS_OK;
}

static void warn(void *context, const char *sentence) {
    mns_buf_printf(&((capture *)context)->warnings, "%s\n", sentence);
}

static minos_status convert(const char *text, minos_format to, capture *c, minos_result **result) {
    minos_options options;
    minos_options_init(&options);
    const minos_conversion conversion = {.format = to, .write = take, .warn = warn, .context = c};
    return minos_convert_memory("test", text, strlen(text), &options, &conversion, result);
}

static void release(capture *c) {
    mns_buf_release(&c->text);
    mns_buf_release(&c->warnings);
}

static void expect(const char *text, minos_format to, const char *written, const char *warnings) {
    capture c = {.pieces = 0};
    minos_result *result = NULL;
    assert_int_equal(convert(text, to, &c, &result), MINOS_OK);
    assert_null(result);
    assert_string_equal(c.text.data == NULL ? "" : c.text.data, written);
    assert_string_equal(c.warnings.data == NULL ? "" : c.warnings.data, warnings);
    release(&c);
}

static void each_kind_of_output(void **state) {
    (void)state;
    expect(registers, MINOS_FORMAT_PLUME, "w(1,2,3,0)\nr(1,2,0,1)\nr(5,0,0,1)\n", "");
    expect(registers, MINOS_FORMAT_JSON,
           "{\"type\":\"ok\",\"process\":3,\"value\":[[\"w\",1,2]]}\n"
           "{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",1,2],[\"r\",5,null]]}\n",
           "");
    expect("w(1,2,3,7)\nr(1,2,0,8)\nr(5,0,0,8)\n", MINOS_FORMAT_EDN,
           "{:type :ok, :process 3, :f :txn, :index 7, :value [[:w 1 2]]}\n"
           "{:type :ok, :process 0, :f :txn, :index 8, :value [[:r 1 2] [:r 5 nil]]}\n",
           "");
    expect("", MINOS_FORMAT_JSON, "", "");
}

static void folders_are_written_by_file(void **state) {
    (void)state;
    capture c = {.pieces = 0};
    minos_result *result = NULL;
    assert_int_equal(convert(registers, MINOS_FORMAT_VIPER, &c, &result), MINOS_OK);
    assert_non_null(strstr(c.text.data, "<J"));
    release(&c);
}

static void what_is_dropped_is_told(void **state) {
    (void)state;
    expect("{:type :invoke, :process 0, :value [[:w 1 2]]}\n", MINOS_FORMAT_AWDIT, "",
           "1 invocation dropped: awdit has no real-time order\n"
           "1 info transaction dropped: not known to have committed\n");
}

/* The status of `write` comes back, and there is no result. */
static void a_failed_write_ends_the_conversion(void **state) {
    (void)state;
    static const minos_format formats[] = {MINOS_FORMAT_EDN, MINOS_FORMAT_JSON, MINOS_FORMAT_PLUME,
                                           MINOS_FORMAT_COBRA};
    for (size_t i = 0; i < MNS_COUNT_OF(formats); i++) {
        capture c = {.answer = MINOS_EIO, .fails_at = 1};
        minos_result *result = NULL;
        assert_int_equal(convert(registers, formats[i], &c, &result), MINOS_EIO);
        assert_null(result);
        assert_null(c.warnings.data);
        assert_int_equal(c.pieces, 1);
        release(&c);
    }
}

static void problems_have_a_place(void **state) {
    (void)state;
    capture c = {.pieces = 0};
    minos_result *result = NULL;
    assert_int_equal(convert("{:type :ok, :process 0, :value [[:append 1 2]]}\n",
                             MINOS_FORMAT_DBCOP, &c, &result),
                     MINOS_EINPUT);
    assert_non_null(result);
    assert_int_equal(minos_result_problem_count(result), 1);
    minos_problem problem = minos_result_problem(result, 0);
    assert_int_equal(problem.line, 1);
    assert_int_equal(problem.column, 33);
    assert_string_equal(problem.message, "dbcop has registers only, and this history has lists");
    assert_int_equal(c.pieces, 0);
    minos_result_free(result);
    release(&c);
}

/* An error of the writer is shown where another checker's file has the operation. */
static void problems_are_placed_in_the_original(void **state) {
    (void)state;
    capture c = {.pieces = 0};
    minos_result *result = NULL;
    assert_int_equal(
        convert("// a comment\n[x:=1]\n[x==1 \xC3\xA4:=2]\n", MINOS_FORMAT_PLUME, &c, &result),
        MINOS_EINPUT);
    minos_problem problem = minos_result_problem(result, 0);
    assert_int_equal(problem.line, 2);
    assert_int_equal(problem.column, 2);
    minos_result_free(result);
    release(&c);
}

/* Memory does not grow with the output: it arrives in pieces. */
static void the_output_arrives_in_pieces(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 1; i <= 40000; i++) {
        mns_buf_printf(&text, "{:type :ok, :process 0, :value [[:w 1 %d]], :note (%d)}\n", i, i);
    }
    static const minos_format formats[] = {MINOS_FORMAT_EDN, MINOS_FORMAT_JSON, MINOS_FORMAT_PLUME};
    for (size_t i = 0; i < MNS_COUNT_OF(formats); i++) {
        capture c = {.pieces = 0};
        minos_result *result = NULL;
        assert_int_equal(convert(text.data, formats[i], &c, &result), MINOS_OK);
        assert_true(c.pieces > 1 && c.largest < (size_t)1 << 20);
        assert_true(formats[i] != MINOS_FORMAT_EDN || strcmp(c.text.data, text.data) == 0);
        release(&c);
    }
    mns_buf_release(&text);
}

static void formats_by_suffix(void **state) {
    (void)state;
    assert_int_equal(minos_format_of_path("a.edn"), MINOS_FORMAT_EDN);
    assert_int_equal(minos_format_of_path("a.dbcop.json"), MINOS_FORMAT_DBCOP_JSON);
    assert_int_equal(minos_format_of_path("logs.cobra/"), MINOS_FORMAT_COBRA);
    assert_int_equal(minos_format_of_path(".edn"), MINOS_FORMAT_AUTO);
    assert_int_equal(minos_format_of_path("edn"), MINOS_FORMAT_AUTO);
    assert_int_equal(minos_format_of_path("a.edn.gz"), MINOS_FORMAT_AUTO);
    assert_true(minos_format_is_folder(MINOS_FORMAT_VIPER));
    assert_false(minos_format_is_folder(MINOS_FORMAT_AUTO));
    assert_false(minos_format_is_folder(MINOS_FORMAT_DBCOP));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_output),
        cmocka_unit_test(folders_are_written_by_file),
        cmocka_unit_test(what_is_dropped_is_told),
        cmocka_unit_test(a_failed_write_ends_the_conversion),
        cmocka_unit_test(problems_have_a_place),
        cmocka_unit_test(problems_are_placed_in_the_original),
        cmocka_unit_test(the_output_arrives_in_pieces),
        cmocka_unit_test(formats_by_suffix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
