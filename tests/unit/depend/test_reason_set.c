/*
 * test_reason_set.c - src/depend/reason_set.c: a reason for every edge of a set history, and for
 * nothing else.
 */
#include "support/graphs.h"
#include "unit/support/set_support.h"

/* "kind :key value->next from.to" of a reason, or "none". */
static void expect_reason(const char *notation, uint32_t from, uint32_t to, mns_kind kind,
                          const char *expected) {
    unit u;
    mns_reason r;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    if (!mns_reason_find(&u.observation, from, to, kind, &r)) {
        mns_buf_str(&out, "none");
    } else {
        const mns_tables *t = &u.history.tables;
        mns_buf_printf(&out, "%s %s %s->%s %u.%u", mns_kind_name(r.kind),
                       unit_value(&t->values, t->keys.name[r.key]),
                       r.value == MNS_VALUE_NONE ? "" : unit_value(&t->values, r.value),
                       r.next == MNS_VALUE_NONE ? "" : unit_value(&t->values, r.next),
                       (unsigned)r.from_mop, (unsigned)r.to_mop);
        assert_int_equal(r.shown_by, MNS_NONE);
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    unit_close(&u);
}

#define DATA "ok 0: sx1 / ok 1: sx2 sx3 / ok 2: rx{1,3} sy1 ry{1} / ok 3: ry{} rx{}"

static void data_edges_have_reasons(void **state) {
    (void)state;
    expect_reason(DATA, 0, 2, MNS_WR, "wr :x 1-> 0.3");
    expect_reason(DATA, 1, 2, MNS_WR, "wr :x 3-> 2.3");
    expect_reason(DATA, 2, 1, MNS_RW, "rw :x ->2 3.1");
    expect_reason(DATA, 2, 1, MNS_TAIL, "rw :x ->2 3.1");
    expect_reason(DATA, 3, 1, MNS_RW, "rw :x ->2 7.1"); /* the first of several */
    expect_reason(DATA, 3, 2, MNS_RW, "rw :y ->1 6.4");
    expect_reason(DATA, 2, 0, MNS_RW, "none");
    expect_reason(DATA, 0, 3, MNS_WR, "none");
    expect_reason(DATA, 2, 3, MNS_WR, "none");
    expect_reason(DATA, 0, 1, MNS_WW, "none"); /* sets have no ww */
    expect_reason("ok 0: sy1 sx5 / ok 1: sx2 rx{2,5}", 0, 1, MNS_WR, "wr :x 5-> 1.3");
    /* Each read by itself; the first that fits. */
    expect_reason("ok 0: sx5 / ok 1: rx{} rx{5}", 0, 1, MNS_WR, "wr :x 5-> 0.2");
    expect_reason("ok 0: sx5 / ok 1: rx{} rx{5}", 1, 0, MNS_RW, "rw :x ->5 1.0");
    expect_reason("ok 0: sx5 / ok 1: rx{5} rx{5}", 0, 1, MNS_WR, "wr :x 5-> 0.1");
    expect_reason("ok 0: sx5 / ok 1: rx{5} rx{5}", 1, 0, MNS_RW, "none");
}

static void check_all_pairs(const unit *u) {
    static const mns_kind kinds[] = {MNS_WW, MNS_WR, MNS_RW};
    const mns_observation *o = &u->observation;
    mns_graph graph, folded;
    assert_int_equal(mns_graph_build(o, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    for (uint32_t a = 0; a < graph.txn_count; a++) {
        for (uint32_t b = 0; b < graph.txn_count; b++) {
            for (size_t k = 0; k < MNS_COUNT_OF(kinds); k++) {
                mns_reason r;
                if (a == b || !mns_txn_counts(o, a) || !mns_txn_counts(o, b)) {
                    continue;
                }
                bool found = mns_reason_find(o, a, b, kinds[k], &r);
                assert_int_equal(found, graph_has(&folded, a, b, (uint32_t)kinds[k]));
                if (found) {
                    assert_int_equal(mns_txn_of(o, r.from_mop), a);
                    assert_int_equal(mns_txn_of(o, r.to_mop), b);
                    assert_int_equal(r.kind, kinds[k]);
                }
            }
        }
    }
    mns_graph_release(&graph);
    mns_graph_release(&folded);
}

static void edges_and_reasons_are_the_same_pairs(void **state) {
    (void)state;
    uint64_t random = 51;
    for (int round = 0; round < 100; round++) {
        unit u;
        char *notation = set_random_history(&random, 30, 2, 6);
        unit_open(&u, notation);
        check_all_pairs(&u);
        unit_close(&u);
        free(notation);
    }
}

/* Two transactions with a thousand micro-operations each, related by one pair of them. */
static void huge_transactions_have_reasons(void **state) {
    (void)state;
    enum { SIZE = 1000 };
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "{:type :ok, :process 0, :value [");
    for (int i = 0; i < SIZE; i++) {
        mns_buf_printf(&text, "[:r %d #{}]", i);
    }
    mns_buf_str(&text, "[:r :x #{}][:r :x #{7}]]}\n{:type :ok, :process 1, :value [");
    for (int i = 0; i < SIZE; i++) {
        mns_buf_printf(&text, "[:add %d 1]", SIZE + i);
    }
    mns_buf_str(&text, "[:add :x 7]]}\n");
    unit u;
    mns_reason r;
    unit_read(&u, text.data, MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_OK);
    assert_true(mns_reason_find(&u.observation, 0, 1, MNS_RW, &r));
    assert_int_equal(r.from_mop, SIZE);
    assert_int_equal(r.to_mop, 2 * SIZE + 2);
    assert_true(mns_reason_find(&u.observation, 1, 0, MNS_WR, &r)); /* by the second read of x */
    assert_int_equal(r.from_mop, 2 * SIZE + 2);
    assert_int_equal(r.to_mop, SIZE + 1);
    assert_false(mns_reason_find(&u.observation, 1, 0, MNS_RW, &r));
    unit_close(&u);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_edges_have_reasons),
        cmocka_unit_test(edges_and_reasons_are_the_same_pairs),
        cmocka_unit_test(huge_transactions_have_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
