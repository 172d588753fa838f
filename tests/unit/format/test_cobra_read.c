/*
 * test_cobra_read.c - src/format/cobra_read.c: logs written by hand become the expected EDN.
 */
#include "unit/support/cobra_support.h"

/* Translates up to four logs, which end with a log without a name. */
static void check(const cobra_log *logs, const char *text, const char *notes) {
    cobra_result result;
    cobra_translate(logs, &result);
    assert_string_equal(result.message == NULL ? "" : result.message, "");
    assert_string_equal(result.text.data == NULL ? "" : result.text.data, text);
    assert_string_equal(result.notes.data == NULL ? "" : result.notes.data, notes);
    cobra_release(&result);
}

static void check_one(const char *notation, const char *text, const char *notes) {
    check((cobra_log[]){{"logs/T1.log", notation}, {NULL, NULL}}, text, notes);
}

/* Byte by byte: client 7 wrote key 3, client 12 read it. */
static void bytes_are_big_endian(void **state) {
    (void)state;
    static char first[] = "S\0\0\0\0\0\0\0\x11"
                          "W\0\0\0\0\0\0\x03\x84\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x05"
                          "C\0\0\0\0\0\0\0\x11";
    static char second[] =
        "S\0\0\0\1\0\0\0\x01"
        "R\0\0\0\0\0\0\0\x11\0\0\0\0\0\0\x03\x84\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x05"
        "R\0\0\0\0\xbe\xbe\xeb\xee\0\0\0\0\xbe\xbe\xeb\xee"
        "\xff\xff\xff\xff\xff\xff\xff\xfe\x12\x34\x56\x78\x9a\xbc\xde\xf0"
        "C\0\0\0\1\0\0\0\x01";
    const char *names[] = {"T7.log", "T12.log"};
    mns_buf bytes[] = {{.data = first, .size = sizeof first - 1},
                       {.data = second, .size = sizeof second - 1}};
    cobra_result result;
    cobra_translate_bytes(names, bytes, 2, &result);
    assert_int_equal(result.status, MINOS_OK);
    assert_string_equal(
        result.text.data,
        "{:type :ok, :process 7, :f :txn, :index 17, :value [[:w 3 900]]}\n"
        "{:type :ok, :process 12, :f :txn, :index 4294967297, :value [[:r 3 900] [:r -2 nil]]}\n");
    cobra_release(&result);
}

static void a_write_is_its_id(void **state) {
    (void)state;
    check_one("S 1 W 10 5 7 W 11 5 7 W 12 6 7 C 1  S 2 R 1 11 5 7 R 1 12 6 7 C 2",
              "{:type :ok, :process 1, :f :txn, :index 1, :value [[:w 5 10] [:w 5 11] [:w 6 12]]}\n"
              "{:type :ok, :process 1, :f :txn, :index 2, :value [[:r 5 11] [:r 6 12]]}\n",
              "");
}

static void the_initial_state_is_nil(void **state) {
    (void)state;
    check_one("S 1 R I I 3 99 R N N 4 0 R I N 5 1 R N I 6 0 R I I 3 99 C 1",
              "{:type :ok, :process 1, :f :txn, :index 1, "
              ":value [[:r 3 nil] [:r 4 nil] [:r 5 nil] [:r 6 nil] [:r 3 nil]]}\n",
              "");
}

static void numbers_have_64_bits(void **state) {
    (void)state;
    check_one("S -9223372036854775808 W 9223372036854775807 -9223372036854775808 -1"
              " W -4 7 0 R -9223372036854775808 9223372036854775807 -9223372036854775808 -1"
              " C -9223372036854775808",
              "{:type :ok, :process 1, :f :txn, :index -9223372036854775808, "
              ":value [[:w -9223372036854775808 9223372036854775807] [:w 7 -4] "
              "[:r -9223372036854775808 9223372036854775807]]}\n",
              "");
}

/* No log has the write: the checker finds the anomaly. */
static void a_write_may_be_in_a_later_log(void **state) {
    (void)state;
    check((cobra_log[]){{"T0.log", "S 1 R 2 20 3 4 C 1"}, {"T1.log", "S 2 W 20 3 4 C 2"}, {0}},
          "{:type :ok, :process 0, :f :txn, :index 1, :value [[:r 3 20]]}\n"
          "{:type :ok, :process 1, :f :txn, :index 2, :value [[:w 3 20]]}\n",
          "");
}

static void the_last_transaction_may_be_open(void **state) {
    (void)state;
    check((cobra_log[]){{"T0.log", "S 1 C 1 S 2 W 20 3 4"},
                        {"T1.log", "S 3 R 2 20 3 4 C 3"},
                        {"T2.log", "S 4"},
                        {0}},
          "{:type :ok, :process 0, :f :txn, :index 1, :value []}\n"
          "{:type :info, :process 0, :f :txn, :index 2, :value [[:w 3 20]]}\n"
          "{:type :ok, :process 1, :f :txn, :index 3, :value [[:r 3 20]]}\n"
          "{:type :info, :process 2, :f :txn, :index 4, :value []}\n",
          "");
}

/* A log that ends before a write that others read. A read of a transaction in no log is counted;
 * one of a committed transaction that has no such write is not. */
static void writes_that_no_log_has(void **state) {
    (void)state;
    check((cobra_log[]){{"T0.log", "S 1 W 10 3 4"},
                        {"T1.log", "S 2 R 1 12 6 7 R 1 11 5 6 C 2 S 3 R 1 12 6 7 R 2 13 6 7 C 3"},
                        {"T2.log", "S 4"},
                        {0}},
          "{:type :info, :process 0, :f :txn, :index 1, :value [[:w 3 10] [:w 5 11] [:w 6 12]]}\n"
          "{:type :ok, :process 1, :f :txn, :index 2, :value [[:r 6 12] [:r 5 11]]}\n"
          "{:type :ok, :process 1, :f :txn, :index 3, :value [[:r 6 12] [:r 6 13]]}\n"
          "{:type :info, :process 2, :f :txn, :index 4, :value []}\n",
          "2 writes are known only from reads, because the log ends before them (the first of "
          "transaction 1, read at byte 42 of T1.log): a log may be cut short\n");
    check((cobra_log[]){{"T0.log", "S 1 R 7 10 3 4 C 1 S 2 R 9 11 3 4"}, {0}},
          "{:type :ok, :process 0, :f :txn, :index 1, :value [[:r 3 10]]}\n"
          "{:type :info, :process 0, :f :txn, :index 2, :value [[:r 3 11]]}\n",
          "2 reads saw writes of transactions that are in no log (the first of transaction 7, at "
          "byte 9 of T0.log): they aborted, or a log of the folder is missing\n");
    check((cobra_log[]){{"T0.log", "S 1 R 7 10 3 4 C 1"}, {0}},
          "{:type :ok, :process 0, :f :txn, :index 1, :value [[:r 3 10]]}\n",
          "1 read saw a write of a transaction that is in no log (transaction 7, at byte 9 of "
          "T0.log): it aborted, or a log of the folder is missing\n");
}

#define TIMES                                                                                      \
    "the times of the transactions are not used, because they are from the clocks of several "     \
    "clients\n"

static void times_are_left_out(void **state) {
    (void)state;
    check((cobra_log[]){{"T0.log", "S 1 1600000000000 W 10 3 4 C 1 1600000000005"
                                   " S 2 1600000000006 R 1 10 3 4 C 2 1600000000009"},
                        {"T1.log", ""},
                        {"T2.log", "S 3 1600000000002 R I I 3 0"},
                        {0}},
          "{:type :ok, :process 0, :f :txn, :index 1, :value [[:w 3 10]]}\n"
          "{:type :ok, :process 0, :f :txn, :index 2, :value [[:r 3 10]]}\n"
          "{:type :info, :process 2, :f :txn, :index 3, :value [[:r 3 nil]]}\n",
          TIMES);
    check_one("S 1 1600000000000", "{:type :info, :process 1, :f :txn, :index 1, :value []}\n",
              TIMES);
}

/* A fence transaction of Cobra: epochs, then the flag, which Cobra's verifier writes. */
static void reads_of_the_flag_are_left_out(void **state) {
    (void)state;
    check_one("S 1 R N N -7 0 W 10 -7 1 R I + 9 5 C 1",
              "{:type :ok, :process 1, :f :txn, :index 1, :value [[:r -7 nil] [:w -7 10]]}\n",
              "1 read of Cobra's garbage-collection flag is left out\n");
    check_one("S 1 R I + 9 5 C 1 S 2 R I - 9 6 C 2",
              "{:type :ok, :process 1, :f :txn, :index 1, :value []}\n"
              "{:type :ok, :process 1, :f :txn, :index 2, :value []}\n",
              "2 reads of Cobra's garbage-collection flag are left out\n");
}

static void logs_may_be_empty(void **state) {
    (void)state;
    check((cobra_log[]){{"T0.log", ""}, {"T1.log", ""}, {0}}, "", "");
}

/* Numbers in the names are sessions only if they tell all logs apart. */
static void sessions_have_the_numbers_of_their_logs(void **state) {
    (void)state;
    static const struct {
        const char *one, *other, *text;
    } cases[] = {
        {"d/T10.log", "d/T2.log",
         "10, :f :txn, :index 1, :value []}\n"
         "{:type :ok, :process 2, :f"},
        {"d/a1.log", "d/b1.log", "0, :f :txn, :index 1, :value []}\n{:type :ok, :process 1, :f"},
        {"d/T5.log", "d/last.log", "0, :f :txn, :index 1, :value []}\n{:type :ok, :process 1, :f"},
        {"d/1234567890.log", "d/8.log",
         "0, :f :txn, :index 1, :value []}\n{:type :ok, :process 1, :f"},
        {"d9/a.log", "d9/b7.log", "0, :f :txn, :index 1, :value []}\n{:type :ok, :process 1, :f"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        cobra_result result;
        cobra_translate((cobra_log[]){{cases[i].one, "S 1 C 1"}, {cases[i].other, "S 2 C 2"}, {0}},
                        &result);
        assert_int_equal(result.status, MINOS_OK);
        const char *start = "{:type :ok, :process ";
        assert_memory_equal(result.text.data, start, strlen(start));
        assert_memory_equal(result.text.data + strlen(start), cases[i].text, strlen(cases[i].text));
        cobra_release(&result);
    }
}

/* ---- Recognition ---------------------------------------------------------------------------- */

static void logs_are_recognised(void **state) {
    (void)state;
    static const char *const good[] = {
        "S 1 C 1", "S 1 W 1 2 3", "S 1",    "S 1 1600000000000", "S 1 1600000000000 R 1 2 3 4",
        "S #00",   "S 1 S 2",     "S 1 A 1"};
    static const char *const bad[] = {"W 1 2 3",
                                      "[",
                                      "",
                                      "C 1",
                                      "S 1 1600000000000 #00",
                                      "S #65 #72 #76 #65 #72 #20 #72 #75 #6e #6e #69 #6e #67 #20"
                                      "#6f #6e #20 #70"};
    for (size_t i = 0; i < MNS_COUNT_OF(good) + MNS_COUNT_OF(bad); i++) {
        bool fits = i < MNS_COUNT_OF(good);
        mns_buf bytes;
        cobra_encode(fits ? good[i] : bad[i - MNS_COUNT_OF(good)], &bytes);
        assert_int_equal(mns_cobra_reader.fits(bytes.data, bytes.size, true), fits);
        mns_buf_release(&bytes);
    }
}

static void only_logs_are_read(void **state) {
    (void)state;
    assert_true(mns_cobra_reader.is_log("T1.log"));
    assert_true(mns_cobra_reader.is_log("cid[1]_T0.log"));
    assert_false(mns_cobra_reader.is_log("T1.debug"));
    assert_false(mns_cobra_reader.is_log("T1.log.gz"));
    assert_false(mns_cobra_reader.is_log(".log"));
    assert_false(mns_cobra_reader.is_log("._T1.log"));
    assert_false(mns_cobra_reader.is_log("log"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_big_endian),
        cmocka_unit_test(a_write_is_its_id),
        cmocka_unit_test(the_initial_state_is_nil),
        cmocka_unit_test(numbers_have_64_bits),
        cmocka_unit_test(a_write_may_be_in_a_later_log),
        cmocka_unit_test(the_last_transaction_may_be_open),
        cmocka_unit_test(writes_that_no_log_has),
        cmocka_unit_test(times_are_left_out),
        cmocka_unit_test(reads_of_the_flag_are_left_out),
        cmocka_unit_test(logs_may_be_empty),
        cmocka_unit_test(sessions_have_the_numbers_of_their_logs),
        cmocka_unit_test(logs_are_recognised),
        cmocka_unit_test(only_logs_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
