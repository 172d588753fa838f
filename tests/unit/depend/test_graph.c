/*
 * test_graph.c - src/depend/graph.c: every history gives a well-formed graph.
 */
#include "support/graphs.h"

static void check_form(const mns_graph *graph) {
    unsigned kinds = 0;
    assert_true(graph->vertex_count >= graph->txn_count);
    assert_int_equal(graph->offset[0], 0);
    assert_int_equal(graph->offset[graph->vertex_count], graph->edge_count);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        assert_true(graph->offset[v] <= graph->offset[v + 1]);
        for (uint64_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            uint32_t kind = graph->kind[e];
            uint32_t to = graph->target[e];
            assert_true(to < graph->vertex_count && to != v);
            assert_true(kind != 0 && (kind & (kind - 1)) == 0); /* one kind each */
            kinds |= kind;
            if (kind == MNS_TAIL) { /* only from hubs, which only rw and TAIL lead into */
                assert_true(v >= graph->txn_count);
            } else if (to >= graph->txn_count) {
                assert_true(kind == MNS_RW || kind == MNS_REALTIME);
            }
        }
    }
    assert_int_equal(graph->kinds, kinds);
}

static void graphs_are_well_formed(void **state) {
    (void)state;
    uint64_t random = 41;
    unsigned kinds = 0;
    for (int round = 0; round < 100; round++) {
        unit u;
        mns_graph graph;
        char *notation = unit_random_history(&random, 1 + unit_random(&random, 80), 1, 8);
        unit_open(&u, notation);
        assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
        check_form(&graph);
        kinds |= graph.kinds;
        mns_graph_release(&graph);
        unit_close(&u);
        free(notation);
    }
    assert_int_equal(kinds, MNS_WW | MNS_WR | MNS_RW | MNS_PROCESS | MNS_REALTIME | MNS_TAIL |
                                MNS_WW_OPEN);
}

static void an_empty_history_has_an_empty_graph(void **state) {
    (void)state;
    unit u;
    mns_graph graph;
    unit_read(&u, "", MINOS_FORMAT_AUTO);
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    assert_int_equal(graph.vertex_count, 0);
    assert_int_equal(graph.edge_count, 0);
    check_form(&graph);
    mns_graph_release(&graph);
    unit_close(&u);
}

static void possible_is_set(void **state) {
    (void)state;
    static const char *const notations[] = {"info 0: ax1 / ok 1: rx[]", "ok 0: ax1 / ok 1: rx[]"};
    for (size_t i = 0; i < 2; i++) {
        unit u;
        mns_graph graph;
        unit_open(&u, notations[i]);
        assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
        assert_int_equal(graph.possible, i == 0);
        assert_int_equal(graph.kinds, i == 0 ? 0 : MNS_RW);
        mns_graph_release(&graph);
        unit_close(&u);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_are_well_formed),
        cmocka_unit_test(an_empty_history_has_an_empty_graph),
        cmocka_unit_test(possible_is_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
