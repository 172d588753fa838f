/*
 * test_op_reader.c - src/read/op_reader.c: operations in every wrapping a history comes in, and how
 * reading goes on after a mistake.
 */
#include <inttypes.h>
#include <stdio.h>

#include "read/op_reader.h"
#include "support/units.h"

typedef struct fixture {
    mns_source source;
    mns_problems problems;
    mns_op_reader reader;
} fixture;

static void open_fixture(fixture *f, const char *text, minos_format format) {
    memset(f, 0, sizeof *f);
    f->source.data = text;
    f->source.size = strlen(text);
    mns_op_reader_init(&f->reader, &f->source, format, &f->problems);
}

/* All operations as "ok 3 [" (type, process or -, first byte of the value or -); ! for a problem.
 * */
static char *read_all(fixture *f) {
    static const char *const types[] = {"invoke", "ok", "fail", "info"};
    mns_buf out;
    mns_buf_init(&out);
    mns_op op;
    int more;
    while ((more = mns_op_next(&f->reader, &op)) != 0) {
        mns_buf_str(&out, out.size > 0 ? ", " : "");
        if (more < 0) {
            mns_buf_char(&out, '!');
            continue;
        }
        mns_buf_printf(&out, "%s ", types[op.type]);
        if (op.client) {
            mns_buf_printf(&out, "%" PRId64, op.process);
        } else {
            mns_buf_char(&out, '-');
        }
        mns_buf_printf(&out, " %c", op.value == NULL ? '-' : *op.value);
    }
    assert_int_equal(mns_op_next(&f->reader, &op), 0); /* stays at the end */
    return mns_buf_take(&out, NULL);
}

static void expect_ops(const char *text, minos_format format, const char *expected) {
    fixture f;
    open_fixture(&f, text, format);
    char *shown = read_all(&f);
    assert_string_equal(shown, expected);
    free(shown);
    mns_problems_release(&f.problems);
}

#define OPS "{:type :ok, :process 1, :value []} {:value [1] :process -2 :type :fail}"
#define SEEN "ok 1 [, fail -2 ["
#define JSON_OK "{\"type\": \"ok\", \"process\": 1, \"value\": []}"
#define JSON_FAIL "{\"value\": [1], \"process\": -2, \"type\": \"fail\"}"

static void wrappings_are_the_same(void **state) {
    (void)state;
    expect_ops(OPS, MINOS_FORMAT_AUTO, SEEN);
    expect_ops("[" OPS "]", MINOS_FORMAT_AUTO, SEEN);
    expect_ops("(" OPS ") ; the end", MINOS_FORMAT_AUTO, SEEN);
    expect_ops("\xEF\xBB\xBF" OPS "\n", MINOS_FORMAT_AUTO, SEEN);
    expect_ops("; a comment\n#_{:type 1} " OPS, MINOS_FORMAT_AUTO, SEEN);
    expect_ops("#jepsen.history.Op" OPS, MINOS_FORMAT_AUTO, SEEN);
    expect_ops(JSON_OK "\n" JSON_FAIL "\n", MINOS_FORMAT_AUTO, SEEN);
    expect_ops(" [" JSON_OK ",\n" JSON_FAIL "]", MINOS_FORMAT_AUTO, SEEN);
    expect_ops("\xEF\xBB\xBF[" JSON_OK ", " JSON_FAIL "]\n", MINOS_FORMAT_AUTO, SEEN);
    expect_ops(JSON_OK JSON_FAIL, MINOS_FORMAT_JSON, SEEN);
}

static void empty_histories_have_no_operation(void **state) {
    (void)state;
    static const char *const empty[] = {"", "  \n", "; nothing\n", "[]", "()", "[ ]\n", "[,]"};
    for (size_t i = 0; i < MNS_COUNT_OF(empty); i++) {
        expect_ops(empty[i], MINOS_FORMAT_EDN, "");
    }
    expect_ops("[]", MINOS_FORMAT_AUTO, "");
    expect_ops("[]", MINOS_FORMAT_JSON, "");
}

/* An EDN map may have strings for keys; a JSON object has a colon behind its first. */
static void notation_is_seen_by_the_colon(void **state) {
    (void)state;
    expect_ops("{\"type\" \"ok\", \"process\" 1}", MINOS_FORMAT_AUTO, "ok 1 -");
    expect_ops("{\"type\" : \"ok\", \"process\" : 1}", MINOS_FORMAT_AUTO, "ok 1 -");
    expect_ops("{\"type\" : \"ok\", \"process\" : 1}", MINOS_FORMAT_EDN, "!");
    expect_ops("{\"type\" \"ok\"}", MINOS_FORMAT_JSON, "!");
}

static void processes_that_are_no_integers(void **state) {
    (void)state;
    expect_ops("{:type :info, :process :nemesis, :value {:a 1}}", MINOS_FORMAT_AUTO, "info - {");
    expect_ops("{:type :info, :value nil}", MINOS_FORMAT_AUTO, "info - -");
    expect_ops("{:type :ok, :process 9223372036854775807}", MINOS_FORMAT_AUTO,
               "ok 9223372036854775807 -");
    expect_ops("{:type :ok, :process 9223372036854775808}", MINOS_FORMAT_AUTO, "!");
    expect_ops("{:type :ok, :process 1.5}", MINOS_FORMAT_AUTO, "!");
    /* This value is not read, but it must be well-formed. */
    expect_ops("{:type :info, :process :nemesis, :value [1 2x]}", MINOS_FORMAT_AUTO, "!");
}

static void index_and_time_are_read(void **state) {
    (void)state;
    fixture f;
    mns_op op;
    open_fixture(&f, "  {:index 7, :type :ok, :time -3, :process 0} {:type :ok, :index nil}",
                 MINOS_FORMAT_AUTO);
    assert_int_equal(mns_op_next(&f.reader, &op), 1);
    assert_int_equal(op.offset, 2);
    assert_true(op.has_index && op.index == 7);
    assert_true(op.has_time && op.time == -3);
    assert_int_equal(mns_op_next(&f.reader, &op), 1);
    assert_false(op.has_index || op.has_time);
    mns_op again;
    const char *end;
    assert_true(mns_op_at(&f.source, false, 2, &again, &end));
    assert_int_equal(end[-1], '}');
    assert_true(again.index == 7 && again.offset == 2);
    expect_ops("{:type :ok, :index 9223372036854775808}", MINOS_FORMAT_AUTO, "!");
    expect_ops("{:type :ok, :time 99999999999999999999}", MINOS_FORMAT_AUTO, "!");
}

/* What the database reveals of a transaction. */
static void timestamps_are_read(void **state) {
    (void)state;
    fixture f;
    mns_op op;
    open_fixture(&f,
                 "{:type :ok, :start-ts 5, :commit-ts -9} {:type :ok, :start-ts nil, "
                 ":commit-ts :later} {:type :ok, :commit-ts 9223372036854775807}",
                 MINOS_FORMAT_AUTO);
    assert_int_equal(mns_op_next(&f.reader, &op), 1);
    assert_true(op.has_start_ts && op.start_ts == 5);
    assert_true(op.has_commit_ts && op.commit_ts == -9);
    assert_int_equal(mns_op_next(&f.reader, &op), 1);
    assert_false(op.has_start_ts || op.has_commit_ts);
    assert_int_equal(mns_op_next(&f.reader, &op), 1);
    assert_true(!op.has_start_ts && op.has_commit_ts && op.commit_ts == INT64_MAX);
    open_fixture(&f, "{\"type\": \"ok\", \"start-ts\": 1, \"commit-ts\": 2}", MINOS_FORMAT_AUTO);
    assert_int_equal(mns_op_next(&f.reader, &op), 1);
    assert_true(op.has_start_ts && op.start_ts == 1 && op.has_commit_ts && op.commit_ts == 2);
    expect_ops("{:type :ok, :start-ts 9223372036854775808}", MINOS_FORMAT_AUTO, "!");
    expect_ops("{:type :ok, :commit-ts -9223372036854775809}", MINOS_FORMAT_AUTO, "!");
}

static void malformed_operations_are_rejected(void **state) {
    (void)state;
    static const char *const wrong[] = {"{:type :okay}",
                                        "{:process 1}",
                                        "{:type :ok :process}",
                                        "{:type :ok",
                                        "5",
                                        "{:type ok)}",
                                        "{:type :ok, :f [1}",
                                        "{:type nil}",
                                        "{:type :ok, :x 1.2.3}",
                                        "[{:type :ok} 5]",
                                        "#tag",
                                        "{:type :ok :value [1}"};
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        fixture f;
        open_fixture(&f, wrong[i], MINOS_FORMAT_EDN);
        free(read_all(&f));
        if (f.problems.total != 1) {
            fail_msg("%s: %u problems", wrong[i], (unsigned)f.problems.total);
        }
        mns_problems_release(&f.problems);
    }
    expect_ops("[{:type :ok}] {:type :ok}", MINOS_FORMAT_EDN, "ok - -, !");
    expect_ops("{\"type\": \"ok\", process: 1}", MINOS_FORMAT_JSON, "!");
}

/* After an error reading continues at the next line that starts an operation. */
static void reading_goes_on(void **state) {
    (void)state;
    expect_ops("{:type :okay}\n{:type :ok, :process 1}\n", MINOS_FORMAT_AUTO, "!, ok 1 -");
    expect_ops("[{:type :okay}\n {:type :ok, :process 1}\n]", MINOS_FORMAT_AUTO, "!, ok 1 -");
    expect_ops("{:type :ok\n{:type :ok, :process 1}\n", MINOS_FORMAT_AUTO, "!, ok 1 -");
    expect_ops("{\"type\": \"no\"}\n{\"type\": \"ok\", \"process\": 1}\n", MINOS_FORMAT_AUTO,
               "!, ok 1 -");
    expect_ops("[{\"type\": \"no\"},\n{\"type\": \"ok\", \"process\": 1}]\n", MINOS_FORMAT_AUTO,
               "!, ok 1 -");
}

/* ... but not for ever. */
static void reading_gives_up_after_many_mistakes(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 0; i < 3 * MNS_LIMIT_PROBLEMS; i++) {
        mns_buf_str(&text, "{:type :okay}\n");
    }
    fixture f;
    open_fixture(&f, text.data, MINOS_FORMAT_AUTO);
    free(read_all(&f));
    assert_int_equal(f.problems.total, MNS_LIMIT_PROBLEMS);
    assert_int_equal(f.problems.count, MNS_LIMIT_PROBLEMS);
    mns_problems_release(&f.problems);
    mns_buf_release(&text);
}

static bool is_said_to_be_torn(const char *text) {
    fixture f;
    open_fixture(&f, text, MINOS_FORMAT_AUTO);
    free(read_all(&f));
    assert_true(f.problems.count > 0);
    const char *hint = f.problems.items[f.problems.count - 1].hint;
    bool torn = hint != NULL && strstr(hint, "ends in the middle of this line") != NULL;
    mns_problems_release(&f.problems);
    return torn;
}

/* A truncated last line gets its own hint; a complete line, or one before the last, does not. */
static void a_torn_last_line_is_recognised(void **state) {
    (void)state;
    static const char first[] = "{:index 0, :type :ok, :process 0}\n";
    static const char last[] = "{:index 12, :type :ok, :process 1, :value [[:r 3 [1 2]]]}";
    for (size_t size = 1; size + 1 < sizeof last; size++) {
        char text[sizeof first + sizeof last];
        snprintf(text, sizeof text, "%s%.*s", first, (int)size, last);
        assert_true(is_said_to_be_torn(text));
    }
    assert_false(is_said_to_be_torn("{:type :ok, :process 0}\n{:type :o}"));
    assert_false(is_said_to_be_torn("{:type :ok, :process 0}\n{:type :o\n"));
    assert_false(is_said_to_be_torn("{:type :o\n{:type :ok, :process 0}"));
    assert_false(is_said_to_be_torn("[{:type :ok, :process 0}\n{:type :o"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrappings_are_the_same),
        cmocka_unit_test(empty_histories_have_no_operation),
        cmocka_unit_test(notation_is_seen_by_the_colon),
        cmocka_unit_test(processes_that_are_no_integers),
        cmocka_unit_test(index_and_time_are_read),
        cmocka_unit_test(timestamps_are_read),
        cmocka_unit_test(malformed_operations_are_rejected),
        cmocka_unit_test(reading_goes_on),
        cmocka_unit_test(reading_gives_up_after_many_mistakes),
        cmocka_unit_test(a_torn_last_line_is_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
