/* test_exec_lines.c - src/run/driver/exec/exec_lines.c: requests, and valid and invalid answers. */
#include <setjmp.h>
#include <stdarg.h>

#include "core/lexer.h"
#include "run/driver/exec/exec_lines.h"
#include <cmocka.h>

/* A write of 7 to key 3, a read of key 4. */
static void begin(mns_run_txn *txn, mns_generator_kind kind) {
    mns_run_txn_init(txn, kind);
    assert_true(mns_run_txn_push(txn, true, 3, 7) && mns_run_txn_push(txn, false, 4, 0));
}

static void requests_are_lines(void **state) {
    (void)state;
    static const char *const expected[] = {"{\"value\":[[\"append\",3,7],[\"r\",4,null]]}\n",
                                           "{\"value\":[[\"w\",3,7],[\"r\",4,null]]}\n",
                                           "{\"value\":[[\"add\",3,7],[\"r\",4,null]]}\n",
                                           "{\"value\":[[\"inc\",3,7],[\"r\",4,null]]}\n"};
    for (size_t kind = 0; kind < MNS_GENERATOR_KIND_COUNT; kind++) {
        mns_run_txn txn;
        mns_buf out;
        mns_buf_init(&out);
        begin(&txn, (mns_generator_kind)kind);
        mns_exec_write_request(&txn, &out);
        assert_string_equal(out.data, expected[kind]);
        mns_buf_clear(&out);
        mns_run_txn_clear(&txn);
        mns_exec_write_request(&txn, &out);
        assert_string_equal(out.data, "{\"value\":[]}\n");
        mns_run_txn_release(&txn);
        mns_buf_release(&out);
    }
}

/* The EDN of an ok; or the outcome's letter and the error; or "!" and the message. To be freed. */
static char *read_answer(mns_generator_kind kind, const char *line) {
    mns_run_txn txn;
    mns_buf error, message, out;
    mns_run_outcome outcome;
    begin(&txn, kind);
    mns_buf_init(&error);
    mns_buf_init(&message);
    mns_buf_init(&out);
    if (!mns_exec_answer(&txn, line, strlen(line), &outcome, &error, &message)) {
        mns_buf_printf(&out, "!%s", message.data);
    } else if (outcome == MNS_OUTCOME_OK) {
        mns_run_txn_write(&txn, true, &out);
    } else {
        mns_buf_printf(&out, "%c%s", outcome == MNS_OUTCOME_FAIL ? 'f' : 'i',
                       error.data == NULL ? "" : error.data);
    }
    mns_run_txn_release(&txn);
    mns_buf_release(&error);
    mns_buf_release(&message);
    return mns_buf_take(&out, NULL);
}

#define LIST MNS_GENERATE_LIST_APPEND
#define REGISTER MNS_GENERATE_RW_REGISTER
#define SET MNS_GENERATE_SET
#define COUNTER MNS_GENERATE_COUNTER

static const struct {
    mns_generator_kind kind;
    const char *line, *expected;
} goods[] = {
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[1,2]]]}",
     "[[:append 3 7] [:r 4 [1 2]]]"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,null]]}",
     "[[:append 3 7] [:r 4 nil]]"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[]]]}",
     "[[:append 3 7] [:r 4 []]]"},
    {LIST,
     " { \"value\" : [ [ \"\\u0061ppend\" , 3 , 7 ] , [ \"r\" , 4 , [ -5 ] ] ] , \"type\" : \"ok\" "
     "} \r",
     "[[:append 3 7] [:r 4 [-5]]]"},
    {LIST,
     "{\"x\":{\"type\":1},\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[]]],\"time\":1.5}",
     "[[:append 3 7] [:r 4 []]]"},
    {SET, "{\"type\":\"ok\",\"value\":[[\"add\",3,7],[\"r\",4,[2,1]]]}",
     "[[:add 3 7] [:r 4 #{2 1}]]"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,9]]}", "[[:w 3 7] [:r 4 9]]"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,null]]}", "[[:w 3 7] [:r 4 nil]]"},
    {COUNTER, "{\"type\":\"ok\",\"value\":[[\"inc\",3,7],[\"r\",4,-9]]}", "[[:inc 3 7] [:r 4 -9]]"},
    {COUNTER, "{\"type\":\"ok\",\"value\":[[\"inc\",3,7],[\"r\",4,null]]}",
     "[[:inc 3 7] [:r 4 0]]"},
    {LIST, "{\"type\":\"fail\"}", "f"},
    {LIST, "{\"type\":\"fail\",\"error\":\"d\\u00e9adlock\"}",
     "fd\xc3\xa9"
     "adlock"},
    {LIST, "{\"type\":\"info\",\"error\":[\"timeout\", 3 ] }", "i[\"timeout\", 3 ]"},
    {LIST, "{\"type\":\"info\",\"value\":17}", "i"},
    /* The error of a program may quote bytes that are not valid text. */
    {LIST, "{\"type\":\"fail\",\"error\":\"\\ud83d!\"}", "f\xef\xbf\xbd!"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,999999999999999999]]}",
     "[[:w 3 7] [:r 4 999999999999999999]]"},
    /* Unknown fields may be repeated. */
    {LIST, "{\"type\":\"fail\",\"x\":{\"type\":1},\"x\":2,\"types\":3}", "f"},
};

static void answers_are_taken(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(goods); i++) {
        char *is = read_answer(goods[i].kind, goods[i].line);
        assert_string_equal(is, goods[i].expected);
        free(is);
    }
}

static const struct {
    mns_generator_kind kind;
    const char *line, *word;
} bads[] = {
    {LIST, "", "an object at byte 1 "},
    {LIST, "hello", "an object at byte 1 of the answer: hello"},
    {LIST, "[]", "an object"},
    {LIST, "{}", "\"type\""},
    {LIST, "{\"type\":\"ok\"", "this collection is never closed at byte 1 "},
    {LIST, "{\"type\":\"ok\",}", "a value after ',' at byte 14"},
    {LIST, "{\"type\":\"ok\" 1}", "expected ',' or the end of the collection at byte 14"},
    {LIST, "{type:1}", "unexpected text at byte 2"},
    {LIST, "{\"a\":\"\\x\"}", "unknown escape in a string at byte 7"},
    {LIST, "{\"type\":\"ok\"}", "\"value\""},
    {LIST, "{\"type\":\"OK\"}", "\"ok\", \"fail\" or \"info\" at byte 9"},
    {LIST, "{\"type\":null}", "\"ok\""},
    {LIST, "{\"type\":\"\"}", "\"ok\""},
    {LIST, "{\"type\":\"invoke\"}", "\"ok\""},
    {LIST, "{\"type\":\"ok\",\"value\":null}", "an array"},
    {LIST, "{\"type\":\"ok\",\"value\":[]}", "all requested"},
    {LIST, "{\"type\":\"ok\",\"value\":[1]}", "a micro-operation at byte 23"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,1000000000000000000]]}",
     "at most 18 digits at byte 40"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,-0]]}", "at most 18 digits"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7]]}", "all requested"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[]],[\"r\",4,[]]]}",
     "only the requested"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"r\",4,[]],[\"append\",3,7]]}", "the requested function"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"appen\",3,7],[\"r\",4,[]]]}", "the requested function"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",4,7],[\"r\",4,[]]]}", "the requested key"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",\"3\",7],[\"r\",4,[]]]}", "an integer"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,8],[\"r\",4,[]]]}", "the requested value"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7.0],[\"r\",4,[]]]}", "an integer"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7,0],[\"r\",4,[]]]}", "three parts"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3],[\"r\",4,[]]]}", "three parts"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4]]}", "three parts"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,5]]}", "null or an array"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,\"1 2\"]]}", "null or an array"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[\"1\"]]]}", "an integer"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[1.0]]]}", "an integer"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[null]]]}", "an integer"},
    {LIST, "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[[1]]]]}", "an integer"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,[9]]]}", "null or an integer"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,\"9\"]]}", "an integer"},
    {REGISTER, "{\"type\":\"ok\",\"value\":[[\"w\",3,7],[\"r\",4,true]]}", "an integer"},
    {COUNTER, "{\"type\":\"ok\",\"value\":[[\"inc\",3,7],[\"r\",4,1e400]]}", "an integer"},
    {LIST, "{\"type\":\"fail\"} {\"type\":\"fail\"}", "the end of the line"},
    {LIST, "{\"type\":\"fail\",\"type\":\"info\"}", "at most once"},
    {LIST, "{\"type\":\"fail\",\"type\":\"fail\"}", "at most once"},
    {LIST, "{\"type\":\"fail\",\"\\u0074ype\":\"info\"}", "at most once"},
    {LIST, "{\"type\":\"info\",\"error\":1,\"error\":2}", "at most once"},
    {LIST, "{\"type\":\"ok\",\"value\":[],\"value\":[[\"append\",3,7],[\"r\",4,[]]]}",
     "at most once"},
};

static void other_answers_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(bads); i++) {
        char *is = read_answer(bads[i].kind, bads[i].line);
        if (is[0] != '!' || strstr(is, bads[i].word) == NULL) {
            fail_msg("%s: %s", bads[i].line, is);
        }
        free(is);
    }
}

static void long_lines_are_shown_in_part(void **state) {
    (void)state;
    mns_buf line;
    mns_buf_init(&line);
    mns_buf_str(&line, "{\"type\":\"ok\",\"note\":\"");
    mns_buf_repeat(&line, 'x', 100000);
    mns_buf_str(&line, "\",here}");
    mns_buf_repeat(&line, ' ', 100000);
    char *is = read_answer(LIST, line.data);
    assert_non_null(strstr(is, "unexpected text at byte 100024 "));
    assert_non_null(strstr(is, "xxx\",here}"));
    assert_true(strlen(is) < 240);
    free(is);
    mns_buf_release(&line);
}

/* An answer of type fail with another field, nested that deep. To be freed. */
static char *read_nested(size_t depth) {
    mns_buf line;
    mns_buf_init(&line);
    mns_buf_str(&line, "{\"type\":\"fail\",\"note\":");
    mns_buf_repeat(&line, '[', depth);
    mns_buf_repeat(&line, ']', depth);
    mns_buf_char(&line, '}');
    char *is = read_answer(LIST, line.data);
    mns_buf_release(&line);
    return is;
}

static void nesting_has_the_limit_of_histories(void **state) {
    (void)state;
    char *deepest = read_nested(MNS_LIMIT_DEPTH), *deeper = read_nested(MNS_LIMIT_DEPTH + 1);
    assert_string_equal(deepest, "f");
    assert_int_equal(deeper[0], '!');
    free(deepest);
    free(deeper);
}

static void ready_lines_are_recognized(void **state) {
    (void)state;
    static const char *const lines[] = {"{\"ready\":true}", " { \"ready\" : true } \r",
                                        "{\"pid\":7,\"ready\":true,\"x\":{\"y\":[]}}",
                                        "{\"re\\u0061dy\":true}"};
    static const char *const others[] = {"",
                                         "ready",
                                         "true",
                                         "[\"ready\",true]",
                                         "{\"ready\":false}",
                                         "{\"ready\":\"true\"}",
                                         "{\"x\":{\"ready\":true}}",
                                         "{\"ready\":true",
                                         "{\"ready\":true} {}",
                                         "{\"type\":\"ok\",\"value\":[]}"};
    for (size_t i = 0; i < MNS_COUNT_OF(lines); i++) {
        assert_true(mns_exec_is_ready(lines[i], strlen(lines[i])));
    }
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        assert_false(mns_exec_is_ready(others[i], strlen(others[i])));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_lines),
        cmocka_unit_test(answers_are_taken),
        cmocka_unit_test(other_answers_are_refused),
        cmocka_unit_test(long_lines_are_shown_in_part),
        cmocka_unit_test(nesting_has_the_limit_of_histories),
        cmocka_unit_test(ready_lines_are_recognized),
    };
    return cmocka_run_group_tests_name("exec_lines", tests, NULL, NULL);
}
