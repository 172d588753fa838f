/*
 * test_subgraph.c - src/search/subgraph.c: the copy has exactly what lies on cycles.
 */
#include "support/graphs.h"

static void graphs_without_cycles_leave_nothing(void **state) {
    (void)state;
    static const char *const acyclic[] = {"", "0-ww->1", "0-ww->1 0-ww->2 1-ww->3 2-rw->3"};
    for (size_t i = 0; i < MNS_COUNT_OF(acyclic); i++) {
        mns_graph graph;
        mns_subgraph sub;
        graph_parse(&graph, 4, 4, acyclic[i]);
        assert_int_equal(mns_subgraph_build(&sub, &graph), MINOS_OK);
        assert_int_equal(sub.count, 0);
        mns_subgraph_release(&sub);
        mns_graph_release(&graph);
    }
}

static void cycles_are_copied_with_their_edges(void **state) {
    (void)state;
    mns_graph graph;
    mns_subgraph sub;
    /* 1 and 4 are a cycle, 2 and 5 another; 0, 3 are on none, and 4 -> 5 leads from one to the
     * other. 5 is virtual. */
    graph_parse(&graph, 5, 6, "0-ww->1 1-ww->4 1-rw->4 4-wr->1 4-rw->5 5-tail->2 2-rw->5 2-ww->3");
    assert_int_equal(mns_subgraph_build(&sub, &graph), MINOS_OK);
    static const uint32_t vertices[] = {1, 2, 4, 5}, targets[] = {2, 2, 3, 0, 1};
    static const uint32_t kinds[] = {MNS_WW, MNS_RW, MNS_RW, MNS_WR, MNS_TAIL};
    assert_int_equal(sub.count, 4);
    assert_int_equal(sub.txn_count, 5);
    assert_int_equal(sub.offset[4], 5);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(sub.vertex[i], vertices[i]);
        assert_int_equal(mns_is_txn(&sub, (uint32_t)i), i < 3);
    }
    for (size_t e = 0; e < 5; e++) {
        assert_int_equal(sub.target[e], targets[e]);
        assert_int_equal(sub.kind[e], kinds[e]);
    }
    mns_subgraph_release(&sub);
    mns_graph_release(&graph);
}

static void check_copy(const mns_graph *graph, const mns_subgraph *sub) {
    uint64_t reach[GRAPH_LIMIT], expected = 0;
    uint32_t next = 0;
    graph_closure(graph, GRAPH_ALL, reach);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        for (uint64_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            expected += reach[graph->target[e]] >> v & 1; /* an edge with a way back */
        }
        if ((reach[v] >> v & 1) != 0) {
            assert_true(next < sub->count);
            assert_int_equal(sub->vertex[next++], v);
        }
    }
    assert_int_equal(sub->count, next);
    assert_int_equal(next == 0 ? 0 : sub->offset[next], expected);
    for (uint32_t v = 0; v < sub->count; v++) {
        for (uint64_t e = sub->offset[v]; e < sub->offset[v + 1]; e++) {
            assert_true(
                graph_has(graph, sub->vertex[v], sub->vertex[sub->target[e]], sub->kind[e]));
        }
    }
}

static void random_graphs_keep_their_cycles(void **state) {
    (void)state;
    uint64_t random = 6;
    for (int round = 0; round < 300; round++) {
        mns_graph graph;
        mns_subgraph sub;
        uint32_t n = 2 + unit_random(&random, 40);
        graph_random(&graph, &random, n, unit_random(&random, 2 * n), MNS_WW | MNS_RW);
        assert_int_equal(mns_subgraph_build(&sub, &graph), MINOS_OK);
        check_copy(&graph, &sub);
        mns_subgraph_release(&sub);
        mns_graph_release(&graph);
    }
}

/* After rw no rw; after the second half of one neither. */
static void layers_follow_no_rw_after_rw(void **state) {
    (void)state;
    mns_graph graph;
    mns_subgraph whole;
    graph_parse(&graph, 2, 3, "0-ww->1 0-rw->1 0-rw->2 2-tail->1");
    graph_whole(&graph, &whole);
    mns_view plain = {.graph = &whole, .kinds = MNS_WW | MNS_RW | MNS_TAIL};
    mns_view layered = plain;
    layered.layered = true;
    assert_int_equal(mns_view_follow(&plain, 0, 1), 1);
    assert_int_equal(mns_view_follow(&layered, 0, 0), 2);
    assert_int_equal(mns_view_follow(&layered, 1, 0), 2);
    assert_int_equal(mns_view_follow(&layered, 0, 1), 3);
    assert_int_equal(mns_view_follow(&layered, 1, 1), MNS_NONE);
    assert_int_equal(mns_view_follow(&layered, 0, 2), 5);
    assert_int_equal(mns_view_follow(&layered, 5, 3), 3);
    layered.kinds = MNS_WW;
    assert_int_equal(mns_view_follow(&layered, 0, 1), MNS_NONE);
    assert_int_equal(mns_view_states(&layered), 6);
    assert_int_equal(mns_view_vertex(&layered, 5), 2);
    mns_subgraph_release(&whole);
    mns_graph_release(&graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_without_cycles_leave_nothing),
        cmocka_unit_test(cycles_are_copied_with_their_edges),
        cmocka_unit_test(random_graphs_keep_their_cycles),
        cmocka_unit_test(layers_follow_no_rw_after_rw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
