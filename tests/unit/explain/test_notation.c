/* test_notation.c - micro-operations of each workload, as the history writes them. */
#include "explain/transaction.h"

#include "unit/support/explain_support.h"

static void assert_written(mns_buf *out, const char *expected) {
    char *text = mns_buf_take(out, NULL);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

/* What the first transaction of a history looks like, to people and to programs. */
static void expect(const char *history, const char *shown, const char *json, const char *edn) {
    fixture f;
    fixture_open(&f, history);
    mns_buf out;
    mns_buf_init(&out);
    mns_txn_show(&f.history, 0, NULL, &out);
    assert_written(&out, shown);
    mns_txn_mops_json(&f.history, 0, &out);
    assert_written(&out, json);
    mns_txn_mops_edn(&f.history, 0, &out);
    assert_written(&out, edn);
    fixture_close(&f);
}

#define HEAD "{:index 0, :process 3, :type :ok, :value "
#define JSON_OP(mops) "{\"type\":\"ok\",\"process\":3,\"value\":[" mops "]}\n"
#define JSON_HEAD "{\"index\": 0, \"process\": 3, \"type\": \"ok\", \"value\": "

static void test_registers(void **state) {
    (void)state;
    expect(OK(3, "[:w :x 5] [:r :x 5] [:r :y nil]"), HEAD "[[:w :x 5] [:r :x 5] [:r :y nil]]}",
           "[[\"w\",\"x\",5],[\"r\",\"x\",5],[\"r\",\"y\",null]]",
           "[[:w :x 5] [:r :x 5] [:r :y nil]]");
    expect(JSON_OP("[\"w\",\"x\",5],[\"r\",\"y\",null]"),
           JSON_HEAD "[[\"w\", \"x\", 5], [\"r\", \"y\", null]]}",
           "[[\"w\",\"x\",5],[\"r\",\"y\",null]]", "[[:w \"x\" 5] [:r \"y\" nil]]");
}

static void test_sets(void **state) {
    (void)state;
    expect(OK(3, "[:add :x 2] [:r :x #{2 1}] [:r :y nil]"),
           HEAD "[[:add :x 2] [:r :x #{1 2}] [:r :y #{}]]}",
           "[[\"add\",\"x\",2],[\"r\",\"x\",[1,2]],[\"r\",\"y\",[]]]",
           "[[:add :x 2] [:r :x #{1 2}] [:r :y #{}]]");
    expect(JSON_OP("[\"add\",\"x\",2],[\"r\",\"x\",[2,1]]"),
           JSON_HEAD "[[\"add\", \"x\", 2], [\"r\", \"x\", [1, 2]]]}",
           "[[\"add\",\"x\",2],[\"r\",\"x\",[1,2]]]", "[[:add \"x\" 2] [:r \"x\" #{1 2}]]");
}

static void test_counters(void **state) {
    (void)state;
    expect(OK(3, "[:inc :x -2] [:r :x 7] [:r :y 0]"), HEAD "[[:inc :x -2] [:r :x 7] [:r :y 0]]}",
           "[[\"inc\",\"x\",-2],[\"r\",\"x\",7],[\"r\",\"y\",0]]",
           "[[:inc :x -2] [:r :x 7] [:r :y 0]]");
}

static void test_versions(void **state) {
    (void)state;
    expect(OK(3, "[:w :x 5 {:version 7}] [:r :y nil {:version 0}] [:r :x 5]"),
           HEAD "[[:w :x 5 {:version 7}] [:r :y nil {:version 0}] [:r :x 5]]}",
           "[[\"w\",\"x\",5,{\"version\":7}],[\"r\",\"y\",null,{\"version\":0}],[\"r\",\"x\",5]]",
           "[[:w :x 5 {:version 7}] [:r :y nil {:version 0}] [:r :x 5]]");
    expect(JSON_OP("[\"w\",\"x\",5,{\"version\":7}]"),
           JSON_HEAD "[[\"w\", \"x\", 5, {\"version\": 7}]]}", "[[\"w\",\"x\",5,{\"version\":7}]]",
           "[[:w \"x\" 5 {:version 7}]]");
}

static void test_timestamps(void **state) {
    (void)state;
    expect("{:type :ok, :process 3, :start-ts 4, :commit-ts -1, :value [[:w :x 5]]}\n",
           "{:index 0, :process 3, :type :ok, :start-ts 4, :commit-ts -1, :value [[:w :x 5]]}",
           "[[\"w\",\"x\",5]]", "[[:w :x 5]]");
    expect("{\"type\":\"ok\",\"process\":3,\"start-ts\":4,\"value\":[[\"w\",\"x\",5]]}\n",
           "{\"index\": 0, \"process\": 3, \"type\": \"ok\", \"start-ts\": 4, \"value\": "
           "[[\"w\", \"x\", 5]]}",
           "[[\"w\",\"x\",5]]", "[[:w \"x\" 5]]");
}

/* Sets are shortened as lists are, around what matters; programs see them whole. */
static void test_long_sets(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(3, "[:add :x 99] [:r :x #{1 2 3 4 5 6 7 8 9 10 11 12 13}]"));
    mns_value focal = fixture_number(&f, 7);
    const mns_focus focus = {&focal, 1, NULL, 0, MNS_NONE};
    mns_buf out;
    mns_buf_init(&out);
    mns_read_show(&f.history, 1, &focus, &out);
    assert_written(&out, "#{1 2 ... 6 7 8 ... 12 13}");
    mns_mop_edn(&f.history, 1, &out);
    assert_written(&out, "[:r :x #{1 2 3 4 5 6 7 8 9 10 11 12 13}]");
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers),  cmocka_unit_test(test_sets),
        cmocka_unit_test(test_counters),   cmocka_unit_test(test_versions),
        cmocka_unit_test(test_timestamps), cmocka_unit_test(test_long_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
