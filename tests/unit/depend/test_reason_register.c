/*
 * test_reason_register.c - src/depend/reason_register.c: a reason for every edge of a register
 * history, and for nothing else.
 */
#include "support/graphs.h"
#include "unit/support/register_support.h"

static void put_mop(mns_buf *out, const unit *u, const char *before, uint32_t mop) {
    if (mop != MNS_NONE) {
        uint32_t txn = u->history.txn_of_mop[mop];
        mns_buf_printf(out, "%s%u.%u", before, (unsigned)txn,
                       (unsigned)(mop - u->history.txns.first_mop[txn]));
    }
}

/* "rw x 1->2 2.0 1.1 by wfr 1.0 1.1", or "none". */
static void expect_reason(const char *notation, const char *words, uint32_t from, uint32_t to,
                          mns_kind kind, const char *expected) {
    unit u;
    mns_reason r;
    mns_buf out;
    register_open(&u, notation, words);
    mns_buf_init(&out);
    if (!mns_reason_find(&u.observation, from, to, kind, &r)) {
        mns_buf_str(&out, "none");
    } else {
        const mns_tables *t = &u.history.tables;
        mns_buf_printf(&out, "%s %s %s->%s", mns_kind_name(r.kind),
                       unit_value(&t->values, t->keys.name[r.key]) + 1,
                       r.value == MNS_VALUE_INITIAL ? "nil" : unit_value(&t->values, r.value),
                       r.next == MNS_VALUE_NONE ? "" : unit_value(&t->values, r.next));
        put_mop(&out, &u, " ", r.from_mop);
        put_mop(&out, &u, " ", r.to_mop);
        if (r.kind != MNS_WR) {
            mns_buf_printf(&out, " by %s", register_sources[r.source]);
        }
        put_mop(&out, &u, " ", r.shown_by);
        put_mop(&out, &u, " ", r.shown_also);
        assert_int_equal(r.rests_on, kind);
        assert_int_equal(r.source == MNS_BY_LEMMA, r.lemma != MNS_NONE);
    }
    if (strcmp(out.data, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, out.data, expected);
    }
    mns_buf_release(&out);
    unit_close(&u);
}

static void reads_have_reasons(void **state) {
    (void)state;
    static const char data[] = "ok 0: wx1 / ok 1: wx2 / ok 2: rx1 / ok 3: rx wy1 / ok 4: ry wx3";
    expect_reason(data, "", 0, 2, MNS_WR, "wr x 1-> 0.0 2.0");
    expect_reason(data, "", 1, 2, MNS_WR, "none");
    expect_reason(data, "", 2, 0, MNS_WR, "none");
    expect_reason(data, "", 3, 0, MNS_RW, "rw x nil->1 3.0 0.0 by initial");
    expect_reason(data, "", 4, 3, MNS_RW, "rw y nil->1 4.0 3.1 by initial");
    expect_reason(data, "", 3, 4, MNS_RW, "rw x nil->3 3.0 4.1 by initial");
    expect_reason(data, "", 2, 1, MNS_RW, "none");
    expect_reason(data, "", 0, 1, MNS_WW, "none");
}

static void version_orders_name_what_shows_them(void **state) {
    (void)state;
    static const char given[] = "ok 0: wx1@1 / ok 1: wx2 / ok 2: rx2@2 / ok 3: rx1";
    expect_reason(given, "", 0, 1, MNS_WW, "ww x 1->2 0.0 1.0 by versions 0.0 2.0");
    expect_reason(given, "", 3, 1, MNS_RW, "rw x 1->2 3.0 1.0 by versions 0.0 2.0");
    expect_reason(given, "", 1, 0, MNS_WW, "none");
    static const char update[] = "ok 0: wx1 / ok 1: rx1 wy1 wx2 / ok 2: rx1";
    expect_reason(update, "", 0, 1, MNS_WW_OPEN, "ww x 1->2 0.0 1.2 by wfr 1.0 1.2");
    expect_reason(update, "", 2, 1, MNS_RW, "rw x 1->2 2.0 1.2 by wfr 1.0 1.2");
    expect_reason(update, "", 0, 1, MNS_WW, "none");
    expect_reason(update, "wfr", 0, 1, MNS_WW, "ww x 1->2 0.0 1.2 by wfr 1.0 1.2");
    static const char process[] = "ok 0: wx1 / ok 1: wx2 / ok 2: rx1 / ok 2: rx2";
    expect_reason(process, "", 0, 1, MNS_WW_PROCESS, "ww x 1->2 0.0 1.0 by process 2.0 3.0");
    expect_reason(process, "", 2, 1, MNS_RW_PROCESS, "rw x 1->2 2.0 1.0 by process 2.0 3.0");
    expect_reason(process, "", 0, 1, MNS_WW_REALTIME, "none");
    static const char realtime[] = "0: wx1 / 1: wx2 / 2: rx / ok 2: rx1 / 3: rx / ok 3: rx2 / "
                                   "ok 0: wx1 / ok 1: wx2";
    expect_reason(realtime, "", 2, 3, MNS_WW_REALTIME, "ww x 1->2 2.0 3.0 by realtime 0.0 1.0");
    expect_reason(realtime, "", 0, 3, MNS_RW_REALTIME, "rw x 1->2 0.0 3.0 by realtime 0.0 1.0");
    expect_reason(realtime, "linearizable", 2, 3, MNS_WW, "ww x 1->2 2.0 3.0 by realtime 0.0 1.0");
    /* Between the writers themselves the order needs less. */
    static const char writers[] = "0: wx1 / ok 0: wx1 / 1: wx2 / 2: rx / ok 1: wx2 / ok 2: rx1";
    expect_reason(writers, "", 0, 1, MNS_WW_OPEN_REALTIME, "ww x 1->2 0.0 1.0 by lemma");
    expect_reason(writers, "", 0, 1, MNS_WW_REALTIME, "none");
    expect_reason(writers, "", 2, 1, MNS_RW_REALTIME, "rw x 1->2 2.0 1.0 by lemma");
    expect_reason(writers, "linearizable", 0, 1, MNS_WW, "ww x 1->2 0.0 1.0 by realtime 0.0 1.0");
    static const char path[] = "ok 0: wx1 wy1 / ok 1: ry1 wx2 / ok 2: rx1";
    expect_reason(path, "", 0, 1, MNS_WW_OPEN, "ww x 1->2 0.0 1.1 by lemma");
    expect_reason(path, "", 2, 1, MNS_RW, "rw x 1->2 2.0 1.1 by lemma");
}

/* Of several reasons, one that needs no lemma is given. */
static void reasons_without_lemma_come_first(void **state) {
    (void)state;
    static const char both[] = "ok 0: wx1 wy1 / ok 1: rx1 ry1 / ok 2: wx2 ry1 wy2";
    expect_reason(both, "", 1, 2, MNS_RW, "rw y 1->2 1.1 2.2 by wfr 2.1 2.2");
    expect_reason("ok 0: wx1 wy1 / ok 1: rx1 ry1 / ok 2: wx2 ry1", "", 1, 2, MNS_RW,
                  "rw x 1->2 1.0 2.0 by lemma");
}

/* ---- Steps of lemmas ------------------------------------------------------------------------ */

/*
 * A lemma of the first round uses that b2 precedes b3 in real time. Later that follows from the
 * writers alone, which is better, and the new edge replaces the old one. The step of the lemma must
 * still give the old reason.
 */
static void a_step_whose_edge_was_replaced(void **state) {
    (void)state;
    unit u;
    mns_reason r;
    uint32_t replaced = 0;
    register_open(&u,
                  "3: wb1 ra / ok 3: wb1 ra / 1: rb wb2 / ok 1: rb1 wb2 / 2: rb wa1 / 0: wb3 ra / "
                  "ok 0: wb3 ra / ok 2: rb2 wa1",
                  "");
    const mns_version_graph *registers = &u.observation.version_graph;
    for (size_t l = 0; l < registers->lemma_count; l++) {
        const mns_lemma *lemma = &registers->lemmas[l];
        for (uint32_t i = 0; i + 1 < lemma->count; i++) {
            const mns_lemma_place *place = &registers->path[lemma->first + i];
            assert_true(mns_reason_on_path(&u.observation, lemma, i, &r));
            assert_int_equal(r.lemma, place->lemma);
            if (place->lemma == MNS_NONE && mns_kind_order((mns_kind)place->kind) != 0 &&
                r.key != MNS_NONE) {
                assert_int_equal(r.source, MNS_BY_REALTIME);
                replaced++;
            }
        }
    }
    assert_true(replaced > 0);
    unit_close(&u);
}

/* ---- All edges ------------------------------------------------------------------------------ */

/* The two mops of a reason show that the one version precedes the other, by its source. */
static void check_shown(const mns_observation *o, const mns_reason *r) {
    const mns_version_graph *registers = &o->version_graph;
    const mns_history *h = o->history;
    if (r->kind == MNS_WR || r->source == MNS_BY_INITIAL) {
        return;
    }
    uint32_t from = registers->version[r->from_mop], to = registers->version[r->to_mop];
    if (r->source == MNS_BY_LEMMA) {
        assert_int_equal(registers->lemmas[r->lemma].from, from);
        assert_int_equal(registers->lemmas[r->lemma].to, to);
        return;
    }
    assert_int_equal(registers->version[r->shown_by], from);
    assert_int_equal(registers->version[r->shown_also], to);
    uint32_t by = mns_txn_of(o, r->shown_by), also = mns_txn_of(o, r->shown_also);
    if (r->source == MNS_BY_WFR) {
        assert_int_equal(by, also);
        assert_true(r->shown_by < r->shown_also);
        return;
    }
    assert_true(h->txns.type[by] == MNS_TXN_OK && h->txns.complete[by] < h->txns.invoke[also]);
    assert_true(r->source == MNS_BY_REALTIME || h->txns.process[by] == h->txns.process[also]);
}

static uint32_t check_all_pairs(const unit *u) {
    const mns_observation *o = &u->observation;
    uint32_t count = 0;
    mns_graph graph, folded;
    assert_int_equal(mns_graph_build(o, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    for (uint32_t a = 0; a < graph.txn_count; a++) {
        for (uint32_t b = 0; b < graph.txn_count; b++) {
            for (size_t k = 0; k < MNS_COUNT_OF(register_kinds); k++) {
                mns_reason r;
                if (a == b || !mns_txn_counts(o, a) || !mns_txn_counts(o, b)) {
                    continue;
                }
                bool found = mns_reason_find(o, a, b, register_kinds[k].kind, &r);
                assert_int_equal(found, graph_has(&folded, a, b, (uint32_t)register_kinds[k].kind));
                if (found) {
                    assert_int_equal(mns_txn_of(o, r.from_mop), a);
                    assert_int_equal(mns_txn_of(o, r.to_mop), b);
                    assert_int_equal(r.kind, mns_kind_base(register_kinds[k].kind));
                    check_shown(o, &r);
                    count++;
                }
            }
        }
    }
    mns_graph_release(&graph);
    mns_graph_release(&folded);
    return count;
}

static void edges_and_reasons_are_the_same_pairs(void **state) {
    (void)state;
    static const char *const words[] = {"", "sequential", "linearizable",
                                        "wfr sequential linearizable"};
    uint64_t random = 53;
    uint32_t count = 0;
    for (int round = 0; round < 100; round++) {
        unit u;
        uint32_t rough = 10 * unit_random(&random, 4);
        char *notation =
            register_random_history(&random, 30, 1 + unit_random(&random, 4), 7, rough);
        register_open(&u, notation, words[round % 4]);
        count += check_all_pairs(&u);
        unit_close(&u);
        free(notation);
    }
    assert_true(count > 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_have_reasons),
        cmocka_unit_test(version_orders_name_what_shows_them),
        cmocka_unit_test(reasons_without_lemma_come_first),
        cmocka_unit_test(a_step_whose_edge_was_replaced),
        cmocka_unit_test(edges_and_reasons_are_the_same_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
