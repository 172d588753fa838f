/*
 * test_dbcop_write.c - src/format/dbcop_write.c and dbcop_writing.c: binary histories of dbcop,
 * byte by byte, and what the writer refuses.
 */
#include "support/translated.h"
#include "support/written.h"
#include "unit/support/dbcop_support.h"

#define STRINGS " 'converted by Minos' '1970-01-01T00:00:00+00:00' '1970-01-01T00:00:00+00:00' "

static void writes_as(const char *edn, const char *notation) {
    mns_buf expected;
    size_t size;
    dbcop_encode(notation, &expected);
    char *bytes = written_bytes(edn, MINOS_FORMAT_DBCOP, &size);
    assert_int_equal(size, expected.size);
    assert_memory_equal(bytes, expected.data, size);
    free(bytes);
    mns_buf_release(&expected);
}

static void is_refused(const char *edn, const char *problem) {
    char *shown = written_text(edn, MINOS_FORMAT_DBCOP);
    assert_string_equal(shown, problem);
    free(shown);
}

static void sessions_are_written_in_order(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 3, :value [[:w 7 5] [:r 8 nil]]}\n"
              "{:type :ok, :process 1, :value [[:r 7 5]]}\n"
              "{:type :ok, :process 3, :value []}\n",
              "0 2 2 3 3" STRINGS "2"
              "  2  2 w 7 5 + r 8 0 + y  0 y"
              "  1  1 r 7 5 + y");
    writes_as("", "0 0 0 0 0" STRINGS "0");
}

/* Their events failed too: AWDIT looks at nothing else. */
static void aborted_transactions_are_written(void **state) {
    (void)state;
    writes_as("{:type :fail, :process 0, :value [[:w 7 5] [:r 8 9]]}\n",
              "0 1 2 1 2" STRINGS "1  1  2 w 7 5 - r 8 9 - n");
}

static void unknown_outcomes_are_written_if_read(void **state) {
    (void)state;
    writes_as("{:type :info, :process 0, :value [[:w 1 5] [:r 2 nil]]}\n"
              "{:type :info, :process 1, :value [[:w 1 6]]}\n"
              "{:type :ok, :process 2, :value [[:r 1 5]]}\n",
              "0 2 1 2 2" STRINGS "2  1  1 w 1 5 + y  1  1 r 1 5 + y");
}

static void numbers_have_64_bits(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 0, :value [[:w 18446744073709551615 18446744073709551615]]}\n",
              "0 1 1 1 1" STRINGS "1  1  1 w 18446744073709551615 18446744073709551615 + y");
}

static void zero_is_refused(void **state) {
    (void)state;
    is_refused("{:type :ok, :process 0, :value [[:w 1 1] [:w 2 0]]}\n",
               "1:42: dbcop cannot express a write of 0");
    is_refused("{:type :ok, :process 0, :value [[:r 1 0]]}\n",
               "1:33: dbcop cannot express a read of 0");
}

static void what_is_no_number_is_refused(void **state) {
    (void)state;
    is_refused("{:type :ok, :process 0, :value [[:w :x 1]]}\n",
               "1:33: dbcop cannot express the key :x");
    is_refused("{:type :ok, :process 0, :value [[:w 1 -1]]}\n",
               "1:33: dbcop cannot express the value -1");
    is_refused("{:type :ok, :process 0, :value [[:w 1 18446744073709551616]]}\n",
               "1:33: dbcop cannot express the value 18446744073709551616");
}

/* What is written reads as the same history. */
static void round_trips(void **state) {
    (void)state;
    static const char edn[] =
        "{:type :ok, :process 0, :f :txn, :value [[:w 1 1] [:r 2 nil] [:r 3 7]]}\n"
        "{:type :fail, :process 0, :f :txn, :value [[:w 2 1] [:r 2 1]]}\n"
        "{:type :ok, :process 0, :f :txn, :value []}\n"
        "{:type :ok, :process 1, :f :txn, :value [[:w 3 7]]}\n";
    size_t size;
    char *bytes = written_bytes(edn, MINOS_FORMAT_DBCOP, &size);
    char *shown = translated_bytes(bytes, size, MINOS_FORMAT_AUTO);
    assert_string_equal(shown, edn);
    free(shown);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_are_written_in_order),
        cmocka_unit_test(aborted_transactions_are_written),
        cmocka_unit_test(unknown_outcomes_are_written_if_read),
        cmocka_unit_test(numbers_have_64_bits),
        cmocka_unit_test(zero_is_refused),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
