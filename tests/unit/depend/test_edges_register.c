/*
 * test_edges_register.c - src/depend/edges_register.[ch]: ww, wr and rw from ordered versions,
 * by example and against an independent definition; many rw edges through hubs.
 */
#include "support/graphs.h"
#include "unit/support/register_support.h"

/* "0-wr->1 1-rw-item->2": the data edges of the folded graph, by start, kind and end. */
static void expect_graph(const char *notation, const char *words, const char *expected) {
    unit u;
    mns_graph graph, folded;
    mns_buf out;
    register_open(&u, notation, words);
    mns_buf_init(&out);
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    for (uint32_t a = 0; a < folded.txn_count; a++) {
        for (size_t k = 0; k < MNS_COUNT_OF(register_kinds); k++) {
            for (uint32_t b = 0; b < folded.txn_count; b++) {
                if (graph_has(&folded, a, b, (uint32_t)register_kinds[k].kind)) {
                    mns_buf_printf(&out, "%s%u-%s->%u", out.size > 0 ? " " : "", (unsigned)a,
                                   register_kinds[k].name, (unsigned)b);
                }
            }
        }
    }
    char *text = mns_buf_take(&out, NULL);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    mns_graph_release(&folded);
    mns_graph_release(&graph);
    unit_close(&u);
}

static void reads_follow_writes(void **state) {
    (void)state;
    expect_graph("ok 0: wx1 / ok 1: rx1", "", "0-wr->1");
    expect_graph("ok 0: wx1 / ok 1: rx1 / ok 2: rx1", "", "0-wr->1 0-wr->2");
    expect_graph("ok 0: wx1 / ok 1: wx2 rx1", "", "0-wr->1 0-ww-open->1"); /* internal, too */
    expect_graph("ok 0: wx1 rx1", "", "");
    expect_graph("fail 0: wx1 / ok 1: rx1", "", "");
    expect_graph("ok 0: wx1 wx2 / ok 1: rx1", "", "");
    expect_graph("info 0: wx1 / ok 1: rx1", "", "0-wr->1");
}

static void initial_reads_precede_every_write(void **state) {
    (void)state;
    expect_graph("ok 0: rx / ok 1: wx1 / ok 2: wx2", "", "0-rw->1 0-rw->2");
    expect_graph("ok 0: rx wx1", "", "");
    expect_graph(
        "ok 0: rx wx1 / ok 1: rx wx2", "",
        "0-rw->1 0-ww-single->1 1-rw->0 1-ww-single->0"); /* each holds or the other does */
    expect_graph("ok 0: rx / fail 1: wx1 / info 2: wx2", "", "");
    expect_graph("ok 0: rx / ok 1: wy1", "", "");
}

static void ordered_versions_make_ww_and_rw(void **state) {
    (void)state;
    expect_graph("ok 0: wx1@1 / ok 1: wx2@2", "", "0-ww->1");
    expect_graph("ok 0: wx1@1 / ok 1: wx2@2 / ok 2: rx1", "", "0-ww->1 0-wr->2 2-rw->1");
    expect_graph("ok 0: wx1 / ok 1: rx1 wx2", "", "0-wr->1 0-ww-open->1");
    expect_graph("ok 0: wx1 / ok 1: rx1 wx2", "wfr", "0-ww->1 0-wr->1");
    expect_graph("ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx1", "",
                 "0-wr->1 0-wr->2 0-ww-open->1 2-rw->1");
    expect_graph("ok 0: wx1 / ok 0: wx2 / ok 1: rx1", "",
                 "0-wr->2 0-ww-open-process->1 2-rw-process->1");
    expect_graph("ok 2: wx1 / ok 3: wx2 / ok 0: rx1 / ok 0: rx2", "",
                 "0-wr->2 0-ww-process->1 1-wr->3 2-rw-process->1");
    expect_graph("0: wx1 / ok 0: wx1 / 1: wx2 / 2: rx / ok 1: wx2 / ok 2: rx1", "",
                 "0-wr->2 0-ww-open-realtime->1 2-rw-realtime->1");
    expect_graph("ok 0: wx1 wy1 / ok 1: ry1 rx2 / ok 2: wx2 / ok 3: rx1", "",
                 "0-wr->1 0-wr->3 0-ww-single->2 2-wr->1 3-rw->2");
    expect_graph("ok 0: wx1 ry / ok 1: wy1 wx2 / ok 2: rx1", "",
                 "0-wr->2 0-rw->1 0-ww-single->1 2-rw->1");
    expect_graph("ok 0: wx1 ry / ok 1: wy1 rz / ok 2: wz1 wx2 / ok 3: rx1", "",
                 "0-wr->3 0-rw->1 0-ww-item->2 1-rw->2 3-rw-item->2");
    expect_graph("ok 0: wx1 ry / ok 1: wy1 wv1 / ok 2: rv1 rz / ok 3: wz1 wx2 / ok 4: rx1", "",
                 "0-wr->4 0-rw->1 0-ww-nonadjacent->3 1-wr->2 2-rw->3 4-rw-nonadjacent->3");
}

/* Orders that hold unless there is a cycle with steps of process order or real time. */
static void each_order_has_its_kinds(void **state) {
    (void)state;
    expect_graph("ok 0: wx1 / ok 0: ry / ok 1: wy1 wv1 / ok 2: rv1 rx2 / ok 3: wx2 / ok 4: rx1", "",
                 "0-wr->5 0-ww-nonadjacent-process->4 1-rw->2 2-wr->3 4-wr->3 "
                 "5-rw-nonadjacent-process->4");
    expect_graph("ok 0: wx1 / ok 0: ry / ok 1: wy1 rx2 / ok 2: wx2 / ok 3: rx1", "",
                 "0-wr->4 0-ww-item-process->3 1-rw->2 3-wr->2 4-rw-item-process->3");
    expect_graph("2: wy2 rx / 3: wx2 / 4: rx / 0: wx1 / ok 0: wx1 / 1: ry / ok 1: ry / ok 2: wy2 "
                 "rx2 / ok 3: wx2 / ok 4: rx1",
                 "", "0-wr->4 0-ww-item-realtime->3 1-rw->2 3-wr->2 4-rw-item-realtime->3");
    expect_graph("2: wy2 wv1 / 3: rv rx / 4: wx2 / 5: rx / 0: wx1 / ok 0: wx1 / 1: ry / ok 1: ry / "
                 "ok 2: wy2 wv1 / ok 3: rv1 rx2 / ok 4: wx2 / ok 5: rx1",
                 "",
                 "0-wr->5 0-ww-nonadjacent-realtime->4 1-rw->2 2-wr->3 4-wr->3 "
                 "5-rw-nonadjacent-realtime->4");
}

static void unseen_writes_of_info_make_no_g0(void **state) {
    (void)state;
    expect_graph("ok 0: wx1 / info 0: wx2 wy1 / ok 2: ry1", "sequential", "0-ww-open->1 1-wr->2");
    expect_graph("ok 0: wx1 / info 0: wx2 wy1 / ok 2: ry1 rx2", "sequential", "0-ww->1 1-wr->2");
}

/* A value that two transactions wrote is no version. */
static void ambiguous_values_make_no_edges(void **state) {
    (void)state;
    expect_graph("ok 0: wx1 / ok 1: wx1 / ok 2: rx1 / ok 3: rx", "ambiguous", "");
    expect_graph("ok 0: wx1 / ok 1: wx1 / ok 2: rx1 wx2 / ok 3: rx", "ambiguous", "3-rw->2");
}

/* ---- Against the definition ----------------------------------------------------------------- */

static bool step_relates(const mns_observation *o, const mns_version_edge *e, uint32_t a,
                         uint32_t b, mns_kind kind) {
    const mns_version_graph *r = &o->version_graph;
    if (r->writer[e->to] == MNS_NONE || mns_txn_of(o, r->writer[e->to]) != b) {
        return false;
    }
    if (kind == mns_version_edge_ww(o, e)) {
        return r->writer[e->from] != MNS_NONE && mns_txn_of(o, r->writer[e->from]) == a;
    }
    bool read = false;
    for (uint32_t i = r->reader_first[e->from]; i < r->reader_first[e->from + 1]; i++) {
        read |= mns_txn_of(o, r->reader[i]) == a;
    }
    return read && kind == mns_version_edge_rw(e);
}

/* wr, and rw from the initial state. */
static bool read_relates(const mns_observation *o, uint32_t mop, uint32_t a, uint32_t b,
                         mns_kind kind) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t version = r->version[mop];
    if (version == MNS_NONE || o->history->tables.mops.function[mop] != MNS_READ) {
        return false;
    }
    if (kind == MNS_WR) {
        return mns_txn_of(o, mop) == b && r->writer[version] != MNS_NONE &&
               mns_txn_of(o, r->writer[version]) == a;
    }
    bool written = false;
    for (uint32_t v = version + 1; v < r->count && !mns_version_is_initial(r, v); v++) {
        written |= mns_txn_of(o, r->writer[v]) == b;
    }
    return kind == MNS_RW && mns_txn_of(o, mop) == a && mns_version_is_initial(r, version) &&
           written;
}

static bool precedes(const mns_observation *o, uint32_t a, uint32_t b, mns_kind kind) {
    for (size_t e = 0; e < o->version_graph.edge_count; e++) {
        mns_version_edge edge = register_edge(&o->version_graph, e);
        if (step_relates(o, &edge, a, b, kind)) {
            return true;
        }
    }
    for (uint32_t m = 0; m < o->history->tables.mops.count; m++) {
        if (read_relates(o, m, a, b, kind)) {
            return true;
        }
    }
    return false;
}

/* Counts the edges of each kind and the virtual vertices. */
typedef struct tally {
    uint32_t edges[MNS_COUNT_OF(register_kinds)], hubs;
} tally;

static void compare_with_definition(const unit *u, tally *t) {
    const mns_observation *o = &u->observation;
    mns_graph graph, folded;
    assert_int_equal(mns_graph_build(o, &graph), MINOS_OK);
    t->hubs += (graph.kinds & MNS_TAIL) != 0;
    graph_fold(&graph, &folded);
    for (uint32_t a = 0; a < folded.txn_count; a++) {
        assert_false(graph_has(&folded, a, a, MNS_RW)); /* through a hub or otherwise */
        for (uint32_t b = 0; b < folded.txn_count; b++) {
            for (size_t k = 0; k < MNS_COUNT_OF(register_kinds); k++) {
                bool expected = a != b && precedes(o, a, b, register_kinds[k].kind);
                t->edges[k] += expected;
                if (graph_has(&folded, a, b, (uint32_t)register_kinds[k].kind) != expected) {
                    fail_msg("%s\n%u -%s-> %u", u->text, (unsigned)a, register_kinds[k].name,
                             (unsigned)b);
                }
            }
        }
    }
    mns_graph_release(&graph);
    mns_graph_release(&folded);
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    static const char *const words[] = {"", "sequential", "linearizable", "wfr"};
    uint64_t random = 13;
    tally t = {{0}, 0};
    for (int round = 0; round < 80; round++) {
        unit u;
        uint32_t rough = 10 * unit_random(&random, 4);
        char *notation = register_random_history(&random, 24, 1 + unit_random(&random, 4),
                                                 1 + unit_random(&random, 7), rough);
        register_open(&u, notation, words[round % 4]);
        compare_with_definition(&u, &t);
        unit_close(&u);
        free(notation);
    }
    for (size_t k = 0; k < MNS_COUNT_OF(register_kinds); k++) {
        mns_kind kind = register_kinds[k].kind; /* examples above cover the rarest */
        bool rare = mns_kind_form(kind) >= MNS_FORM_NONADJACENT && mns_kind_order(kind) != 0;
        assert_true(rare || t.edges[k] > 20);
    }
    assert_true(t.hubs > 5);
}

/* ---- Hostile histories stay linear ---------------------------------------------------------- */

/* Many read the initial state, many write, some do both; then many read a version that many others
 * follow. */
static void readers_times_writers_stay_linear(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    mns_buf notation;
    unit u;
    mns_graph graph;
    mns_buf_init(&notation);
    for (unsigned i = 0; i < COUNT; i++) {
        mns_buf_printf(&notation, "%sok %u: rx / ok %u: wx%u / ok %u: rx wx%u", i > 0 ? " / " : "",
                       4 * i, 4 * i + 1, 2 * i + 1, 4 * i + 2, 2 * i + 2);
        mns_buf_printf(&notation, " / ok %u: rx1 wx%u", 4 * i + 3, 5 * COUNT + i);
    }
    register_open(&u, notation.data, "");
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    assert_true((graph.kinds & MNS_TAIL) != 0);
    assert_true(graph.edge_count < 60 * COUNT);
    assert_true(graph.vertex_count < 40 * COUNT);
    mns_graph_release(&graph);
    unit_close(&u);
    mns_buf_release(&notation);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_follow_writes),
        cmocka_unit_test(initial_reads_precede_every_write),
        cmocka_unit_test(ordered_versions_make_ww_and_rw),
        cmocka_unit_test(each_order_has_its_kinds),
        cmocka_unit_test(unseen_writes_of_info_make_no_g0),
        cmocka_unit_test(ambiguous_values_make_no_edges),
        cmocka_unit_test(random_histories_follow_the_definition),
        cmocka_unit_test(readers_times_writers_stay_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
