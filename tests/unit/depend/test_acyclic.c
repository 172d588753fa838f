/*
 * test_acyclic.c - src/depend/acyclic.c and ordering_*.c: which histories have a topological order.
 * tests/property/acyclic_shortcut.c compares the answer with that of the whole graph.
 */
#include "core/buf.h"
#include "depend/acyclic.h"
#include "support/units.h"

static bool is_acyclic(const char *notation) {
    unit u;
    mns_graph graph;
    bool acyclic;
    unit_open(&u, notation);
    assert_int_equal(mns_acyclic(&u.observation, &graph, &acyclic), MINOS_OK);
    assert_true(graph.vertex_count == 0 && graph.offset == NULL);
    assert_int_equal(acyclic, graph.topological != NULL);
    mns_graph_release(&graph);
    unit_close(&u);
    return acyclic;
}

static void lists_by_their_reads(void **state) {
    (void)state;
    assert_true(is_acyclic(""));
    assert_true(is_acyclic("ok 0: ax1 / ok 1: rx[1]"));
    assert_false(is_acyclic("ok 0: ax1 ry[1] / ok 1: ay1 rx[1]")); /* wr, wr */
    assert_false(is_acyclic("ok 0: ax1 ry[] / ok 1: ay1 rx[]"));   /* rw, rw */
    assert_true(is_acyclic("ok 0: ax1 ry[] / ok 1: ay1 rx[1]"));
    /* ww by the order of x, rw by an unseen append to y */
    assert_false(is_acyclic("ok 0: ax1 ay1 / ok 1: ax2 ry[] / ok 2: rx[1,2]"));
    assert_true(is_acyclic("ok 0: ax1 ry[] / ok 1: ax2 ay1 / ok 2: rx[1,2]"));
    /* A read that disagrees with the order still saw its last element. */
    assert_false(is_acyclic("ok 0: ax1 ry[1] / ok 1: ay1 rx[1] / ok 2: rx[3,2]"));
    /* No transaction precedes itself. */
    assert_true(is_acyclic("ok 0: rx[] ax1 rx[1] ax2"));
}

static void registers_by_their_versions(void **state) {
    (void)state;
    assert_true(is_acyclic("ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx2"));
    assert_false(is_acyclic("ok 0: wx1 ry1 / ok 1: wy1 rx1"));
    assert_false(is_acyclic("ok 0: wx1 ry / ok 1: wy1 rx"));
    assert_true(is_acyclic("ok 0: wx1 ry / ok 1: wy1 rx1"));
    /* Both read 1 and replaced it. */
    assert_false(is_acyclic("ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx1 wx3"));
}

static void real_time_and_processes(void **state) {
    (void)state;
    assert_false(is_acyclic("0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]"));
    assert_true(is_acyclic("0: ax1 / 1: rx / ok 0: ax1 / ok 1: rx[]"));
    assert_true(is_acyclic("0: rx / 1: ax1 / ok 0: rx[1] / ok 1: ax1"));
    assert_false(is_acyclic("0: rx / ok 0: rx[1] / 1: ax1 / ok 1: ax1"));
    /* With completions only there is process order, but no real time. */
    assert_true(is_acyclic("ok 0: ax1 / ok 1: rx[]"));
    assert_false(is_acyclic("ok 0: ax1 / ok 0: rx[]"));
    /* Info transactions may take effect at any time after their invocation, but not before. */
    assert_true(is_acyclic("0: ax1 / info 0 / 1: rx / ok 1: rx[] / 1: rx / ok 1: rx[1]"));
    assert_false(is_acyclic("1: rx / ok 1: rx[1] / 0: ax1 / info 0"));
    /* Two info transactions are ordered by their data alone. */
    assert_true(
        is_acyclic("0: ax1 ry / info 0 / 1: ay1 rx / info 1 / 2: rx ry / ok 2: rx[1] ry[1]"));
}

static void other_datatypes_are_left_to_the_graph(void **state) {
    (void)state;
    assert_false(is_acyclic("ok 0: sx1 / ok 1: rx{1}"));
    assert_false(is_acyclic("ok 0: ix1 / ok 1: rx1"));
}

/* Many transactions read a version that many replace, and one does both: 400,000,000 pairs. */
static void wide_tails_are_linear(void **state) {
    (void)state;
    enum { WIDTH = 20000 };
    static const char *const appends[] = {"ax", "wx"}, *const reads[] = {"rx[1]", "rx"};
    for (size_t type = 0; type < 2; type++) {
        mns_buf out;
        mns_buf_init(&out);
        mns_buf_printf(&out, "ok 0: %s1", appends[type]);
        for (unsigned i = 2; i < WIDTH; i++) { /* writers first: no reader is placed yet */
            bool both = i == 2;
            mns_buf_printf(&out, " / ok %u:%s%s %s%u", i, both ? " " : "", both ? reads[type] : "",
                           appends[type], i);
        }
        for (unsigned i = 0; i < WIDTH; i++) {
            mns_buf_printf(&out, " / ok %u: %s", WIDTH + i, reads[type]);
        }
        assert_true(is_acyclic(out.data));
        mns_buf_release(&out);
    }
}

/* Every transaction precedes the one that completed before it: the stack holds them all. */
static void long_paths_need_no_recursion(void **state) {
    (void)state;
    enum { LENGTH = 100000 };
    for (size_t cyclic = 0; cyclic < 2; cyclic++) {
        mns_buf out;
        mns_buf_init(&out);
        for (unsigned i = 0; i < LENGTH; i++) {
            mns_buf_printf(&out, "{:type :ok, :process %u, :value [[:r %u [1]] [:append %u 1]]}\n",
                           i, i + 1, i);
        }
        mns_buf_printf(&out, "{:type :ok, :process %u, :value [[:append %u 1]%s]}\n", LENGTH,
                       LENGTH, cyclic ? " [:r 0 [1]]" : "");
        unit u;
        mns_graph graph;
        bool acyclic;
        unit_read(&u, out.data, MINOS_FORMAT_EDN);
        assert_int_equal(mns_acyclic(&u.observation, &graph, &acyclic), MINOS_OK);
        assert_int_equal(acyclic, cyclic == 0);
        mns_graph_release(&graph);
        unit_close(&u);
        mns_buf_release(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_by_their_reads),
        cmocka_unit_test(registers_by_their_versions),
        cmocka_unit_test(real_time_and_processes),
        cmocka_unit_test(other_datatypes_are_left_to_the_graph),
        cmocka_unit_test(wide_tails_are_linear),
        cmocka_unit_test(long_paths_need_no_recursion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
