/*
 * test_reason.c - src/depend/reason.c and reason_list.c: a reason for every edge of the graph,
 * and for nothing else.
 */
#include "support/graphs.h"

/* "kind :key value->next from.to/shown" of a reason, or "none". */
static void expect_reason(const char *notation, uint32_t from, uint32_t to, mns_kind kind,
                          const char *expected) {
    unit u;
    mns_reason r;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    if (!mns_reason_find(&u.observation, from, to, kind, &r)) {
        mns_buf_str(&out, "none");
    } else if (r.key == MNS_NONE) {
        assert_true(r.from_mop == MNS_NONE && r.to_mop == MNS_NONE && r.shown_by == MNS_NONE);
        mns_buf_str(&out, mns_kind_name(r.kind));
    } else {
        const mns_tables *t = &u.history.tables;
        mns_buf_printf(&out, "%s %s %s->%s %u.%u/", mns_kind_name(r.kind),
                       unit_value(&t->values, t->keys.name[r.key]),
                       r.value == MNS_VALUE_NONE ? "" : unit_value(&t->values, r.value),
                       r.next == MNS_VALUE_NONE ? "" : unit_value(&t->values, r.next),
                       (unsigned)r.from_mop, (unsigned)r.to_mop);
        mns_buf_printf(&out, r.shown_by == MNS_NONE ? "-" : "%u", r.shown_by);
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    unit_close(&u);
}

#define DATA "ok 0: ax1 / ok 1: ax2 / ok 2: rx[1] / ok 3: rx[1,2] / ok 4: ax3 / ok 5: rx[]"

static void data_edges_have_reasons(void **state) {
    (void)state;
    expect_reason(DATA, 0, 1, MNS_WW, "ww :x 1->2 0.1/3");
    expect_reason(DATA, 1, 4, MNS_WW, "ww :x 2->3 1.4/-"); /* unseen: no read shows it */
    expect_reason(DATA, 0, 4, MNS_WW, "none");
    expect_reason(DATA, 1, 0, MNS_WW, "none");
    expect_reason(DATA, 0, 2, MNS_WR, "wr :x 1-> 0.2/-");
    expect_reason(DATA, 0, 3, MNS_WR, "none");
    expect_reason(DATA, 1, 3, MNS_WR, "wr :x 2-> 1.3/-");
    expect_reason(DATA, 2, 1, MNS_RW, "rw :x 1->2 2.1/3");
    expect_reason(DATA, 3, 4, MNS_RW, "rw :x 2->3 3.4/-");
    expect_reason(DATA, 5, 0, MNS_RW, "rw :x ->1 5.0/3");
    expect_reason(DATA, 5, 1, MNS_RW, "none");
    expect_reason(DATA, 3, 4, MNS_TAIL, "rw :x 2->3 3.4/-");
}

static void disagreeing_reads_have_a_reason(void **state) {
    (void)state;
    static const char notation[] = "ok 0: ax1 / ok 1: ax2 / ok 2: rx[1,2] / ok 3: rx[2]";
    expect_reason(notation, 1, 3, MNS_WR, "wr :x 2-> 1.3/-");
    expect_reason(notation, 3, 0, MNS_RW, "none");
}

static void orders_have_reasons(void **state) {
    (void)state;
    static const char notation[] = "0: rx / ok 0: rx[] / 0: ax1 / 1: rx / info 0 / ok 1: rx[1] / "
                                   "1: rx / ok 1: rx[1]";
    expect_reason(notation, 0, 1, MNS_PROCESS, "process");
    expect_reason(notation, 0, 1, MNS_REALTIME, "realtime");
    expect_reason(notation, 0, 2, MNS_PROCESS, "none"); /* another process */
    expect_reason(notation, 0, 2, MNS_REALTIME, "realtime");
    expect_reason(notation, 1, 3, MNS_REALTIME, "none"); /* info: may take effect later */
    expect_reason(notation, 3, 2, MNS_REALTIME, "none");
    expect_reason("ok 0: rx[] / ok 0: rx[]", 0, 1, MNS_PROCESS, "process");
    expect_reason("ok 0: rx[] / ok 0: rx[]", 1, 0, MNS_PROCESS, "none");
    expect_reason("ok 0: rx[] / ok 0: rx[]", 0, 1, MNS_REALTIME, "none");
}

static void check_all_pairs(const unit *u) {
    static const mns_kind kinds[] = {MNS_WW, MNS_WW_OPEN, MNS_WR, MNS_RW, MNS_REALTIME};
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
                assert_int_equal(found, graph_has(&folded, a, b, (uint8_t)kinds[k]));
                if (found && kinds[k] != MNS_REALTIME) {
                    assert_int_equal(mns_txn_of(o, r.from_mop), a);
                    assert_int_equal(mns_txn_of(o, r.to_mop), b);
                    assert_int_equal(r.kind, kinds[k] == MNS_WW_OPEN ? MNS_WW : kinds[k]);
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
        char *notation = unit_random_history(&random, 30, 2, 6);
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
        mns_buf_printf(&text, "[:r %d []]", i);
    }
    mns_buf_str(&text, "[:r :x []]]}\n{:type :ok, :process 1, :value [");
    for (int i = 0; i < SIZE; i++) {
        mns_buf_printf(&text, "[:append %d 1]", SIZE + i);
    }
    mns_buf_str(&text, "[:append :x 7]]}\n");
    unit u;
    mns_reason r;
    unit_read(&u, text.data, MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_OK);
    assert_true(mns_reason_find(&u.observation, 0, 1, MNS_RW, &r));
    assert_int_equal(r.from_mop, SIZE);
    assert_int_equal(r.to_mop, 2 * SIZE + 1);
    assert_false(mns_reason_find(&u.observation, 1, 0, MNS_RW, &r));
    unit_close(&u);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_edges_have_reasons),
        cmocka_unit_test(disagreeing_reads_have_a_reason),
        cmocka_unit_test(orders_have_reasons),
        cmocka_unit_test(edges_and_reasons_are_the_same_pairs),
        cmocka_unit_test(huge_transactions_have_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
