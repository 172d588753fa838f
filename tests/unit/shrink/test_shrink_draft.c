/*
 * test_shrink_draft.c - src/shrink/draft.c, draft_write.c and draft_frame.c: parts of a history,
 * and how they are written.
 */
#include "unit/support/shrink_support.h"

#define HISTORY                                                                                    \
    "0: ax1 ay1 / 1: rx ry / ok 0: ax1 ay1 / 2: ax2 / ok 1: rx[1 2] ry[1] / info 2: ax2 / 3: rx"

static void with_all_marks_it_is_the_history(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, HISTORY);
    draft_open(&d, &c, false);
    draft_expect(&d, HISTORY);
    mns_draft_size size = mns_draft_measure(&d);
    assert_int_equal(size.txns, 4);
    assert_int_equal(size.mops, 6);
    assert_int_equal(size.elements, 6); /* three appends, three in lists */
    mns_draft_release(&d);
    checked_close(&c);
}

static void without_a_transaction(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, HISTORY);
    draft_open(&d, &c, false);
    d.has_txn[0] = false; /* process 0: its elements leave the lists with it */
    draft_expect(&d, "1: rx ry / 2: ax2 / ok 1: rx[2] ry[] / info 2: ax2 / 3: rx");
    d.has_txn[0] = true; /* taken back */
    draft_expect(&d, HISTORY);
    d.has_txn[1] = false; /* process 1: a reader that is not needed */
    draft_expect(&d, "0: ax1 ay1 / ok 0: ax1 ay1 / 2: ax2 / info 2: ax2 / 3: rx");
    mns_draft_release(&d);
    checked_close(&c);
}

static void without_a_read(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, HISTORY);
    draft_open(&d, &c, false);
    d.has_mop[d.txn_first[1] + 1] = false;
    draft_expect(&d, "0: ax1 ay1 / 1: rx / ok 0: ax1 ay1 / 2: ax2 / ok 1: rx[1 2] / info 2: ax2 / "
                     "3: rx");
    mns_draft_release(&d);
    checked_close(&c);
}

static void without_an_element(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, HISTORY);
    draft_open(&d, &c, false);
    uint32_t one = d.lists[d.mop_first[d.txn_first[0]]];
    assert_int_equal(d.value[one], mns_values_integer(&c.result->history.tables.values, 1));
    d.has_element[one] = false; /* of x; that of y is another */
    draft_expect(&d, "0: ay1 / 1: rx ry / ok 0: ay1 / 2: ax2 / ok 1: rx[2] ry[1] / info 2: ax2 / "
                     "3: rx");
    mns_draft_size size = mns_draft_measure(&d);
    assert_int_equal(size.mops, 5);
    assert_int_equal(size.elements, 4);
    mns_draft_release(&d);
    checked_close(&c);
}

static void an_element_twice_in_a_list_is_one(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, "ok 0: ax1 / ok 1: ax2 / ok 2: rx[1 2 1 9 9]");
    draft_open(&d, &c, false);
    assert_int_equal(d.element_count, 3);
    d.has_element[d.lists[d.mop_first[0]]] = false;
    draft_expect(&d, "ok 0: / ok 1: ax2 / ok 2: rx[2 9 9]");
    mns_draft_release(&d);
    checked_close(&c);
}

static void settling_clears_what_does_not_show(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, HISTORY);
    draft_open(&d, &c, false);
    d.has_txn[0] = false;
    mns_draft_settle(&d);
    draft_expect(&d, "1: rx ry / 2: ax2 / ok 1: rx[2] ry[] / info 2: ax2 / 3: rx");
    uint32_t shown = 0;
    for (uint32_t element = 0; element < d.element_count; element++) {
        shown += d.has_element[element];
    }
    assert_int_equal(shown, 1);
    assert_false(d.has_mop[0]);
    assert_true(d.has_mop[d.txn_first[1]]);
    mns_draft_release(&d);
    checked_close(&c);
}

/* ---- Registers and sets --------------------------------------------------------------------- */

#define REGISTERS                                                                                  \
    "0: wx1 / 1: rx ry / ok 0: wx1 / ok 1: rx1 ry / 2: wx2 / ok 2: wx2 / 3: rx / ok 3: rx2"

/* Without the first element, of which this is the value. */
static void leave_out(mns_draft *d, const checked *c, int64_t value) {
    mns_value name = mns_values_integer(&c->result->history.tables.values, value);
    for (uint32_t element = 0; element < d->element_count; element++) {
        if (d->value[element] == name) {
            d->has_element[element] = false;
            return;
        }
    }
    fail_msg("no such element");
}

static void a_register_without_a_write(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, REGISTERS);
    draft_open(&d, &c, false);
    draft_expect(&d, REGISTERS);
    d.has_txn[0] = false; /* the read of 1 goes with its write; that of the initial state stays */
    draft_expect(&d, "1: ry / ok 1: ry / 2: wx2 / ok 2: wx2 / 3: rx / ok 3: rx2");
    d.has_txn[0] = true;
    leave_out(&d, &c, 2);
    draft_expect(&d, "0: wx1 / 1: rx ry / ok 0: wx1 / ok 1: rx1 ry / 2: / ok 2: / 3: / ok 3:");
    mns_draft_size size = mns_draft_measure(&d);
    assert_int_equal(size.txns, 4);
    assert_int_equal(size.mops, 3);
    mns_draft_settle(&d);
    assert_false(d.has_mop[d.txn_first[3]]);
    mns_draft_release(&d);
    checked_close(&c);
}

#define SETS "0: sx1 / 1: sx2 / 2: rx / ok 0: sx1 / ok 1: sx2 / ok 2: rx{1 2} / 3: ry / ok 3: ry{}"

static void a_set_without_an_add(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    checked_open(&c, SETS);
    draft_open(&d, &c, false);
    draft_expect(&d, SETS);
    d.has_txn[0] = false;
    draft_expect(&d, "1: sx2 / 2: rx / ok 1: sx2 / ok 2: rx{2} / 3: ry / ok 3: ry{}");
    d.has_txn[0] = true;
    leave_out(&d, &c, 2);
    draft_expect(&d, "0: sx1 / 1: / 2: rx / ok 0: sx1 / ok 1: / ok 2: rx{1} / 3: ry / ok 3: ry{}");
    mns_draft_release(&d);
    checked_close(&c);
}

/* As long as one of the writes is there, it stays ambiguous. */
static void a_value_written_twice_goes_as_one(void **state) {
    (void)state;
    const char *history = "ok 0: wx1 / ok 1: wx1 / ok 2: rx1 wx2";
    checked c;
    mns_draft d;
    checked_open(&c, history);
    draft_open(&d, &c, false);
    draft_expect(&d, history);
    d.has_txn[1] = false;
    draft_expect(&d, "ok 0: / ok 2: wx2");
    mns_draft_release(&d);
    checked_close(&c);
}

/* ---- Fields --------------------------------------------------------------------------------- */

static void expect_written(const char *text, bool json, const char *expected) {
    checked c;
    mns_draft d;
    checked_open_text(&c, text);
    draft_open(&d, &c, json);
    mns_buf out;
    mns_buf_init(&out);
    assert_true(mns_draft_resolve(&d));
    mns_draft_write(&d, &out);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    mns_draft_release(&d);
    checked_close(&c);
}

static void fields_are_kept(void **state) {
    (void)state;
    expect_written("{:f :txn :value [[:append \"k\" -7]], :process 12, :time 5, :type :invoke, "
                   ":index 3, :extra {:a 1}}\n"
                   "{:type :info, :process 12, :error [:timeout \"n\\\"1\"], :node \"n1\", "
                   ":value nil, :time 99, :index 8}",
                   false,
                   "{:index 3, :time 5, :type :invoke, :process 12, :f :txn, :value "
                   "[[:append \"k\" -7]]}\n"
                   "{:index 8, :time 99, :type :info, :process 12, :value nil, :error [:timeout "
                   "\"n\\\"1\"], :node \"n1\"}\n");
}

static void fields_that_are_not_simple_are_left_out(void **state) {
    (void)state;
    expect_written("#jepsen.history.Op{:type :fail, :process 0, :f nil, :error {:cause 1}, :value "
                   "[[:r x #_ 7 nil]], :node #{1}}",
                   false, "{:type :fail, :process 0, :f nil, :value [[:r x nil]]}\n");
    /* The same name deeper down is another field. */
    expect_written("{:type :ok, :process 0, :data {:f 1 :error 2}, :value []}", false,
                   "{:type :ok, :process 0, :value []}\n");
}

static void other_operations_are_left_out(void **state) {
    (void)state;
    expect_written("{:type :info, :process :nemesis, :f :kill}\n{:type :ok, :process 0, :value []}",
                   false, "{:type :ok, :process 0, :value []}\n");
}

static void notations(void **state) {
    (void)state;
    const char *edn = "{:type :ok, :process 0, :f :txn, :value [[:r :x [1 2]] [:append :x 3]]}\n";
    const char *json =
        "{\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":[[\"r\",\"x\",[1,2]],"
        "[\"append\",\"x\",3]]}\n";
    expect_written(edn, false, edn);
    expect_written(edn, true, json);
    expect_written(json, true, json);
    expect_written(
        json, false,
        "{:type :ok, :process 0, :f :txn, :value [[:r \"x\" [1 2]] [:append \"x\" 3]]}\n");
    expect_written("[{\"type\":\"invoke\",\"process\":1,\"value\":null,\"index\":0},"
                   "{\"type\":\"info\",\"process\":1,\"value\":[[\"r\",1,null]],\"error\":true}]",
                   true,
                   "{\"index\":0,\"type\":\"invoke\",\"process\":1,\"value\":null}\n"
                   "{\"type\":\"info\",\"process\":1,\"value\":[[\"r\",1,null]],\"error\":true}\n");
}

static void datatypes(void **state) {
    (void)state;
    const char *edn = "{:type :ok, :process 0, :value [[:w :x \"a\"] [:r :x \"a\"] [:r :y nil]]}\n";
    const char *json = "{\"type\":\"ok\",\"process\":0,\"value\":[[\"w\",\"x\",\"a\"],"
                       "[\"r\",\"x\",\"a\"],[\"r\",\"y\",null]]}\n";
    expect_written(edn, false, edn);
    expect_written(edn, true, json);
    expect_written(json, true, json);
    edn = "{:type :ok, :process 0, :value [[:add :x 2] [:r :x #{2}] [:r :y #{}]]}\n";
    json = "{\"type\":\"ok\",\"process\":0,\"value\":[[\"add\",\"x\",2],[\"r\",\"x\",[2]],"
           "[\"r\",\"y\",[]]]}\n";
    expect_written(edn, false, edn);
    expect_written(edn, true, json);
    expect_written(json, true, json);
    edn = "{:type :ok, :process 0, :value [[:inc :x -2] [:r :x -2] [:r :y 0]]}\n";
    json = "{\"type\":\"ok\",\"process\":0,\"value\":[[\"inc\",\"x\",-2],[\"r\",\"x\",-2],"
           "[\"r\",\"y\",0]]}\n";
    expect_written(edn, false, edn);
    expect_written(edn, true, json);
    expect_written(json, true, json);
}

static void what_the_database_revealed(void **state) {
    (void)state;
    const char *edn =
        "{:type :invoke, :process 0, :value [[:w :x 1] [:r :y nil]], :start-ts 5}\n"
        "{:type :ok, :process 0, :value [[:w :x 1 {:version -3}] [:r :y nil]], :start-ts 5, "
        ":commit-ts 9, :error :none}\n";
    expect_written(edn, false, edn);
    expect_written(edn, true,
                   "{\"type\":\"invoke\",\"process\":0,\"value\":[[\"w\",\"x\",1],[\"r\",\"y\","
                   "null]],\"start-ts\":5}\n"
                   "{\"type\":\"ok\",\"process\":0,\"value\":[[\"w\",\"x\",1,{\"version\":-3}],"
                   "[\"r\",\"y\",null]],\"start-ts\":5,\"commit-ts\":9,\"error\":\"none\"}\n");
    /* Where only the invocation says what was to be done, it also says which version that made. */
    edn = "{:type :invoke, :process 0, :value [[:w :x 1 {:version 3}] [:r :y nil]]}\n"
          "{:type :info, :process 0, :value nil, :commit-ts 4}\n";
    expect_written(edn, false, edn);
    expect_written("{:type :invoke, :process 0, :value [[:w :x 1 {:version 3}]]}\n"
                   "{:type :ok, :process 0, :value [[:w :x 1 {:lock 2}]]}\n",
                   false,
                   "{:type :invoke, :process 0, :value [[:w :x 1]]}\n"
                   "{:type :ok, :process 0, :value [[:w :x 1]]}\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_all_marks_it_is_the_history),
        cmocka_unit_test(without_a_transaction),
        cmocka_unit_test(without_a_read),
        cmocka_unit_test(without_an_element),
        cmocka_unit_test(an_element_twice_in_a_list_is_one),
        cmocka_unit_test(settling_clears_what_does_not_show),
        cmocka_unit_test(a_register_without_a_write),
        cmocka_unit_test(a_set_without_an_add),
        cmocka_unit_test(a_value_written_twice_goes_as_one),
        cmocka_unit_test(fields_are_kept),
        cmocka_unit_test(fields_that_are_not_simple_are_left_out),
        cmocka_unit_test(other_operations_are_left_out),
        cmocka_unit_test(notations),
        cmocka_unit_test(datatypes),
        cmocka_unit_test(what_the_database_revealed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
