/*
 * test_edges_realtime.c - src/depend/edges_realtime.c: barriers relate exactly the pairs of
 * which one completed before the other was invoked, and concurrency adds no edges.
 */
#include "support/graphs.h"

static void completion_before_invocation(void **state) {
    (void)state;
    graph_expect_history("0: rx / ok 0: rx[] / 1: rx / ok 1: rx[]", MNS_REALTIME, "0-realtime->1");
    graph_expect_history("0: rx / 1: rx / ok 0: rx[] / ok 1: rx[]", MNS_REALTIME, "");
    graph_expect_history("0: rx / 1: rx / ok 0: rx[] / 2: rx / ok 1: rx[] / ok 2: rx[]",
                         MNS_REALTIME, "0-realtime->2");
    graph_expect_history("ok 0: rx[] / ok 1: rx[]", MNS_REALTIME, ""); /* no invocations */
}

static void info_has_no_end(void **state) {
    (void)state;
    /* A proven info transaction may take effect at any time after its invocation. */
    graph_expect_history("0: ax1 / info 0 / 1: rx / ok 1: rx[1]", MNS_REALTIME, "");
    graph_expect_history("0: rx / ok 0: rx[] / 1: ax1 / info 1 / 2: rx / ok 2: rx[1]", MNS_REALTIME,
                         "0-realtime->1 0-realtime->2");
    graph_expect_history("0: rx / ok 0: rx[] / 1: ax1 / info 1", MNS_REALTIME, "");
    graph_expect_history("0: rx / ok 0: rx[] / 1: ax1 / fail 1 / 2: rx / ok 2: rx[]", MNS_REALTIME,
                         "0-realtime->2");
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    uint64_t random = 31;
    for (int round = 0; round < 200; round++) {
        unit u;
        mns_graph graph, folded;
        char *notation = unit_random_history(&random, 30, 2, 1 + unit_random(&random, 12));
        unit_open(&u, notation);
        assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
        graph_fold(&graph, &folded); /* steps, not paths: barriers alone must relate them */
        const mns_txns *t = &u.history.txns;
        for (uint32_t a = 0; a < t->count; a++) {
            for (uint32_t b = 0; b < t->count; b++) {
                bool before = t->type[a] == MNS_TXN_OK && mns_txn_counts(&u.observation, b) &&
                              t->complete[a] < t->invoke[b];
                assert_int_equal(graph_has(&folded, a, b, MNS_REALTIME), before);
            }
        }
        mns_graph_release(&graph);
        mns_graph_release(&folded);
        unit_close(&u);
        free(notation);
    }
}

/* Generations of 100 concurrent transactions: all pairs would be 10,000 edges for each. */
static void concurrency_adds_no_edges(void **state) {
    (void)state;
    enum { GENERATIONS = 20, WIDTH = 100, TXNS = GENERATIONS * WIDTH };
    mns_buf notation;
    unit u;
    mns_graph graph;
    mns_buf_init(&notation);
    for (unsigned g = 0; g < GENERATIONS; g++) {
        for (unsigned i = 0; i < WIDTH; i++) {
            mns_buf_printf(&notation, "%s%u: rx", g + i > 0 ? " / " : "", i);
        }
        for (unsigned i = 0; i < WIDTH; i++) {
            mns_buf_printf(&notation, " / ok %u: rx[]", i);
        }
    }
    unit_open(&u, notation.data);
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    assert_int_equal(graph.vertex_count, TXNS + GENERATIONS - 1);
    uint64_t process_edges = TXNS - WIDTH;
    assert_int_equal(graph.edge_count - process_edges, 2 * (TXNS - WIDTH) + GENERATIONS - 2);
    mns_graph_release(&graph);
    unit_close(&u);
    mns_buf_release(&notation);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completion_before_invocation),
        cmocka_unit_test(info_has_no_end),
        cmocka_unit_test(random_histories_follow_the_definition),
        cmocka_unit_test(concurrency_adds_no_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
