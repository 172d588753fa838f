/*
 * test_timekiller_write.c - src/format/timekiller_write.c: histories with timestamps of the
 * database become files of TimeKiller; what it cannot express is refused.
 */
#include "support/translated.h"
#include "unit/support/writer_support.h"

/* An operation, its timestamps and its micro-operations. */
#define OP(type, process, start, commit, mops)                                                     \
    "{:type :" type ", :process " process ", :f :txn, :start-ts " start ", :commit-ts " commit     \
    ", :value [" mops "]}\n"
#define OK(mops) OP("ok", "3", "5", "6", mops)

static void transactions_are_objects_in_the_order_of_the_history(void **state) {
    (void)state;
    static const written_case cases[] = {
        {"", "[]\n"},
        {OK("[:w 7 2] [:r 8 nil] [:r 7 2]"),
         "[\n{\"tid\":0,\"sid\":3,\"sts\":{\"p\":5,\"l\":0},\"cts\":{\"p\":6,\"l\":0},\"ops\":["
         "{\"t\":\"w\",\"k\":7,\"v\":2},{\"t\":\"r\",\"k\":8,\"v\":null},"
         "{\"t\":\"r\",\"k\":7,\"v\":2}]}\n]\n"},
        {OP("ok", "3", "5", "5", "[:append 7 2]") OP("ok", "1", "9", "9", "[:r 7 [2 -3]]")
             OP("ok", "3", "7", "8", "[:append 7 -3] [:r 8 []]"),
         "[\n{\"tid\":0,\"sid\":3,\"sts\":{\"p\":5,\"l\":0},\"cts\":{\"p\":5,\"l\":0},\"ops\":["
         "{\"t\":\"a\",\"k\":7,\"v\":2}]},\n"
         "{\"tid\":1,\"sid\":1,\"sts\":{\"p\":9,\"l\":0},\"cts\":{\"p\":9,\"l\":0},\"ops\":["
         "{\"t\":\"r\",\"k\":7,\"v\":[2,-3]}]},\n"
         "{\"tid\":2,\"sid\":3,\"sts\":{\"p\":7,\"l\":0},\"cts\":{\"p\":8,\"l\":0},\"ops\":["
         "{\"t\":\"a\",\"k\":7,\"v\":-3},{\"t\":\"r\",\"k\":8,\"v\":[]}]}\n]\n"},
        {OP("ok", "3", "9223372036854775807", "9223372036854775807", ""),
         "[\n{\"tid\":0,\"sid\":3,\"sts\":{\"p\":9223372036854775807,\"l\":0},"
         "\"cts\":{\"p\":9223372036854775807,\"l\":0},\"ops\":[]}\n]\n"},
    };
    expect_written(MINOS_FORMAT_TIMEKILLER, cases, MNS_COUNT_OF(cases));
}

static void what_cannot_be_expressed_is_refused(void **state) {
    (void)state;
    static const written_case cases[] = {
        {"{:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}",
         "1:1: this transaction has no :start-ts, the timestamp of its snapshot"},
        {OK("[:w 1 2]") "{:type :ok, :process 0, :f :txn, :start-ts 5, :value [[:w 1 3]]}",
         "2:1: this transaction has no :commit-ts, the timestamp of its commit"},
        {OP("ok", "0", "6", "5", "[:w 1 2]"),
         "1:1: this transaction has a :commit-ts before its :start-ts, which TimeKiller does not "
         "read"},
        {OP("ok", "0", "-1", "5", "[:w 1 2]"), "1:1: TimeKiller reads no timestamps below 0"},
        {OK("[:w 1 2] [:w :x 3]"), "1:78: timekiller cannot express the key :x"},
        {OK("[:w -1 2]"), "1:69: timekiller cannot express the key -1"},
        {OK("[:w 2147483647 2]"), "1:69: timekiller cannot express the key 2147483647"},
        {OK("[:w 1 \"a\"]"), "1:69: timekiller cannot express the value \"a\""},
        {OK("[:append 1 2] [:r 1 [2 9223372036854775808]]"),
         "1:83: timekiller cannot express the value 9223372036854775808"},
        {OK("[:add 1 2]"),
         "1:69: timekiller has lists and registers only, and this history has sets"},
        {OK("[:inc 1 2]"),
         "1:69: timekiller has lists and registers only, and this history has counters"},
        {OK("[:w 2 0] [:r 1 0]"), "1:78: this read of 0, which no transaction wrote, would be a "
                                  "read of the initial state in timekiller"},
        /* 0 may be the initial value of the file, so it is not known what the reads saw. */
        {OK("[:w 2 1]") OP("ok", "4", "7", "8", "[:w 1 0]") OP("ok", "3", "9", "9", "[:r 1 0]"),
         "3:69: this read of 0 would be ambiguous in timekiller"},
        {OK("[:r 2 5] [:w 1 0] [:w 2 5]") OP("ok", "3", "9", "9", "[:r 1 0]"),
         "2:69: this read of 0 would be ambiguous in timekiller"},
        {OP("ok", "0", "5", "7", "[:w 1 0]") OP("ok", "3", "7", "9", "[:r 1 0]"),
         "2:69: this read of 0 would be ambiguous in timekiller"},
        {OP("fail", "0", "1", "2", "[:w 1 2]") OK("[:r 1 2]"),
         "2:69: timekiller cannot express a read of a write of an aborted transaction"},
        {OP("fail", "0", "1", "2", "[:append 1 2]") OK("[:append 1 3] [:r 1 [3 2]]"),
         "2:83: timekiller cannot express a read of a write of an aborted transaction"},
    };
    expect_written(MINOS_FORMAT_TIMEKILLER, cases, MNS_COUNT_OF(cases));
}

static void aborted_transactions_are_dropped(void **state) {
    (void)state;
    uint64_t dropped;
    char *text = written(OP("fail", "0", "1", "2", "[:w :x 2]") OK("[:w 1 2]"),
                         MINOS_FORMAT_TIMEKILLER, &dropped);
    assert_string_equal(text, "[\n{\"tid\":0,\"sid\":3,\"sts\":{\"p\":5,\"l\":0},\"cts\":{\"p\":6,"
                              "\"l\":0},\"ops\":[{\"t\":\"w\",\"k\":1,\"v\":2}]}\n]\n");
    assert_int_equal(dropped, 1);
    free(text);
}

/* An info transaction that others read from committed; its reads are not known. */
static void proven_infos_are_written(void **state) {
    (void)state;
    char *text = written(OP("info", "0", "1", "2", "[:w 1 2] [:r 5 nil]") OK("[:r 1 2]")
                             OP("info", "1", "3", "4", "[:w 1 9]"),
                         MINOS_FORMAT_TIMEKILLER, NULL);
    assert_non_null(strstr(text, "\"sid\":0,\"sts\":{\"p\":1,\"l\":0},\"cts\":{\"p\":2,\"l\":0},"
                                 "\"ops\":[{\"t\":\"w\",\"k\":1,\"v\":2}]"));
    assert_null(strstr(text, "\"sid\":1"));
    free(text);
}

static void what_is_written_is_read_back(void **state) {
    (void)state;
    char *text = written(OP("ok", "3", "5", "6", "[:w 7 2] [:r 8 nil]")
                             OP("ok", "4", "7", "8", "[:r 7 2] [:w 8 0] [:w 0 -9]")
                                 OP("ok", "3", "9", "9", "[:r 8 0]"),
                         MINOS_FORMAT_TIMEKILLER, NULL);
    char *back = translated_text(text, MINOS_FORMAT_AUTO);
    assert_string_equal(back, "{:type :ok, :process 3, :f :txn, :index 0, :start-ts 5, :commit-ts "
                              "6, :value [[:w 7 2] [:r 8 nil]]}\n"
                              "{:type :ok, :process 4, :f :txn, :index 1, :start-ts 7, :commit-ts "
                              "8, :value [[:r 7 2] [:w 8 0] [:w 0 -9]]}\n"
                              "{:type :ok, :process 3, :f :txn, :index 2, :start-ts 9, :commit-ts "
                              "9, :value [[:r 8 0]]}\n");
    free(back);
    free(text);
    /* The first transaction may write the initial 0. */
    text =
        written(OK("[:w 7 0]") OP("ok", "4", "7", "8", "[:r 7 0]"), MINOS_FORMAT_TIMEKILLER, NULL);
    back = translated_text(text, MINOS_FORMAT_AUTO);
    assert_non_null(strstr(back, "[[:w 7 0]]"));
    assert_non_null(strstr(back, "[[:r 7 0]]"));
    free(back);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transactions_are_objects_in_the_order_of_the_history),
        cmocka_unit_test(what_cannot_be_expressed_is_refused),
        cmocka_unit_test(aborted_transactions_are_dropped),
        cmocka_unit_test(proven_infos_are_written),
        cmocka_unit_test(what_is_written_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
