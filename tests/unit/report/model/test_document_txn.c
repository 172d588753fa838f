/* test_document_txn.c - transactions in a document: forms of micro-operations, and which are kept.
 * */
#include "report/model/document_builder.h"
#include "unit/support/document_support.h"

static unit u;
static mns_arena arena;
static mns_buf text;

static void open(const char *history) {
    unit_read(&u, history, MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_OK);
    mns_arena_init(&arena);
    mns_buf_init(&text);
}

static void close(void) {
    mns_arena_release(&arena);
    mns_buf_release(&text);
    unit_close(&u);
}

static void test_forms(void **state) {
    (void)state;
    open("{:type :ok, :process 4, :index 9, :start-ts 5, :commit-ts 6, :value [[:append x 1] "
         "[:r x [1 2 3 4 5 6 7 8 9 10 11 12 13 14]]]}\n");
    const uint32_t mops[] = {1};
    const mns_value seven[] = {14};
    const mns_focus focus = {seven, 1, mops, 1, MNS_NONE};
    mns_doc_txn t = {.index = 0};
    mns_document_txn(&arena, &u.history, 0, &focus, &text, &t);
    assert_false(arena.failed);
    assert_int_equal(t.invoke, MNS_NO_POSITION);
    assert_int_equal(t.mop_count, 2);
    assert_int_equal(t.mops_total, 2);
    assert_string_equal(t.edn, "{:index 9, :type :ok, :process 4, :f :txn, :value [[:append x 1] "
                               "[:r x [1 2 3 4 5 6 7 8 9 10 11 12 13 14]]], :start-ts 5, "
                               ":commit-ts 6}");
    assert_string_equal(t.mops[0].function, "append");
    assert_string_equal(t.mops[0].key, "x");
    assert_string_equal(t.mops[0].shown, "[:append x 1]");
    assert_null(t.mops[0].full);
    assert_false(t.mops[0].matters);
    assert_string_equal(t.mops[1].function, "r");
    assert_string_equal(t.mops[1].shown, "[:r x [1 2 ... 6 7 8 ... 13 14]]");
    assert_string_equal(t.mops[1].full, "[:r x [1 2 3 4 5 6 7 8 9 10 11 12 13 14]]");
    assert_true(t.mops[1].matters);
    close();
}

/* Of forty: what matters, what is around it, and the first. */
static void test_many(void **state) {
    (void)state;
    mns_buf history;
    mns_buf_init(&history);
    mns_buf_str(&history, "{:type :ok, :process 0, :value [[:append x 100]]}\n"
                          "{:type :ok, :process 0, :value [");
    for (int i = 0; i < 40; i++) {
        mns_buf_printf(&history, "[:append y %d]", i);
    }
    mns_buf_str(&history, "]}\n");
    open(history.data);
    const uint32_t mops[] = {MNS_NONE, 0, 31, 40}; /* of the other one, the 30th, the last */
    const mns_focus focus = {NULL, 0, mops, 4, MNS_NONE};
    mns_doc_txn t = {.index = 0};
    mns_document_txn(&arena, &u.history, 1, &focus, &text, &t);
    assert_int_equal(t.mop_count, MNS_LIMIT_DOC_MOPS);
    assert_int_equal(t.mops_total, 40);
    assert_string_equal(t.mops[18].label, "append y 18");
    assert_string_equal(t.mops[19].label, "append y 29");
    assert_string_equal(t.mops[20].label, "append y 30");
    assert_true(t.mops[20].matters && !t.mops[19].matters);
    assert_string_equal(t.mops[21].label, "append y 31");
    assert_string_equal(t.mops[22].label, "append y 38");
    assert_string_equal(t.mops[23].label, "append y 39");
    assert_int_equal(mns_document_mop_place(&u.history, 31, &focus), 20);
    assert_int_equal(mns_document_mop_place(&u.history, 1, &focus), 0);
    assert_int_equal(mns_document_mop_place(&u.history, 25, &focus), MNS_NONE);
    close();
    mns_buf_release(&history);
}

static void test_long_error(void **state) {
    (void)state;
    mns_buf history;
    mns_buf_init(&history);
    mns_buf_str(&history, "{:type :invoke, :process 0, :value [[:append x 1]]}\n"
                          "{:type :info, :process 0, :value nil, :error \"");
    for (int i = 0; i < 1000; i++) {
        mns_buf_str(&history, "ü");
    }
    mns_buf_str(&history, "\"}\n");
    open(history.data);
    const mns_focus focus = {NULL, 0, NULL, 0, MNS_NONE};
    mns_doc_txn t = {.index = 0};
    mns_document_txn(&arena, &u.history, 0, &focus, &text, &t);
    assert_int_equal(strlen(t.error), 1 + 2 * (MNS_LIMIT_DOC_ERROR - 4) + 3);
    assert_string_equal(t.error + strlen(t.error) - 5, "ü...");
    close();
    mns_buf_release(&history);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_long_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
