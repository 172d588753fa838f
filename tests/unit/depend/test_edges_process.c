/*
 * test_edges_process.c - src/depend/edges_process.c: the transactions of a process, in order.
 */
#include "support/graphs.h"

static void ok_precedes_the_next(void **state) {
    (void)state;
    graph_expect_history("0: rx / ok 0: rx[] / 0: rx / ok 0: rx[] / 0: rx / ok 0: rx[]",
                         MNS_PROCESS, "0-process->1 1-process->2");
    graph_expect_history("0: rx / 1: rx / ok 0: rx[] / ok 1: rx[]", MNS_PROCESS, "");
    graph_expect_history("0: rx / ok 0: rx[] / 1: rx / ok 1: rx[]", MNS_PROCESS, "");
    graph_expect_history("ok 0: rx[] / ok 1: rx[] / ok 0: rx[]", MNS_PROCESS, "0-process->2");
}

/* An info transaction begins after the ok one before it, but precedes nothing. */
static void info_precedes_nothing(void **state) {
    (void)state;
    graph_expect_history("0: rx / ok 0: rx[] / 0: ax1 / info 0 / 0: rx / ok 0: rx[1]", MNS_PROCESS,
                         "0-process->1 0-process->2");
    graph_expect_history("0: ax1 / info 0 / 0: rx / ok 0: rx[1]", MNS_PROCESS, "");
    graph_expect_history("0: rx / ok 0: rx[] / 0: ax1 / info 0 / 0: rx / ok 0: rx[]", MNS_PROCESS,
                         "0-process->2"); /* it does not count */
    graph_expect_history("0: rx / ok 0: rx[] / 0: ax1 / fail 0 / 0: rx / ok 0: rx[]", MNS_PROCESS,
                         "0-process->2");
    graph_expect_history("ok 0: rx[] / info 0: ax1 / ok 0: rx[1]", MNS_PROCESS,
                         "0-process->1 0-process->2");
}

/* Paths of process edges: same process, the first is ok and completed before the second began. */
static void random_histories_follow_the_definition(void **state) {
    (void)state;
    uint64_t random = 21, reach[GRAPH_LIMIT];
    for (int round = 0; round < 100; round++) {
        unit u;
        mns_graph graph, folded;
        char *notation = unit_random_history(&random, 40, 2, 4);
        unit_open(&u, notation);
        assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
        graph_fold(&graph, &folded);
        graph_closure(&folded, MNS_PROCESS, reach);
        const mns_txns *t = &u.history.txns;
        for (uint32_t a = 0; a < t->count; a++) {
            for (uint32_t b = 0; b < t->count; b++) {
                bool before = t->type[a] == MNS_TXN_OK && mns_txn_counts(&u.observation, b) &&
                              t->process[a] == t->process[b] && t->complete[a] < t->invoke[b];
                assert_int_equal(reach[a] >> b & 1, before);
            }
        }
        mns_graph_release(&graph);
        mns_graph_release(&folded);
        unit_close(&u);
        free(notation);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ok_precedes_the_next),
        cmocka_unit_test(info_precedes_nothing),
        cmocka_unit_test(random_histories_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
