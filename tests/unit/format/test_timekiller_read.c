/*
 * test_timekiller_read.c - src/format/timekiller_read.c and timekiller_ops.c: transactions become
 * EDN, and every fault is an error with its place. tests/formats/timekiller has whole files.
 */
#include <stdio.h>

#include "format/translation.h"
#include "support/translated.h"
#include "support/units.h"

typedef struct translation_case {
    const char *input, *expected;
} translation_case;

static void expect_all(const translation_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *shown = translated_text(cases[i].input, MINOS_FORMAT_TIMEKILLER);
        assert_non_null(shown);
        if (strcmp(shown, cases[i].expected) != 0) {
            print_message("%s\n", cases[i].input);
        }
        assert_string_equal(shown, cases[i].expected);
        free(shown);
    }
}

/* A transaction with these operations, at 5 to 6. */
#define WITH_OPS(ops)                                                                              \
    "[{\"tid\":1,\"sid\":2,\"sts\":{\"p\":5,\"l\":0},\"cts\":{\"p\":6,\"l\":0},\"ops\":[" ops "]}" \
    "]"
#define TRANSLATED(mops)                                                                           \
    "{:type :ok, :process 2, :f :txn, :index 1, :start-ts 5, :commit-ts 6, :value [" mops "]}\n"

static void operations_become_micro_operations(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {"[]", ""},
        {" [ ]\n", ""},
        {WITH_OPS(""), TRANSLATED("")},
        {WITH_OPS("{\"t\":\"w\",\"k\":7,\"v\":2}"), TRANSLATED("[:w 7 2]")},
        {WITH_OPS("{\"v\":2,\"k\":7,\"t\":\"WRITE\"}"), TRANSLATED("[:w 7 2]")},
        {WITH_OPS("{\"t\":\"R\",\"k\":7,\"v\":null}"), TRANSLATED("[:r 7 nil]")},
        {WITH_OPS("{\"t\":\"read\",\"k\":7}"), TRANSLATED("[:r 7 nil]")},
        {WITH_OPS("{\"t\":\"r\",\"k\":\"7\",\"v\":\"-3\"}"), TRANSLATED("[:r 7 -3]")},
        {WITH_OPS("{\"t\":\"A\",\"k\":7,\"v\":1},{\"t\":\"r\",\"k\":7,\"v\":[1, 2]}"),
         TRANSLATED("[:append 7 1] [:r 7 [1 2]]")},
        {WITH_OPS("{\"t\":\"w\",\"k\":9223372036854775807,\"v\":-9223372036854775808}"),
         TRANSLATED("[:w 9223372036854775807 -9223372036854775808]")},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

static void a_read_of_0_shows_the_initial_state_unless_0_was_written_to_the_key(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {WITH_OPS("{\"t\":\"r\",\"k\":7,\"v\":0}"), TRANSLATED("[:r 7 nil]")},
        {WITH_OPS("{\"t\":\"r\",\"k\":7,\"v\":0},{\"t\":\"w\",\"k\":8,\"v\":0}"),
         TRANSLATED("[:r 7 nil] [:w 8 0]")},
        /* Then it may be either, */
        {WITH_OPS("{\"t\":\"r\",\"k\":7,\"v\":0},{\"t\":\"w\",\"k\":7,\"v\":0}"),
         "1:66: this read of 0 is ambiguous: 0 may be the initial value, and a transaction writes "
         "0 "
         "to the key"},
        {WITH_OPS("{\"t\":\"r\",\"k\":6,\"v\":1},{\"t\":\"w\",\"k\":7,\"v\":0},"
                  "{\"t\":\"r\",\"k\":7,\"v\":0}"),
         "1:110: this read of 0 is ambiguous: 0 may be the initial value, and a transaction writes "
         "0 to the key"},
        /* unless a read shows that the initial value is null, */
        {WITH_OPS("{\"t\":\"r\",\"k\":7,\"v\":0},{\"t\":\"w\",\"k\":7,\"v\":0},"
                  "{\"t\":\"r\",\"k\":6,\"v\":null}"),
         TRANSLATED("[:r 7 0] [:w 7 0] [:r 6 nil]")},
        /* or the first transaction writes the initial state. */
        {WITH_OPS("{\"t\":\"w\",\"k\":7,\"v\":0},{\"t\":\"r\",\"k\":7,\"v\":0}"),
         TRANSLATED("[:w 7 0] [:r 7 0]")},
        {WITH_OPS("{\"t\":\"r\",\"k\":7,\"v\":[0]}"), TRANSLATED("[:r 7 [0]]")},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

#define TXN_OF(tid, sts, cts, op)                                                                  \
    "{\"tid\":" tid ",\"sid\":" tid ",\"sts\":{\"p\":" sts ",\"l\":0},\"cts\":{\"p\":" cts         \
    ",\"l\":0},\"ops\":[{" op "}]}"
#define WRITE_0 "\"t\":\"w\",\"k\":7,\"v\":0"
#define READ_0 "\"t\":\"r\",\"k\":7,\"v\":0"

/* The first transaction of the file is the initial state only if its timestamps say so too. */
static void the_initial_state_commits_before_all_others_start(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {"[" TXN_OF("1", "1", "2", WRITE_0) "," TXN_OF("2", "3", "4", READ_0) "]",
         "{:type :ok, :process 1, :f :txn, :index 1, :start-ts 1, :commit-ts 2, :value [[:w 7 0]]}"
         "\n{:type :ok, :process 2, :f :txn, :index 2, :start-ts 3, :commit-ts 4, :value [[:r 7 "
         "0]]}\n"},
        {"[" TXN_OF("1", "1", "3", WRITE_0) "," TXN_OF("2", "3", "4", READ_0) "]",
         "1:154: this read of 0 is ambiguous: 0 may be the initial value, and a transaction writes "
         "0 to the key"},
        {"[" TXN_OF("1", "5", "6", WRITE_0) "," TXN_OF("2", "7", "8", READ_0) "," TXN_OF(
             "3", "3", "4", "\"t\":\"w\",\"k\":7,\"v\":1") "]",
         "1:154: this read of 0 is ambiguous: 0 may be the initial value, and a transaction writes "
         "0 to the key"},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

/* An empty list is no initial value of a register, and no value that a write could explain. */
static void registers_and_lists_do_not_mix(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {WITH_OPS("{\"t\":\"w\",\"k\":7,\"v\":2},{\"t\":\"r\",\"k\":8,\"v\":[]}"),
         "1:88: this read shows a list, but an earlier operation writes a register"},
        {WITH_OPS("{\"t\":\"r\",\"k\":8,\"v\":[1]},{\"t\":\"w\",\"k\":7,\"v\":2}"),
         "1:90: this writes a register, but an earlier read shows a list"},
        {WITH_OPS("{\"t\":\"r\",\"k\":8,\"v\":[]},{\"t\":\"r\",\"k\":7,\"v\":null}"),
         TRANSLATED("[:r 8 []] [:r 7 nil]")},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

/* One transaction without operations. */
#define TXN(tid, sid, sts, cts)                                                                    \
    "{\"tid\":" tid ",\"sid\":" sid ",\"sts\":{" sts "},\"cts\":{" cts "},\"ops\":[]}"

static void sessions_are_processes_and_tids_indexes(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {"[" TXN("7", "3", "\"p\":1,\"l\":0", "\"p\":1,\"l\":0") "]",
         "{:type :ok, :process 3, :f :txn, :index 7, :start-ts 1, :commit-ts 1, :value []}\n"},
        {"[" TXN("\"8\"", "\"3\"", "\"p\":\"1\",\"l\":0", "\"p\":1,\"l\":\"0\"") "]",
         "{:type :ok, :process 3, :f :txn, :index 8, :start-ts 1, :commit-ts 1, :value []}\n"},
        /* A name, a negative and a large number: sessions are numbered as they come. */
        {"[" TXN("\"t\"", "\"c\"", "\"p\":1,\"l\":0", "\"p\":1,\"l\":0") "," TXN(
             "0", "-1", "\"p\":2,\"l\":0",
             "\"p\":2,\"l\":0") "," TXN("1", "\"c\"", "\"p\":3,\"l\":0", "\"p\":3,\"l\":0") "]",
         "{:type :ok, :process 0, :f :txn, :start-ts 1, :commit-ts 1, :value []}\n"
         "{:type :ok, :process 1, :f :txn, :index 0, :start-ts 2, :commit-ts 2, :value []}\n"
         "{:type :ok, :process 0, :f :txn, :index 1, :start-ts 3, :commit-ts 3, :value []}\n"},
        {"[" TXN("-5", "18446744073709551616", "\"p\":1,\"l\":0", "\"p\":1,\"l\":0") "]",
         "{:type :ok, :process 0, :f :txn, :index -5, :start-ts 1, :commit-ts 1, :value []}\n"},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

static void faults_have_a_place(void **state) {
    (void)state;
#define TIMES "\"p\":1,\"l\":0"
    static const translation_case cases[] = {
        {"", "1:1: expected an array of transactions"},
        {"{}", "1:1: expected an array of transactions"},
        {"[", "1:1: this collection is never closed"},
        {"[1]", "1:2: expected a transaction: {\"tid\": ..., \"sid\": ..., ...}"},
        {"[{}]", "1:2: this transaction has no tid"},
        {"[] []", "1:4: unexpected text after the end of the history"},
        {"[" TXN("1", "2", TIMES, TIMES) ",]", "1:69: expected a value after ','"},
        {"[\n{\"tid\":1,\"sts\":{" TIMES "},\"cts\":{" TIMES "},\"ops\":[]}]",
         "2:1: this transaction has no sid, its session"},
        {"[{\"tid\":1,\"sid\":2,\"cts\":{" TIMES "},\"ops\":[]}]",
         "1:2: this transaction has no sts, its start timestamp"},
        {"[{\"tid\":1,\"sid\":2,\"sts\":{" TIMES "},\"ops\":[]}]",
         "1:2: this transaction has no cts, its commit timestamp"},
        {"[{\"tid\":1,\"sid\":2,\"sts\":{" TIMES "},\"cts\":{" TIMES "}}]",
         "1:2: this transaction has no ops, its operations"},
        {"[{\"tid\":1,\"tid\":2}]", "1:11: this field is given twice"},
        {"[{\"sts\":{" TIMES "},\"sts\":{" TIMES "}}]", "1:23: this field is given twice"},
        {"[{\"ops\":[],\"ops\":[]}]", "1:12: this field is given twice"},
        {"[{\"tid\":1,\"status\":\"aborted\"}]", "1:11: unknown field \"status\""},
        {"[{\"rtts\":1,\"mts\":2,\"aborted\":[{}]}]", "1:20: unknown field \"aborted\""},
        {"[{\"sts\":{\"p\":1,\"l\":0,\"x\":1}}]", "1:22: unknown field \"x\""},
        {"[{\"tid\":1.5}]", "1:9: tid and sid are numbers or strings"},
        {"[{\"ops\":{}}]", "1:9: ops must be an array of operations"},
        {"[{\"sts\":5}]", "1:9: a timestamp is {\"p\": ..., \"l\": ...}"},
        {"[{\"sts\":{\"p\":5}}]", "1:9: a timestamp needs p and l"},
        {"[{\"sts\":{\"l\":5}}]", "1:9: a timestamp needs p and l"},
        {"[{\"sts\":{\"p\":1,\"p\":1}}]", "1:16: this field is given twice"},
        {"[{\"sts\":{\"p\":9223372036854775808,\"l\":0}}]",
         "1:14: p and l must be integers of 64 bits"},
        {"[{\"sts\":{\"p\":\"12a\",\"l\":0}}]", "1:14: p and l must be integers of 64 bits"},
        {"[{\"sts\":{\"p\":1,\"l\":-1}}]", "1:9: l, the logical part, is negative"},
        {"[" TXN("1", "2", "\"p\":2,\"l\":0", "\"p\":1,\"l\":9") "]",
         "1:2: cts, the commit timestamp, is before sts, the start"},
        {"[" TXN("1", "2", "\"p\":2,\"l\":1", "\"p\":2,\"l\":0") "]",
         "1:2: cts, the commit timestamp, is before sts, the start"},
        {"[" TXN("1", "2", TIMES, TIMES) ",\n" TXN("\"1\"", "2", TIMES, TIMES) "]",
         "2:1: an earlier transaction has the same tid"},
        {"[" TXN("\"a\"", "2", TIMES, TIMES) ",\n" TXN("\"a\"", "2", TIMES, TIMES) "]",
         "2:1: an earlier transaction has the same tid"},
        {"[" TXN("1", "2", "\"p\":0,\"l\":0", "\"p\":5000000000000000000,\"l\":0") ",\n" TXN(
             "2", "2", "\"p\":0,\"l\":1", "\"p\":0,\"l\":9") "]",
         "2:1: the timestamps of this history do not fit into 64 bits: p is from 0 to "
         "5000000000000000000, l is up to 9"},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

static void faults_of_operations_have_a_place(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {WITH_OPS("1"), "1:66: expected an operation: {\"t\": ..., \"k\": ..., \"v\": ...}"},
        {WITH_OPS("{\"t\":\"w\",\"k\":7,\"v\":2,\"ok\":false}"), "1:87: unknown field \"ok\""},
        {WITH_OPS("{\"k\":1}"), "1:66: this operation has no t, its type"},
        {WITH_OPS("{\"t\":\"r\"}"), "1:66: this operation has no k, its key"},
        {WITH_OPS("{\"t\":\"x\"}"), "1:71: unknown type of operation"},
        {WITH_OPS("{\"t\":\"\"}"), "1:71: unknown type of operation"},
        {WITH_OPS("{\"t\":1}"), "1:71: unknown type of operation"},
        {WITH_OPS("{\"t\":\"r\",\"t\":\"r\"}"), "1:75: this field is given twice"},
        {WITH_OPS("{\"k\":1,\"k\":1}"), "1:73: this field is given twice"},
        {WITH_OPS("{\"v\":null,\"v\":1}"), "1:76: this field is given twice"},
        {WITH_OPS("{\"t\":\"r\",\"k\":\"x\"}"), "1:79: k must be an integer"},
        {WITH_OPS("{\"t\":\"r\",\"k\":9223372036854775808}"), "1:79: k must be an integer"},
        {WITH_OPS("{\"t\":\"r\",\"k\":1,\"v\":1.5}"), "1:85: v must be an integer, null or a list"},
        {WITH_OPS("{\"t\":\"r\",\"k\":1,\"v\":{}}"), "1:85: v must be an integer, null or a list"},
        {WITH_OPS("{\"t\":\"r\",\"k\":1,\"v\":\"01\"}"),
         "1:85: v must be an integer, null or a list"},
        {WITH_OPS("{\"t\":\"r\",\"k\":1,\"v\":[1,[2]]}"),
         "1:88: an element of a list must be an integer of 64 bits"},
        {WITH_OPS("{\"t\":\"w\",\"k\":1,\"v\":null}"), "1:66: a write needs an integer as v"},
        {WITH_OPS("{\"t\":\"w\",\"k\":1}"), "1:66: a write needs an integer as v"},
        {WITH_OPS("{\"t\":\"a\",\"k\":1,\"v\":[1]}"), "1:66: a write needs an integer as v"},
        {WITH_OPS("{\"t\":\"r\" \"k\":1}"), "1:75: expected ',' or the end of the collection"},
        {WITH_OPS("{\"t\":\"r]\"}"), "1:71: unknown type of operation"},
        {WITH_OPS("(]"), "1:66: unexpected text"},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

/* ---- Large files ------------------------------------------------------------------------------
 */

/* Transactions of growing size, some larger than the pieces in which a file is read. */
static void large_histories_are_read_in_pieces(void **state) {
    (void)state;
    mns_buf input, expected;
    mns_buf_init(&input);
    mns_buf_init(&expected);
    mns_buf_char(&input, '[');
    for (unsigned t = 0; t < 400; t++) {
        mns_buf_printf(
            &input,
            "%s{\"sid\":%u,\"tid\":%u,\"sts\":{\"p\":%u,\"l\":0},\"cts\":{\"p\":%u,\"l\":"
            "0},\"rtts\":\"%*s\\\"]}\",\"ops\":[",
            t == 0 ? "" : ",\n", t % 7, t, t, t, (int)(t * 37 % 5000), "");
        mns_buf_printf(&expected,
                       "{:type :ok, :process %u, :f :txn, :index %u, :start-ts %u, :commit-ts %u, "
                       ":value [",
                       t % 7, t, t, t);
        unsigned mops = t % 100 == 99 ? 60000 : t % 10;
        for (unsigned m = 0; m < mops; m++) {
            mns_buf_printf(&input, "%s{\"t\":\"w\",\"k\":%u,\"v\":%u}", m == 0 ? "" : ",", m, t);
            mns_buf_printf(&expected, "%s[:w %u %u]", m == 0 ? "" : " ", m, t);
        }
        mns_buf_str(&input, "]}");
        mns_buf_str(&expected, "]}\n");
    }
    mns_buf_str(&input, "]\n");
    assert_true(input.size > (size_t)4 << 20);
    char *shown = translated_bytes(input.data, input.size, MINOS_FORMAT_AUTO);
    assert_int_equal(strlen(shown), expected.size);
    assert_memory_equal(shown, expected.data, expected.size);
    free(shown);
    /* Cut short anywhere, it is rejected. */
    for (size_t cut = 1; cut < input.size; cut += input.size / 37) {
        shown = translated_bytes(input.data, input.size - cut - 1, MINOS_FORMAT_TIMEKILLER);
        assert_true(shown[0] >= '1' && shown[0] <= '9');
        free(shown);
    }
    mns_buf_release(&input);
    mns_buf_release(&expected);
}

/* ---- Recognition, notes -----------------------------------------------------------------------
 */

static void only_such_histories_are_recognised(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool fits;
    } cases[] = {
        {WITH_OPS(""), true},
        {"[{\"cts\":{\"p\":1,\"l\":0},\"ops\":[{", true}, /* only the beginning was read */
        {"[]", false},
        {"[{\"type\":\"ok\",\"process\":0,\"sts\":{}}]", false},
        {"[{\"sts\":{},\"process\":0}]", false},
        {"{\"sts\":{}}", false},
        {"[[{\"sts\":{}}]]", false},
        {"[{\"tid\":1,\"sid\":1,\"ops\":[]}]", false},
        {"", false},
        {"{:type :ok}", false},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        assert_int_equal(mns_timekiller_reader.fits(cases[i].text, strlen(cases[i].text), true),
                         cases[i].fits);
    }
}

static void expect_notes(const char *text, const char *expected) {
    mns_source source;
    mns_problems problems;
    mns_translation *translation;
    minos_format format = MINOS_FORMAT_TIMEKILLER;
    mns_problems_init(&problems);
    assert_int_equal(mns_history_open_memory(&source, "h", text, strlen(text), &format, 0,
                                             &translation, &problems),
                     MINOS_OK);
    assert_int_equal(mns_source_load(&source, &problems), MINOS_OK);
    const char *notes = mns_translation_notes(translation);
    assert_string_equal(notes == NULL ? "" : notes, expected);
    mns_source_release(&source);
    mns_problems_release(&problems);
}

static void notes_say_what_was_assumed(void **state) {
    (void)state;
    expect_notes(WITH_OPS("{\"t\":\"w\",\"k\":7,\"v\":2}"), "");
    expect_notes(WITH_OPS("{\"t\":\"r\",\"k\":7,\"v\":0}"),
                 "1 read of 0, which no transaction wrote to its key, was taken as a read of the "
                 "initial state\n");
    expect_notes(WITH_OPS("{\"t\":\"r\",\"k\":7,\"v\":0},{\"t\":\"r\",\"k\":8,\"v\":0}"),
                 "2 reads of 0, which no transaction wrote to their keys, were taken as reads of "
                 "the initial state\n");
    expect_notes("[" TXN("1", "\"x\"", "\"p\":1,\"l\":0", "\"p\":1,\"l\":0") "]",
                 "the sessions have names, so processes are numbered in the order of their first "
                 "transactions\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_become_micro_operations),
        cmocka_unit_test(a_read_of_0_shows_the_initial_state_unless_0_was_written_to_the_key),
        cmocka_unit_test(the_initial_state_commits_before_all_others_start),
        cmocka_unit_test(registers_and_lists_do_not_mix),
        cmocka_unit_test(sessions_are_processes_and_tids_indexes),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(faults_of_operations_have_a_place),
        cmocka_unit_test(large_histories_are_read_in_pieces),
        cmocka_unit_test(only_such_histories_are_recognised),
        cmocka_unit_test(notes_say_what_was_assumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
