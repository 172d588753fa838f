/*
 * test_transaction_order.c - src/history/transaction_order.c: the numbers of a file go to the
 * transactions whose completion has the index.
 */
#include <inttypes.h>

#include "history/transaction_order.h"
#include "support/support.h"
#include "unit/support/reading_support.h"

#define HISTORY                                                                                    \
    "{:type :invoke, :process 0, :value [[:w 1 1]]}\n"                                             \
    "{:type :invoke, :process 1, :value [[:w 1 2]]}\n"                                             \
    "{:type :info, :process :nemesis}\n"                                                           \
    "{:type :ok, :process 1, :value [[:w 1 2]]}\n"                                                 \
    "{:type :fail, :process 0, :value [[:w 1 1]]}\n"                                               \
    "{:type :invoke, :process 2, :value [[:w 1 3]]}\n"

#define INDEXED                                                                                    \
    "{:type :ok, :process 1, :value [[:w 1 2]], :index 70}\n"                                      \
    "{:type :ok, :process 1, :value [[:w 1 3]], :index 50}\n"                                      \
    "{:type :ok, :process 1, :value [[:w 1 4]], :index 50}\n"

/* The numbers by transaction, - for none, or the first problem as "line:column: message". */
static char *show_order(const char *history, const char *text) {
    reading r;
    int64_t *order = NULL;
    mns_buf out;
    mns_read_options options = {.workload = MNS_RW_REGISTER};
    mns_buf_init(&out);
    reading_open(&r, history, &options);
    assert_int_equal(r.status, MINOS_OK);
    char *path = temporary_write(text, strlen(text));
    minos_status status = mns_transaction_order_read(&r.history, path, &r.problems, &order);
    for (uint32_t t = 0; status == MINOS_OK && t < r.history.txns.count; t++) {
        mns_buf_str(&out, t > 0 ? " " : "");
        if (order[t] == MNS_NO_NUMBER) {
            mns_buf_char(&out, '-');
        } else {
            mns_buf_printf(&out, "%" PRId64, order[t]);
        }
    }
    if (status != MINOS_OK) {
        const mns_problem *problem = &r.problems.items[0];
        assert_int_equal(status, MINOS_EINPUT);
        assert_string_equal(r.problems.file, path); /* not a problem of the history */
        assert_string_equal(problem->source_line, text);
        mns_buf_printf(&out, "%u:%u: %s", (unsigned)problem->line, (unsigned)problem->column,
                       problem->message);
    }
    temporary_remove(path);
    free(order);
    reading_close(&r);
    return mns_buf_take(&out, NULL);
}

static void expect_order(const char *history, const char *text, const char *expected) {
    char *shown = show_order(history, text);
    assert_string_equal(shown, expected);
    free(shown);
}

/* Transactions come in the order of completion, those never completed last. */
static void indices_are_places_where_there_are_none(void **state) {
    (void)state;
    expect_order(HISTORY, "{3 10, 4 20}", "10 20 -");
    expect_order(HISTORY, "{\"4\": -1}", "- -1 -");
    expect_order(HISTORY, "{}", "- - -");
}

static void indices_of_the_history_count(void **state) {
    (void)state;
    expect_order(INDEXED, "{70 5}", "5 - -"); /* the duplicate 50 is not in the file */
    expect_order(INDEXED, "{70 5, 0 6}", "1:8: no completion has the index 0");
    expect_order(INDEXED, "{50 5}", "1:2: several completions have the index 50");
}

static void indices_of_nothing_are_rejected(void **state) {
    (void)state;
    expect_order(HISTORY, "{3 1, 5 2}", "1:7: no completion has the index 5"); /* an invocation */
    expect_order(HISTORY, "{2 1}", "1:2: no completion has the index 2");      /* no transaction */
    expect_order(HISTORY, "{77 1}", "1:2: no completion has the index 77");
}

static void malformed_files_are_rejected(void **state) {
    (void)state;
    expect_order(HISTORY, "{3 x}",
                 "1:4: a position in the transaction order must be a 64-bit integer");
}

static void a_missing_file_is_named(void **state) {
    (void)state;
    reading r;
    int64_t *order = NULL;
    mns_read_options options = {.workload = MNS_RW_REGISTER};
    reading_open(&r, HISTORY, &options);
    assert_int_equal(mns_transaction_order_read(&r.history, "/no/such/order", &r.problems, &order),
                     MINOS_EIO);
    assert_string_equal(r.problems.file, "/no/such/order");
    assert_int_equal(r.problems.items[0].line, 0);
    free(order);
    reading_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_are_places_where_there_are_none),
        cmocka_unit_test(indices_of_the_history_count),
        cmocka_unit_test(indices_of_nothing_are_rejected),
        cmocka_unit_test(malformed_files_are_rejected),
        cmocka_unit_test(a_missing_file_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
