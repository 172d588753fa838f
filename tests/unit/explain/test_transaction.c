/* test_transaction.c - transactions as text, for people and for programs. */
#include "explain/transaction.h"

#include "unit/support/explain_support.h"

static void assert_written(mns_buf *out, const char *expected) {
    char *text = mns_buf_take(out, NULL);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

/* "[1 2 ... n]" with a separator of one's choice. */
static void write_numbers(mns_buf *out, int count, const char *separator) {
    mns_buf_char(out, '[');
    for (int i = 1; i <= count; i++) {
        mns_buf_printf(out, "%s%d", i > 1 ? separator : "", i);
    }
    mns_buf_char(out, ']');
}

/* A history of one transaction that read 1 .. count. */
static char *one_read(int count) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "{:type :ok, :process 7, :index 41, :value [[:r :x ");
    write_numbers(&text, count, " ");
    mns_buf_str(&text, "] [:append \"k\" -3]]}");
    return mns_buf_take(&text, NULL);
}

static void test_edn(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(3, "[:r :x [1 2]] [:append \"y\" :v]") OK(4, "[:r 5 nil]"));
    mns_buf out;
    mns_buf_init(&out);
    mns_txn_show(&f.history, 0, NULL, &out);
    assert_written(&out, "{:index 0, :process 3, :type :ok, :value [[:r :x [1 2]] "
                         "[:append \"y\" :v]]}");
    mns_txn_show(&f.history, 1, NULL, &out);
    assert_written(&out, "{:index 1, :process 4, :type :ok, :value [[:r 5 []]]}");
    mns_txn_mops_edn(&f.history, 0, &out);
    assert_written(&out, "[[:r :x [1 2]] [:append \"y\" :v]]");
    mns_txn_mops_json(&f.history, 0, &out);
    assert_written(&out, "[[\"r\",\"x\",[1,2]],[\"append\",\"y\",\"v\"]]");
    fixture_close(&f);
}

static void test_unanswered_read_is_nil(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(1, "[:r :x nil]") INFO(1, "[:r :x nil]") INVOKE(2, "[:r :x nil]"));
    mns_buf out;
    mns_buf_init(&out);
    mns_txn_show(&f.history, 0, NULL, &out);
    assert_written(&out, "{:index 1, :process 1, :type :info, :value [[:r :x nil]]}");
    mns_txn_show(&f.history, 1, NULL, &out); /* never completed: known by its invocation */
    assert_written(&out, "{:index 2, :process 2, :type :info, :value [[:r :x nil]]}");
    mns_txn_mops_json(&f.history, 0, &out);
    assert_written(&out, "[[\"r\",\"x\",null]]");
    fixture_close(&f);
}

static void test_json_history(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, "{\"type\":\"ok\",\"process\":3,\"f\":\"txn\",\"index\":17,"
                     "\"value\":[[\"r\",\"x\",[1,2]],[\"append\",\"x\",3]]}\n");
    mns_buf out;
    mns_buf_init(&out);
    mns_txn_show(&f.history, 0, NULL, &out);
    assert_written(&out, "{\"index\": 17, \"process\": 3, \"type\": \"ok\", \"value\": "
                         "[[\"r\", \"x\", [1, 2]], [\"append\", \"x\", 3]]}");
    mns_value_show(&f.history, f.history.tables.keys.name[0], &out);
    assert_written(&out, "\"x\"");
    fixture_close(&f);
}

static void test_lists_are_shortened(void **state) {
    (void)state;
    fixture f;
    char *text = one_read(99);
    assert_non_null(text);
    fixture_open(&f, text);
    mns_value at[2] = {mns_values_integer(&f.history.tables.values, 41), MNS_VALUE_NONE};
    mns_buf out;
    mns_buf_init(&out);
    mns_focus values = {at, 2, NULL, 0, MNS_NONE};
    mns_txn_show(&f.history, 0, &values, &out);
    assert_written(&out, "{:index 41, :process 7, :type :ok, :value "
                         "[[:r :x [1 2 ... 40 41 42 ... 98 99]] [:append \"k\" -3]]}");
    mns_focus place = {NULL, 0, NULL, 0, 9};
    mns_read_show(&f.history, 0, &place, &out);
    assert_written(&out, "[1 2 ... 9 10 11 ... 98 99]");
    mns_txn_mops_edn(&f.history, 0, &out);
    assert_null(strstr(out.data, "..."));
    mns_buf_release(&out);
    fixture_close(&f);
    free(text);
}

static void test_twelve_are_shown(void **state) {
    (void)state;
    static const char *const expected[] = {"[1 2 3 4 5 6 7 8 9 10 11 12]", "[1 2 ... 12 13]"};
    for (int i = 0; i < 2; i++) {
        fixture f;
        char *text = one_read(12 + i);
        assert_non_null(text);
        fixture_open(&f, text);
        mns_buf out;
        mns_buf_init(&out);
        mns_read_show(&f.history, 0, NULL, &out);
        assert_written(&out, expected[i]);
        fixture_close(&f);
        free(text);
    }
}

static void test_machine_lists_have_a_limit(void **state) {
    (void)state;
    for (int extra = 0; extra < 2; extra++) {
        fixture f;
        char *text = one_read(MNS_LIMIT_LIST_REPORTED + 2000 * extra);
        assert_non_null(text);
        fixture_open(&f, text);
        mns_buf out;
        mns_buf_init(&out);
        mns_txn_mops_json(&f.history, 0, &out);
        assert_int_equal(strstr(out.data, ",500,\"… 2,000 more …\",2501,") != NULL, extra);
        assert_int_equal(strstr(out.data, "more") != NULL, extra);
        mns_buf_release(&out);
        fixture_close(&f);
        free(text);
    }
}

/* A transaction of many micro-operations keeps those that matter, in their order. */
static void test_transactions_are_shortened(void **state) {
    (void)state;
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "{:type :ok, :process 0, :value [");
    for (int i = 0; i < 100; i++) {
        mns_buf_printf(&out, "[:append :x %d] ", i);
    }
    mns_buf_str(&out, "]}");
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    fixture f;
    fixture_open(&f, text);
    const uint32_t mops[] = {60, MNS_NONE, 30};
    const mns_focus focus = {NULL, 0, mops, 3, MNS_NONE};
    mns_txn_show(&f.history, 0, &focus, &out);
    assert_written(&out,
                   "{:index 0, :process 0, :type :ok, :value [[:append :x 0] [:append :x 1] ... "
                   "[:append :x 29] [:append :x 30] [:append :x 31] ... "
                   "[:append :x 59] [:append :x 60] [:append :x 61] ... "
                   "[:append :x 98] [:append :x 99]]}");
    fixture_close(&f);
    free(text);
}

/* The node of the completion: a short scalar on one line; anything else is no node. */
static void test_nodes(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, "{:type :ok, :process 0, :node \"n1\", :value [[:r 1 nil]]}\n"
                     "{:type :ok, :process 1, :node :n2, :value [[:r 1 nil]]}\n"
                     "{:type :ok, :process 2, :node 3, :value [[:r 1 nil]]}\n"
                     "{:type :ok, :process 3, :node nil, :value [[:r 1 nil]]}\n"
                     "{:type :ok, :process 4, :node [\"n1\"], :value [[:r 1 nil]]}\n"
                     "{:type :ok, :process 5, :node \"n\\n1\", :value [[:r 1 nil]]}\n");
    static const char *const expected[] = {"\"n1\"", ":n2", "3", NULL, NULL, NULL};
    for (uint32_t i = 0; i < MNS_COUNT_OF(expected); i++) {
        const char *node;
        size_t size;
        assert_int_equal(mns_txn_node(&f.history, i, &node, &size), expected[i] != NULL);
        if (expected[i] != NULL) {
            assert_int_equal(size, strlen(expected[i]));
            assert_memory_equal(node, expected[i], size);
        }
    }
    mns_buf out;
    mns_buf_init(&out);
    mns_txn_show(&f.history, 1, NULL, &out);
    assert_written(&out, "{:index 1, :process 1, :node :n2, :type :ok, :value [[:r 1 []]]}");
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edn),
        cmocka_unit_test(test_unanswered_read_is_nil),
        cmocka_unit_test(test_json_history),
        cmocka_unit_test(test_lists_are_shortened),
        cmocka_unit_test(test_twelve_are_shown),
        cmocka_unit_test(test_machine_lists_have_a_limit),
        cmocka_unit_test(test_transactions_are_shortened),
        cmocka_unit_test(test_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
