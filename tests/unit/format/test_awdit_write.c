/*
 * test_awdit_write.c - src/format/awdit_write.c: what it writes, adds and refuses.
 */
#include "support/units.h"
#include "support/written.h"

static void expect(const char *edn, const char *expected) {
    char *shown = written_text(edn, MINOS_FORMAT_AWDIT);
    assert_string_equal(shown, expected);
    free(shown);
}

static void sessions_come_one_after_the_other(void **state) {
    (void)state;
    expect("{:type :ok, :process 3, :value [[:w 1 5] [:w 2 6]]}\n"
           "{:type :ok, :process 0, :value [[:r 1 5]]}\n"
           "{:type :ok, :process 3, :value [[:r 2 6]]}\n",
           "w 1 5\nw 2 6\n-----\nr 2 6\n=====\nr 1 5\n");
    expect("", "");
}

static void empty_transactions_are_left_out(void **state) {
    (void)state;
    expect("{:type :ok, :process 0, :value []}\n{:type :ok, :process 1, :value []}\n"
           "{:type :ok, :process 1, :value [[:w 1 5]]}\n{:type :ok, :process 1, :value []}\n",
           "w 1 5\n");
    char *notes = written_notes("{:type :ok, :process 0, :value []}\n"
                                "{:type :ok, :process 1, :value []}\n",
                                MINOS_FORMAT_AWDIT);
    assert_string_equal(notes, "2 transactions without operations dropped\n");
    free(notes);
}

/* The transaction that the writer adds precedes every writer of a key that was read as nil. */
static void the_initial_state_is_written_first(void **state) {
    (void)state;
    expect("{:type :ok, :process 0, :value [[:r 0 nil] [:w 1 7]]}\n"
           "{:type :ok, :process 1, :value [[:w 0 8]]}\n",
           "w 0 0\nw 2 0\n=====\nr 0 0\nw 1 7\n=====\nr 2 0\nw 0 8\n");
    char *notes = written_notes("{:type :ok, :process 0, :value [[:r 0 nil] [:w 1 7]]}\n"
                                "{:type :ok, :process 1, :value [[:w 0 8]]}\n",
                                MINOS_FORMAT_AWDIT);
    assert_string_equal(notes, "a transaction that writes the initial values, and 1 read of its "
                               "key 2, added: awdit has no initial state\n");
    free(notes);
    /* A transaction that reads nil of another key needs no marker, one that only reads neither. */
    expect("{:type :ok, :process 0, :value [[:r 5 nil] [:w 6 7]]}\n"
           "{:type :ok, :process 0, :value [[:r 6 7]]}\n"
           "{:type :ok, :process 0, :value [[:r 6 nil] [:w 5 8]]}\n",
           "w 5 0\nw 6 0\nw 0 0\n=====\nr 5 0\nw 6 7\n-----\nr 6 7\n-----\nr 6 0\nw 5 8\n");
    /* Keys and values that are in use are avoided. */
    expect("{:type :ok, :process 0, :value [[:r 0 nil] [:w 1 0]]}\n"
           "{:type :ok, :process 0, :value [[:w 1 1] [:w 2 2]]}\n"
           "{:type :ok, :process 0, :value [[:w 0 4]]}\n",
           "w 0 3\nw 3 3\n=====\nr 0 3\nw 1 0\n-----\nw 1 1\nw 2 2\n-----\nr 3 3\nw 0 4\n");
}

static void an_info_that_committed_reads_the_marker_too(void **state) {
    (void)state;
    expect("{:type :info, :process 0, :value [[:w 1 5]]}\n"
           "{:type :ok, :process 1, :value [[:r 1 nil]]}\n"
           "{:type :ok, :process 1, :value [[:r 1 5]]}\n",
           "w 1 0\nw 0 0\n=====\nr 0 0\nw 1 5\n=====\nr 1 0\n-----\nr 1 5\n");
}

/* ---- Verdicts ------------------------------------------------------------------------------- */

/* "10" if the text rules out the first model and not the second, and so on. */
static void show_verdict(const char *text, minos_format format, char *shown) {
    static const char *const models[] = {"strong-session-snapshot-isolation", "serializable",
                                         "snapshot-isolation", "repeatable-read", "read-committed"};
    minos_options options;
    minos_result *result;
    minos_options_init(&options);
    options.format = format;
    assert_int_equal(minos_check_memory("history", text, strlen(text), &options, &result),
                     MINOS_OK);
    for (size_t i = 0; i < MNS_COUNT_OF(models); i++) {
        *shown++ = minos_result_rules_out(result, models[i]) ? '1' : '0';
    }
    *shown = '\0';
    minos_result_free(result);
}

static void expect_verdict(const char *edn, const char *expected) {
    char before[16], after[16];
    char *text = written_text(edn, MINOS_FORMAT_AWDIT);
    show_verdict(edn, MINOS_FORMAT_EDN, before);
    show_verdict(text, MINOS_FORMAT_AWDIT, after);
    assert_string_equal(before, expected);
    assert_string_equal(after, expected);
    free(text);
}

/* Each of these needs the marker: to AWDIT's own converter, the initial state may come late. */
static void the_verdict_is_that_of_the_original(void **state) {
    (void)state;
    /* A session misses its own write. */
    expect_verdict("{:type :ok, :process 0, :value [[:w 1 5]]}\n"
                   "{:type :ok, :process 0, :value [[:r 1 nil]]}\n",
                   "10000");
    /* Read skew: the last transaction sees one of two writes. */
    expect_verdict("{:type :ok, :process 0, :value [[:w 1 5] [:w 2 5]]}\n"
                   "{:type :ok, :process 1, :value [[:r 1 nil] [:r 2 5]]}\n",
                   "11110");
    /* Long fork. */
    expect_verdict("{:type :ok, :process 0, :value [[:w 1 5]]}\n"
                   "{:type :ok, :process 1, :value [[:w 2 5]]}\n"
                   "{:type :ok, :process 2, :value [[:r 1 nil] [:r 2 5]]}\n"
                   "{:type :ok, :process 3, :value [[:r 1 5] [:r 2 nil]]}\n",
                   "11110");
    /* Write skew, and nothing at all. */
    expect_verdict("{:type :ok, :process 0, :value [[:r 1 nil] [:w 2 5]]}\n"
                   "{:type :ok, :process 1, :value [[:r 2 nil] [:w 1 5]]}\n",
                   "01010");
    expect_verdict("{:type :ok, :process 0, :value [[:r 1 nil] [:w 1 5]]}\n"
                   "{:type :ok, :process 0, :value [[:r 1 5] [:r 2 nil] [:w 2 6]]}\n",
                   "00000");
}

static void aborted_transactions_are_dropped_unless_read(void **state) {
    (void)state;
    expect("{:type :fail, :process 0, :value [[:w 1 5]]}\n"
           "{:type :fail, :process 1, :value [[:r 2 5] [:w 2 5]]}\n"
           "{:type :ok, :process 1, :value [[:w 1 6]]}\n",
           "w 1 6\n");
    expect("{:type :fail, :process 0, :value [[:w 1 5]]}\n"
           "{:type :ok, :process 1, :value [[:w 1 6] [:r 1 5]]}\n",
           "2:42: awdit cannot express a read of a write of an aborted transaction");
}

static void what_the_format_cannot_express_is_refused(void **state) {
    (void)state;
    expect("{:type :ok, :process 0, :value [[:r :x nil]]}",
           "1:33: awdit cannot express the key :x");
    expect("{:type :ok, :process 0, :value [[:w 1 -5]]}",
           "1:33: awdit cannot express the value -5");
    expect("{:type :ok, :process 0, :value [[:w 18446744073709551615 18446744073709551615]]}",
           "w 18446744073709551615 18446744073709551615\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_come_one_after_the_other),
        cmocka_unit_test(empty_transactions_are_left_out),
        cmocka_unit_test(the_initial_state_is_written_first),
        cmocka_unit_test(an_info_that_committed_reads_the_marker_too),
        cmocka_unit_test(the_verdict_is_that_of_the_original),
        cmocka_unit_test(aborted_transactions_are_dropped_unless_read),
        cmocka_unit_test(what_the_format_cannot_express_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
