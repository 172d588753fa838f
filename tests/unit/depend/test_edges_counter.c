/*
 * test_edges_counter.c - src/depend/edges_counter.[ch]: reads of a counter that only grows are
 * ordered by their sums, and nothing else is; compared with the definition on random histories.
 */
#include "support/graphs.h"

#define DATA (MNS_WW | MNS_WR | MNS_RW | MNS_TAIL | MNS_RW_SEEN)

static void smaller_sums_come_first(void **state) {
    (void)state;
    graph_expect_history("ok 0: ix1 / ok 1: rx0 / ok 2: rx1", DATA, "1-seen->2");
    graph_expect_history("ok 0: ix1 / ok 1: rx1 / ok 2: rx0", DATA, "2-seen->1");
    graph_expect_history("ok 0: ix1 ix1 / ok 1: rx0 / ok 2: rx1 / ok 3: rx1 / ok 4: rx2", DATA,
                         "1-seen->2 1-seen->3 1-seen->4 2-seen->4 3-seen->4");
    graph_expect_history("ok 0: ix1 / ok 1: rx1 / ok 2: rx1", DATA, "");
}

static void keys_are_independent(void **state) {
    (void)state;
    graph_expect_history("ok 0: ix1 iy1 / ok 1: rx0 / ok 2: ry1", DATA, "");
    graph_expect_history("ok 0: ix1 iy1 / ok 1: rx0 ry1 / ok 2: rx1 ry0", DATA,
                         "1-seen->2 2-seen->1");
}

/* If an increment may be negative, a smaller sum may be the later one. */
static void only_keys_that_grow(void **state) {
    (void)state;
    graph_expect_history("ok 0: ix1 / ok 1: rx0 / ok 2: rx1 / ok 3: ix-1", DATA, "");
    graph_expect_history("ok 0: ix1 / ok 1: rx0 / ok 2: rx1 / info 3: ix-1", DATA, "");
    graph_expect_history("ok 0: ix1 / ok 1: rx0 / ok 2: rx1 / fail 3: ix-1", DATA, "");
    graph_expect_history("ok 0: ix1 / ok 1: rx0 / ok 2: rx1 / ok 3: iy-1", DATA, "1-seen->2");
}

/* A read after an own increment may or may not include it: the sum of others is at most what it
 * saw. */
static void own_increments_are_uncertain(void **state) {
    (void)state;
    graph_expect_history("ok 0: ix1 / ok 1: rx0 / ok 2: ix1 rx1", DATA, "");
    graph_expect_history("ok 0: ix1 / ok 1: rx2 / ok 2: ix1 rx1", DATA, "2-seen->1");
    graph_expect_history("ok 0: ix1 / ok 1: rx0 / ok 2: rx1 ix1", DATA, "1-seen->2");
}

static void only_first_reads(void **state) {
    (void)state;
    graph_expect_history("ok 0: ix1 / ok 1: rx0 rx1 / ok 2: rx0", DATA, "");
    graph_expect_history("ok 0: ix1 / ok 1: rx1 rx0 / ok 2: rx0", DATA, "2-seen->1");
}

static void only_what_counts(void **state) {
    (void)state;
    graph_expect_history("ok 0: ix1 / info 1: rx0 / ok 2: rx1", DATA, "");
    graph_expect_history("ok 0: ix1 / fail 1: rx0 / ok 2: rx1", DATA, "");
    graph_expect_history("info 0: ix1 / ok 1: rx0 / ok 2: rx1", DATA, "1-seen->2");
}

#define READS 40

/* READS transactions each read two keys: an edge leads to every larger sum, and nowhere else. */
static void edges_are_the_order_of_sums(void **state) {
    (void)state;
    uint64_t random = 1;
    for (uint32_t round = 0; round < 50; round++) {
        mns_buf notation;
        mns_buf_init(&notation);
        uint32_t sum[READS][2];
        mns_buf_str(&notation, "ok 0: ix1 iy1");
        for (uint32_t t = 0; t < READS; t++) {
            sum[t][0] = unit_random(&random, 1 + round / 2);
            sum[t][1] = unit_random(&random, 3);
            mns_buf_printf(&notation, " / ok %u: rx%u ry%u", (unsigned)t + 1, (unsigned)sum[t][0],
                           (unsigned)sum[t][1]);
        }
        unit u;
        mns_graph graph, folded;
        unit_open(&u, notation.data);
        assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
        graph_fold(&graph, &folded);
        for (uint32_t a = 0; a < READS; a++) {
            for (uint32_t b = 0; b < READS; b++) {
                bool less = sum[a][0] < sum[b][0] || sum[a][1] < sum[b][1];
                assert_int_equal(graph_has(&folded, a + 1, b + 1, MNS_RW_SEEN), less);
            }
        }
        assert_true(graph.edge_count <= 6 * READS + 1); /* linear, whatever the order */
        mns_graph_release(&graph);
        mns_graph_release(&folded);
        mns_buf_release(&notation);
        unit_close(&u);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smaller_sums_come_first),
        cmocka_unit_test(keys_are_independent),
        cmocka_unit_test(only_keys_that_grow),
        cmocka_unit_test(own_increments_are_uncertain),
        cmocka_unit_test(only_first_reads),
        cmocka_unit_test(only_what_counts),
        cmocka_unit_test(edges_are_the_order_of_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
