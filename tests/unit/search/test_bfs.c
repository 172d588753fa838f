/*
 * test_bfs.c - src/search/bfs.c: paths with the fewest transactions, compared with relaxing every
 * edge until nothing changes.
 */
#include "search/walk.h"
#include "support/graphs.h"

#define FAR 1000u

/* cost[v]: the transactions entered on the cheapest way of one edge or more from source to v. */
static void naive_costs(const mns_graph *graph, uint32_t source, uint32_t cost[GRAPH_LIMIT]) {
    for (uint32_t v = 0; v < GRAPH_LIMIT; v++) {
        cost[v] = FAR;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < graph->vertex_count; v++) {
            uint32_t here = cost[v] < FAR ? cost[v] : FAR;
            here = v == source ? 0 : here;
            for (uint64_t e = graph->offset[v]; e < graph->offset[v + 1] && here < FAR; e++) {
                uint32_t to = graph->target[e], there = here + (to < graph->txn_count ? 1 : 0);
                if (there < cost[to]) {
                    cost[to] = there;
                    changed = true;
                }
            }
        }
    }
}

/* The path is made of edges of the graph, starts at the source and enters as many as was said. */
static void check_path(const mns_graph *graph, const mns_bfs *bfs, const mns_bfs_query *q,
                       uint32_t length) {
    mns_closed_walk walk = {0};
    assert_true(mns_bfs_path(bfs, q, &walk));
    assert_int_equal(walk.vertex[0], q->source);
    uint32_t entered = q->target < graph->txn_count ? 1 : 0;
    for (uint32_t i = 0; i < walk.length; i++) {
        uint32_t next = i + 1 < walk.length ? walk.vertex[i + 1] : q->target;
        assert_true(graph_has(graph, walk.vertex[i], next, walk.kind[i]));
        entered += i > 0 && walk.vertex[i] < graph->txn_count;
    }
    assert_int_equal(entered, length);
    mns_closed_walk_release(&walk);
}

static void check_all_pairs(const mns_graph *graph, const mns_view *view, const mns_components *c) {
    mns_bfs bfs;
    assert_int_equal(mns_bfs_init(&bfs, graph->vertex_count), MINOS_OK);
    for (uint32_t a = 0; a < graph->vertex_count; a++) {
        uint32_t cost[GRAPH_LIMIT];
        naive_costs(graph, a, cost);
        for (uint32_t b = 0; b < graph->vertex_count; b++) {
            mns_bfs_query q = {.view = view,
                               .within = c,
                               .source = a,
                               .target = b,
                               .limit = MNS_NONE,
                               .step_limit = UINT64_MAX};
            uint32_t found = mns_bfs_run(&bfs, &q);
            bool reachable = c->of[a] == c->of[b] && c->size[c->of[a]] > 1;
            assert_int_equal(found, reachable ? cost[b] : MNS_NONE);
            if (!reachable) {
                continue;
            }
            check_path(graph, &bfs, &q, found);
            if (b >= graph->txn_count) { /* limits are for ways to a transaction */
                continue;
            }
            q.limit = found;
            assert_int_equal(mns_bfs_run(&bfs, &q), found);
            q.limit = found - 1;
            assert_int_equal(mns_bfs_run(&bfs, &q), MNS_NONE);
        }
    }
    mns_bfs_release(&bfs);
}

static void paths_have_the_fewest_transactions(void **state) {
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 100; round++) {
        mns_graph graph;
        mns_subgraph whole;
        mns_components c;
        uint32_t n = 3 + unit_random(&random, 15);
        graph_random(&graph, &random, n, 2 * n, MNS_WW | MNS_WR);
        graph.txn_count = n - unit_random(&random, n); /* the rest is virtual */
        graph_whole(&graph, &whole);
        mns_view view = {.graph = &whole, .kinds = MNS_WW | MNS_WR};
        assert_int_equal(mns_components_find(&c, &view), MINOS_OK);
        check_all_pairs(&graph, &view, &c);
        mns_components_release(&c);
        mns_subgraph_release(&whole);
        mns_graph_release(&graph);
    }
}

static uint32_t run(mns_bfs *bfs, const mns_view *view, const mns_components *c,
                    const uint32_t *rank, uint32_t least, uint64_t step_limit) {
    mns_bfs_query q = {.view = view,
                       .within = c,
                       .source = 0,
                       .target = 2,
                       .limit = MNS_NONE,
                       .rank = rank,
                       .least = least,
                       .step_limit = step_limit};
    return mns_bfs_run(bfs, &q);
}

/* 0 -> 1 -> 2 is short, 0 -> 3 -> 4 -> 2 goes around it; 2 -> 0 makes it one component. */
static void ranks_and_steps_bound_the_search(void **state) {
    (void)state;
    mns_graph graph;
    mns_subgraph whole;
    mns_components c;
    mns_bfs bfs;
    graph_parse(&graph, 5, 5, "0-ww->1 0-ww->3 1-ww->2 2-ww->0 3-ww->4 4-ww->2");
    graph_whole(&graph, &whole);
    mns_view view = {.graph = &whole, .kinds = MNS_WW};
    assert_int_equal(mns_components_find(&c, &view), MINOS_OK);
    assert_int_equal(mns_bfs_init(&bfs, 5), MINOS_OK);
    static const uint32_t rank[] = {9, 4, 9, 5, 5};
    assert_int_equal(run(&bfs, &view, &c, NULL, 0, UINT64_MAX), 2);
    assert_int_equal(run(&bfs, &view, &c, rank, 4, UINT64_MAX), 2);
    assert_int_equal(run(&bfs, &view, &c, rank, 5, UINT64_MAX), 3);
    assert_int_equal(run(&bfs, &view, &c, rank, 6, UINT64_MAX), MNS_NONE);
    assert_int_equal(run(&bfs, &view, &c, NULL, 0, bfs.steps + 2), MNS_NONE);
    assert_int_equal(run(&bfs, &view, &c, NULL, 0, bfs.steps + 4), 2);
    mns_bfs_release(&bfs);
    mns_components_release(&c);
    mns_subgraph_release(&whole);
    mns_graph_release(&graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_have_the_fewest_transactions),
        cmocka_unit_test(ranks_and_steps_bound_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
