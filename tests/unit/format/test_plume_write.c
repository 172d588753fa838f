/*
 * test_plume_write.c - src/format/plume_write.c: what it writes, and what it refuses.
 */
#include "support/translated.h"
#include "support/units.h"
#include "support/written.h"

static void expect(const char *edn, const char *expected) {
    char *shown = written_text(edn, MINOS_FORMAT_PLUME);
    assert_string_equal(shown, expected);
    free(shown);
}

static void transactions_are_numbered_in_order(void **state) {
    (void)state;
    expect("{:type :ok, :process 3, :f :txn, :index 40, :value [[:w 1 5] [:r 2 nil]]}\n"
           "{:type :ok, :process 0, :f :txn, :index 41, :value [[:r 1 5]]}\n"
           "{:type :ok, :process 3, :f :txn, :index 42, :value [[:r 1 5] [:w 1 6]]}\n",
           "w(1,5,3,0)\nr(2,0,3,0)\nr(1,5,0,1)\nr(1,5,3,2)\nw(1,6,3,2)\n");
    expect("", "");
}

static void aborted_transactions_have_the_number_minus_one(void **state) {
    (void)state;
    expect("{:type :fail, :process 0, :value [[:w 1 5] [:r 2 nil]]}\n"
           "{:type :ok, :process 0, :value [[:w 1 6]]}\n",
           "w(1,5,0,-1)\nw(1,6,0,0)\n");
}

static void an_info_is_written_if_it_committed(void **state) {
    (void)state;
    expect("{:type :info, :process 0, :value [[:w 1 5] [:r 2 nil]]}\n"
           "{:type :info, :process 1, :value [[:w 1 6]]}\n"
           "{:type :ok, :process 2, :value [[:r 1 5]]}\n",
           "w(1,5,0,0)\nr(1,5,2,1)\n");
}

static void a_transaction_without_operations_has_no_line(void **state) {
    (void)state;
    expect("{:type :ok, :process 0, :value []}\n{:type :ok, :process 0, :value [[:w 1 6]]}\n",
           "w(1,6,0,0)\n");
    char *notes = written_notes("{:type :ok, :process 0, :value []}", MINOS_FORMAT_PLUME);
    assert_string_equal(notes, "1 transaction without operations dropped\n");
    free(notes);
}

static void named_processes_become_numbers(void **state) {
    (void)state;
    expect(
        "{:type :ok, :process :a, :value [[:w 1 5]]}\n{:type :ok, :process 7, :value [[:w 1 6]]}\n",
        "w(1,5,0,0)\nw(1,6,1,1)\n");
}

static void large_numbers_are_written(void **state) {
    (void)state;
    expect("{:type :ok, :process 9223372036854775807, :value [[:w 18446744073709551615 4294967296] "
           "[:r 2147483648 9223372036854775808]]}\n",
           "w(18446744073709551615,4294967296,9223372036854775807,0)\n"
           "r(2147483648,9223372036854775808,9223372036854775807,0)\n");
}

static void what_the_format_cannot_express_is_refused(void **state) {
    (void)state;
    expect("{:type :ok, :process 0, :value [[:w 1 5] [:w :x 6]]}",
           "1:42: plume cannot express the key :x");
    expect("{:type :ok, :process 0, :value [[:w 1 \"a\"]]}",
           "1:33: plume cannot express the value \"a\"");
    expect("{:type :ok, :process 0, :value [[:w -1 5]]}", "1:33: plume cannot express the key -1");
    expect("{:type :ok, :process 0, :value [[:w 1 -5]]}",
           "1:33: plume cannot express the value -5");
    expect("{:type :ok, :process 0, :value [[:r 1 18446744073709551616]]}",
           "1:33: plume cannot express the value 18446744073709551616");
    expect("{:type :ok, :process 0, :value [[:w 1 1.5]]}",
           "1:33: plume cannot express the value 1.5");
    expect("{:type :ok, :process 0, :value [[:w 1 0]]}", "1:33: plume cannot express a write of 0");
    expect("{:type :ok, :process 0, :value [[:w 1 1]]}\n{:type :ok, :process 0, :value [[:r 1 0]]}",
           "2:33: plume cannot express a read of 0");
}

/* What is written is read as it was. */
static void round_trip(void **state) {
    (void)state;
    static const char edn[] =
        "{:type :ok, :process 3, :f :txn, :index 0, :value [[:w 1 5] [:r 2 nil]]}\n"
        "{:type :fail, :process 3, :f :txn, :value [[:w 2 4]]}\n"
        "{:type :ok, :process 4, :f :txn, :index 1, :value [[:r 1 6]]}\n"
        "{:type :ok, :process 3, :f :txn, :index 2, :value [[:r 1 5] [:w 1 6]]}\n";
    char *text = written_text(edn, MINOS_FORMAT_PLUME);
    char *back = translated_text(text, MINOS_FORMAT_PLUME);
    assert_string_equal(back, edn);
    free(text);
    free(back);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transactions_are_numbered_in_order),
        cmocka_unit_test(aborted_transactions_have_the_number_minus_one),
        cmocka_unit_test(an_info_is_written_if_it_committed),
        cmocka_unit_test(a_transaction_without_operations_has_no_line),
        cmocka_unit_test(named_processes_become_numbers),
        cmocka_unit_test(large_numbers_are_written),
        cmocka_unit_test(what_the_format_cannot_express_is_refused),
        cmocka_unit_test(round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
