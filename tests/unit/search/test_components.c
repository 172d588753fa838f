/*
 * test_components.c - src/search/components.c: strongly connected components, compared with the
 * naive closure; of a layered view, with walks that take no two rw in succession.
 */
#include "core/grow.h"
#include "support/graphs.h"

#define DATA (MNS_WW | MNS_WR | MNS_RW)

static void components_are_mutual_reach(void **state) {
    (void)state;
    uint64_t random = 1, reach[GRAPH_LIMIT];
    for (int round = 0; round < 300; round++) {
        mns_graph graph;
        uint32_t n = 2 + unit_random(&random, 40), of[GRAPH_LIMIT], count;
        graph_random(&graph, &random, n, unit_random(&random, 3 * n), DATA);
        graph_closure(&graph, GRAPH_ALL, reach);
        assert_int_equal(mns_graph_components(&graph, of, &count), MINOS_OK);
        for (uint32_t a = 0; a < n; a++) {
            assert_true(of[a] < count);
            for (uint32_t b = 0; b < n; b++) {
                bool there = a == b || (reach[a] >> b & 1) != 0;
                bool back = a == b || (reach[b] >> a & 1) != 0;
                assert_int_equal(of[a] == of[b], there && back);
                assert_true(!there || of[b] <= of[a]); /* reverse topological order */
            }
        }
        mns_graph_release(&graph);
    }
}

static void check_grouping(const mns_components *c, uint32_t states) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        assert_int_equal(c->first[i + 1] - c->first[i], c->size[i]);
        for (uint32_t p = c->first[i]; p < c->first[i + 1]; p++) {
            assert_int_equal(c->of[c->states[p]], i);
            assert_true(p == c->first[i] || c->states[p] > c->states[p - 1]);
        }
        total += c->size[i];
    }
    assert_int_equal(total, states);
}

static void views_see_their_kinds_only(void **state) {
    (void)state;
    uint64_t random = 2, reach[GRAPH_LIMIT];
    for (unsigned kinds = 0; kinds <= DATA; kinds++) {
        for (int round = 0; round < 30; round++) {
            mns_graph graph;
            mns_subgraph whole;
            mns_components c;
            uint32_t n = 2 + unit_random(&random, 20);
            graph_random(&graph, &random, n, 3 * n, DATA);
            graph_whole(&graph, &whole);
            graph_closure(&graph, kinds, reach);
            mns_view view = {.graph = &whole, .kinds = kinds};
            assert_int_equal(mns_components_find(&c, &view), MINOS_OK);
            check_grouping(&c, n);
            for (uint32_t a = 0; a < n; a++) {
                for (uint32_t b = 0; b < a; b++) {
                    bool mutual = (reach[a] >> b & 1) != 0 && (reach[b] >> a & 1) != 0;
                    assert_int_equal(c.of[a] == c.of[b], mutual);
                }
            }
            mns_components_release(&c);
            mns_subgraph_release(&whole);
            mns_graph_release(&graph);
        }
    }
}

/* follow[e]: the rw edges that a walk may take next after rw edge e, with something else between;
 * by closure those it may ever take. */
static void follow_rw(const mns_graph *graph, const graph_edge *rw, uint32_t count,
                      uint64_t follow[GRAPH_LIMIT]) {
    uint64_t reach[GRAPH_LIMIT];
    graph_closure(graph, MNS_WW | MNS_WR, reach);
    memset(follow, 0, GRAPH_LIMIT * sizeof *follow);
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < count; b++) {
            follow[a] |= (reach[rw[a].to] >> rw[b].from & 1) << b;
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t a = 0; a < count; a++) {
            follow[a] |= (follow[a] >> k & 1) != 0 ? follow[k] : 0;
        }
    }
}

/* An rw edge lies inside a component of the layered view exactly if a closed walk without adjacent
 * rw takes it. */
static void layers_are_walks_without_adjacent_rw(void **state) {
    (void)state;
    uint64_t random = 3, follow[GRAPH_LIMIT];
    uint32_t inside = 0, outside = 0;
    for (int round = 0; round < 500; round++) {
        mns_graph graph;
        mns_subgraph whole;
        mns_components c;
        graph_edge rw[GRAPH_LIMIT];
        uint32_t n = 3 + unit_random(&random, 10), count = 0;
        graph_random(&graph, &random, n, 3 * n / 2, DATA);
        graph_whole(&graph, &whole);
        for (uint32_t v = 0; v < n; v++) {
            for (uint64_t e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
                if (graph.kind[e] == MNS_RW) {
                    rw[count++] = (graph_edge){.from = v, .to = graph.target[e]};
                }
            }
        }
        follow_rw(&graph, rw, count, follow);
        mns_view view = {.graph = &whole, .kinds = DATA, .layered = true};
        assert_int_equal(mns_components_find(&c, &view), MINOS_OK);
        check_grouping(&c, 2 * n);
        for (uint32_t i = 0; i < count; i++) {
            bool closed = (follow[i] >> i & 1) != 0;
            assert_int_equal(c.of[2 * rw[i].from] == c.of[2 * rw[i].to + 1], closed);
            inside += closed;
            outside += !closed;
        }
        mns_components_release(&c);
        mns_subgraph_release(&whole);
        mns_graph_release(&graph);
    }
    assert_true(inside > 100 && outside > 100);
}

/* A path so long that recursion would end the test. */
static void long_paths_do_not_recurse(void **state) {
    (void)state;
    enum { LENGTH = 1000000 };
    mns_graph graph = {.txn_count = LENGTH, .vertex_count = LENGTH, .edge_count = LENGTH};
    graph.offset = MNS_NEW_ARRAY(uint64_t, LENGTH + 1);
    graph.target = MNS_NEW_ARRAY(uint32_t, LENGTH);
    graph.kind = MNS_NEW_ARRAY(uint32_t, LENGTH);
    uint32_t *of = MNS_NEW_ARRAY(uint32_t, LENGTH), count;
    for (uint32_t v = 0; v < LENGTH; v++) {
        graph.offset[v + 1] = v + 1;
        graph.target[v] = (v + 1) % LENGTH;
        graph.kind[v] = MNS_WW;
    }
    assert_int_equal(mns_graph_components(&graph, of, &count), MINOS_OK);
    assert_int_equal(count, 1); /* one ring */
    graph.target[LENGTH - 1] = LENGTH - 2;
    assert_int_equal(mns_graph_components(&graph, of, &count), MINOS_OK);
    assert_int_equal(count, LENGTH - 1); /* the last two alone are a ring */
    free(of);
    mns_graph_release(&graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_mutual_reach),
        cmocka_unit_test(views_see_their_kinds_only),
        cmocka_unit_test(layers_are_walks_without_adjacent_rw),
        cmocka_unit_test(long_paths_do_not_recurse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
