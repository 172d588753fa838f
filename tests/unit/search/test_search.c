/*
 * test_search.c - src/search/search.c: every class on its smallest graph and not on its near-miss,
 * every class against all simple cycles of random graphs, and graphs with virtual vertices against
 * the same without.
 */
#include "core/grow.h"
#include "search/search.h"
#include "support/graphs.h"

static void put_found(mns_buf *out, const mns_cycles *cycles) {
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (cycles->total[a] > 0) {
            mns_buf_printf(out, "%s%s", out->size > 0 ? " " : "", mns_anomaly_name((mns_anomaly)a));
        }
    }
}

/* Every cycle is one of the graph, simple, and of its class. */
static void check_cycles(const mns_graph *folded, const mns_cycles *cycles) {
    for (size_t i = 0; i < cycles->count; i++) {
        const mns_cycle *c = &cycles->items[i];
        const uint32_t *txns = cycles->txns + c->first;
        const uint32_t *kinds = cycles->kinds + c->first;
        assert_true(c->length >= 2);
        assert_int_equal(c->anomaly, mns_cycle_anomaly(c->form, c->order, folded->by_predicate));
        for (uint32_t s = 0; s < c->length; s++) {
            assert_true(graph_has(folded, txns[s], txns[(s + 1) % c->length], kinds[s]));
            for (uint32_t other = 0; other < s; other++) {
                assert_int_not_equal(txns[s], txns[other]);
            }
        }
    }
}

static void expect_found(const char *edges, const char *expected) {
    mns_graph graph, folded;
    mns_cycles cycles;
    mns_buf out;
    mns_buf_init(&out);
    graph_parse(&graph, 10, 20, edges);
    graph_fold(&graph, &folded);
    assert_int_equal(mns_search(&graph, 8, &cycles), MINOS_OK);
    check_cycles(&folded, &cycles);
    put_found(&out, &cycles);
    if (strcmp(out.data == NULL ? "" : out.data, expected) != 0) {
        fail_msg("%s: found %s, expected %s", edges, out.data, expected);
    }
    mns_buf_release(&out);
    mns_cycles_release(&cycles);
    mns_graph_release(&folded);
    mns_graph_release(&graph);
}

static void every_form_on_its_smallest_graph(void **state) {
    (void)state;
    expect_found("", "");
    expect_found("0-ww->1 1-ww->0", "G0");
    expect_found("0-ww->1 1-ww->2", "");
    expect_found("0-ww->1 1-wr->0", "G1c");
    expect_found("0-wr->1 1-wr->0", "G1c");
    expect_found("0-rw->1 1-wr->0", "G-single-item");
    expect_found("0-rw->1 1-ww->2 2-wr->0", "G-single-item");
    expect_found("0-rw->1 1-wr->2 2-rw->3 3-wr->0", "G-nonadjacent-item");
    expect_found("0-rw->1 1-wr->2 2-rw->0", "G2-item"); /* the two rw meet at 0 */
    expect_found("0-rw->1 1-rw->0", "G2-item");
}

/* rw into a virtual vertex and wr out of it: one rw, followed by something unidentified. */
static void steps_that_end_with_what_was_seen(void **state) {
    (void)state;
    expect_found("0-rw->10 10-wr->1 1-process->0", "G-single-item-process");
    expect_found("0-rw->10 10-wr->1 1-rw->11 11-wr->0", "G-nonadjacent-item");
    expect_found("0-rw->10 10-tail->11 11-wr->1 1-rw->12 12-wr->0", "G-nonadjacent-item");
    expect_found("0-rw->10 10-wr->1 1-rw->11 11-wr->2 2-process->0", "G-nonadjacent-item-process");
    expect_found("0-rw->10 10-wr->1 1-rw->0", "G2-item"); /* the second ends beside the first */
    expect_found("0-rw->10 10-wr->1 2-rw->10 1-rw->11", "");
}

static void every_order_on_its_smallest_graph(void **state) {
    (void)state;
    expect_found("0-ww->1 1-process->0", "G0-process");
    expect_found("0-wr->1 1-process->0", "G1c-process");
    expect_found("0-rw->1 1-process->0", "G-single-item-process");
    expect_found("0-rw->1 1-process->2 2-rw->3 3-process->0", "G-nonadjacent-item-process");
    expect_found("0-rw->1 1-rw->2 2-process->0", "G2-item-process");
    expect_found("0-ww->1 1-realtime->10 10-realtime->0", "G0-realtime");
    expect_found("0-wr->1 1-realtime->0", "G1c-realtime");
    expect_found("0-rw->1 1-realtime->0", "G-single-item-realtime");
    expect_found("0-rw->1 1-realtime->2 2-rw->3 3-realtime->0", "G-nonadjacent-item-realtime");
    expect_found("0-rw->1 1-rw->2 2-realtime->0", "G2-item-realtime");
    /* Never both orders in one cycle. */
    expect_found("0-ww->1 1-process->2 2-realtime->0", "");
}

/* What is implied is not looked for, what is not implied is. */
static void classes_side_by_side(void **state) {
    (void)state;
    expect_found("0-ww->1 1-ww->0 1-wr->0", "G0");
    expect_found("0-ww->1 1-ww->0 2-ww->3 3-wr->2", "G0 G1c");
    expect_found("0-ww->1 1-ww->0 1-rw->0", "G0 G-single-item");
    expect_found("0-rw->1 1-rw->0 1-wr->0", "G-single-item");
    expect_found("0-rw->1 1-rw->0 2-rw->3 3-wr->2", "G-single-item G2-item");
    expect_found("0-ww->1 1-process->0 1-realtime->0", "G0-process");
}

/* A hub: 0 misses 1 and 2, through 10 and 11. */
/* Every shortest closed walk through an rw edge falls apart into ww loops; a longer one does not.
 */
static void a_cycle_behind_loops_is_found(void **state) {
    (void)state;
    expect_found("0-rw->1 1-wr->2 2-rw->0 0-ww->3 3-ww->0 1-wr->4 4-ww->5 5-rw->6 6-wr->7 7-rw->5 "
                 "5-ww->8 8-ww->5 6-wr->9 9-ww->0",
                 "G0 G-nonadjacent-item");
    /* near miss: without the way from 6 back to 0 there are only the two write skews */
    expect_found("0-rw->1 1-wr->2 2-rw->0 0-ww->3 3-ww->0 1-wr->4 4-ww->5 5-rw->6 6-wr->7 7-rw->5 "
                 "5-ww->8 8-ww->5",
                 "G0 G2-item");
}

static void hubs_are_one_rw(void **state) {
    (void)state;
    expect_found("0-rw->10 10-tail->1 1-wr->0", "G-single-item");
    expect_found("0-rw->10 10-tail->11 11-tail->2 10-tail->1 2-wr->0", "G-single-item");
    expect_found("0-rw->10 10-tail->1 1-rw->0", "G2-item");
    expect_found("0-rw->10 10-tail->1 1-wr->2 2-rw->11 11-tail->3 3-wr->0", "G-nonadjacent-item");
    expect_found("0-rw->10 10-tail->1 1-rw->11 11-tail->0", "G2-item");
    expect_found("0-rw->10 10-tail->1 1-wr->2", "");
    /* A single rw, though a cycle with two is shorter. */
    expect_found("0-rw->10 10-tail->1 1-ww->2 2-ww->3 3-ww->4 4-ww->0 1-wr->6 6-rw->7 7-wr->0",
                 "G-single-item");
}

static void the_shortest_of_each_component_is_kept(void **state) {
    (void)state;
    mns_graph graph;
    mns_cycles cycles;
    graph_parse(&graph, 10, 10,
                "0-ww->1 1-ww->2 2-ww->0 2-ww->1 3-ww->4 4-ww->5 5-ww->3 6-ww->7 7-ww->6");
    assert_int_equal(mns_search(&graph, 2, &cycles), MINOS_OK);
    assert_int_equal(cycles.total[MNS_A_G0], 3); /* components */
    assert_int_equal(cycles.count, 2);
    assert_int_equal(cycles.txns[cycles.items[0].first], 1);
    assert_int_equal(cycles.txns[cycles.items[1].first], 6);
    mns_cycles_release(&cycles);
    mns_graph_release(&graph);
}

/* ---- All simple cycles ---------------------------------------------------------------------- */

typedef struct naive {
    const mns_graph *graph;
    uint32_t kinds[GRAPH_LIMIT];
    bool found[MNS_ANOMALY_COUNT];
} naive;

static void note_cycle(naive *n, uint32_t length) {
    uint32_t rw = 0;
    unsigned all = 0;
    bool adjacent = false;
    for (uint32_t i = 0; i < length; i++) {
        all |= n->kinds[i];
        rw += n->kinds[i] == MNS_RW;
        adjacent |= n->kinds[i] == MNS_RW && n->kinds[(i + 1) % length] == MNS_RW;
    }
    bool process = (all & MNS_PROCESS) != 0, realtime = (all & MNS_REALTIME) != 0;
    if ((process && realtime) || (all & (MNS_WW | MNS_WR | MNS_RW)) == 0) {
        return;
    }
    mns_form form = rw == 0    ? ((all & MNS_WR) != 0 ? MNS_FORM_WWR : MNS_FORM_WW)
                    : rw == 1  ? MNS_FORM_SINGLE
                    : adjacent ? MNS_FORM_ITEM
                               : MNS_FORM_NONADJACENT;
    mns_order order = process ? MNS_ORDER_PROCESS : realtime ? MNS_ORDER_REALTIME : MNS_ORDER_NONE;
    n->found[mns_cycle_anomaly(form, order, n->graph->by_predicate)] = true;
}

/* Depth-first over simple paths from `start` through larger vertices. */
static void enumerate(naive *n, uint32_t start, uint32_t at, uint64_t visited, uint32_t depth) {
    for (uint64_t e = n->graph->offset[at]; e < n->graph->offset[at + 1]; e++) {
        uint32_t to = n->graph->target[e];
        n->kinds[depth] = n->graph->kind[e];
        if (to == start) {
            note_cycle(n, depth + 1);
        } else if (to > start && (visited >> to & 1) == 0) {
            enumerate(n, start, to, visited | (uint64_t)1 << to, depth + 1);
        }
    }
}

static void compare_with_all_cycles(const mns_graph *graph) {
    naive n = {.graph = graph};
    mns_cycles cycles;
    bool found[MNS_ANOMALY_COUNT];
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        enumerate(&n, v, v, (uint64_t)1 << v, 0);
    }
    assert_int_equal(mns_search(graph, 8, &cycles), MINOS_OK);
    check_cycles(graph, &cycles);
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        found[a] = cycles.total[a] > 0;
        assert_true(!found[a] || n.found[a]); /* sound */
    }
    mns_anomalies_add_implied(found); /* complete, but for what is implied */
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (n.found[a] && !found[a]) {
            graph_expect(graph, GRAPH_ALL, "a graph without this cycle");
            fail_msg("%s is missed", mns_anomaly_name((mns_anomaly)a));
        }
    }
    mns_cycles_release(&cycles);
}

static void random_graphs_are_decided(void **state) {
    (void)state;
    static const unsigned kinds[] = {MNS_WW | MNS_WR | MNS_RW, MNS_WW | MNS_RW,
                                     MNS_WR | MNS_RW | MNS_PROCESS,
                                     MNS_WW | MNS_WR | MNS_RW | MNS_PROCESS | MNS_REALTIME};
    uint64_t random = 13;
    for (int round = 0; round < 20000; round++) {
        mns_graph graph;
        uint32_t n = 2 + unit_random(&random, 6);
        graph_random(&graph, &random, n, unit_random(&random, 2 * n + 1), kinds[round % 4]);
        compare_with_all_cycles(&graph);
        mns_graph_release(&graph);
    }
}

/* ---- Virtual vertices ----------------------------------------------------------------------- */

/* The search of the graph as built finds the classes of the graph with every edge drawn out. */
static void virtual_vertices_change_nothing(void **state) {
    (void)state;
    uint64_t random = 14;
    uint32_t hubs = 0;
    for (int round = 0; round < 300; round++) {
        unit u;
        mns_graph graph, folded;
        mns_cycles cycles, plain;
        char *notation = unit_random_history(&random, 10 + unit_random(&random, 60),
                                             1 + unit_random(&random, 3), 8);
        unit_open(&u, notation);
        assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
        graph_fold(&graph, &folded);
        assert_int_equal(mns_search(&graph, 8, &cycles), MINOS_OK);
        assert_int_equal(mns_search(&folded, 8, &plain), MINOS_OK);
        check_cycles(&folded, &cycles);
        for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
            if ((cycles.total[a] > 0) != (plain.total[a] > 0)) {
                fail_msg("%s\n%s differs", notation, mns_anomaly_name((mns_anomaly)a));
            }
        }
        hubs += (graph.kinds & MNS_TAIL) != 0;
        mns_cycles_release(&cycles);
        mns_cycles_release(&plain);
        mns_graph_release(&graph);
        mns_graph_release(&folded);
        unit_close(&u);
        free(notation);
    }
    assert_true(hubs > 30);
}

/* ---- Out of steps --------------------------------------------------------------------------- */

/*
 * SIZE starts u, each with rw to the head of a chain of SIZE ww, from whose end rw and ww lead back
 * to every u. No u is closed without the second rw, but finding that out for each takes SIZE steps.
 * With `closed`, one more vertex behind them all is: the last edge that is looked at.
 */
static void search_long(bool closed, uint64_t *single, uint64_t *nonadjacent) {
    enum { SIZE = 800, CHAIN = SIZE, BACK = 2 * SIZE, LAST = 2 * SIZE + 1, EDGES = 3 * SIZE + 4 };
    graph_edge *edges = MNS_NEW_ARRAY(graph_edge, EDGES);
    size_t count = 0;
    for (uint32_t i = 0; i < SIZE; i++) {
        edges[count++] = (graph_edge){.from = i, .to = CHAIN, .kind = MNS_RW};
        edges[count++] = (graph_edge){.from = BACK, .to = i, .kind = MNS_WW};
        if (i + 1 < SIZE) {
            edges[count++] = (graph_edge){.from = CHAIN + i, .to = CHAIN + i + 1, .kind = MNS_WW};
        }
    }
    edges[count++] = (graph_edge){.from = BACK - 1, .to = BACK, .kind = MNS_RW};
    if (closed) {
        edges[count++] = (graph_edge){.from = BACK - 1, .to = LAST, .kind = MNS_WW};
        edges[count++] = (graph_edge){.from = LAST, .to = CHAIN, .kind = MNS_RW};
    }
    mns_graph graph;
    mns_cycles cycles;
    graph_make(&graph, LAST + 1, LAST + 1, edges, count);
    assert_int_equal(mns_search(&graph, 8, &cycles), MINOS_OK);
    check_cycles(&graph, &cycles);
    *single = cycles.total[MNS_A_G_SINGLE_ITEM];
    *nonadjacent = cycles.total[MNS_A_G_NONADJACENT_ITEM];
    mns_cycles_release(&cycles);
    mns_graph_release(&graph);
    free(edges);
}

static void a_single_rw_is_decided_whatever_the_steps(void **state) {
    (void)state;
    uint64_t single, nonadjacent;
    search_long(false, &single, &nonadjacent);
    assert_int_equal(single, 0);
    assert_int_equal(nonadjacent, 1);
    search_long(true, &single, &nonadjacent);
    assert_int_equal(single, 1);
    assert_int_equal(nonadjacent, 0); /* implied */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_on_its_smallest_graph),
        cmocka_unit_test(steps_that_end_with_what_was_seen),
        cmocka_unit_test(every_order_on_its_smallest_graph),
        cmocka_unit_test(classes_side_by_side),
        cmocka_unit_test(a_cycle_behind_loops_is_found),
        cmocka_unit_test(hubs_are_one_rw),
        cmocka_unit_test(the_shortest_of_each_component_is_kept),
        cmocka_unit_test(random_graphs_are_decided),
        cmocka_unit_test(virtual_vertices_change_nothing),
        cmocka_unit_test(a_single_rw_is_decided_whatever_the_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
