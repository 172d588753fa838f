/*
 * test_shortest.c - src/search/shortest.c: a shortest cycle of each shape, compared with distances
 * between all pairs.
 */
#include "search/shortest.h"
#include "support/graphs.h"

#define PLAIN (MNS_WW | MNS_WR)
#define FAR 1000u

typedef uint32_t distances[GRAPH_LIMIT][GRAPH_LIMIT];

/* Edges on the shortest way of one edge or more. */
static void naive_distances(const mns_graph *graph, unsigned kinds, distances d) {
    uint32_t n = graph->vertex_count;
    for (uint32_t a = 0; a < n; a++) {
        for (uint32_t b = 0; b < n; b++) {
            d[a][b] = FAR;
        }
        for (uint64_t e = graph->offset[a]; e < graph->offset[a + 1]; e++) {
            if ((graph->kind[e] & kinds) != 0) {
                d[a][graph->target[e]] = 1;
            }
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t a = 0; a < n; a++) {
            for (uint32_t b = 0; b < n; b++) {
                d[a][b] = d[a][k] + d[k][b] < d[a][b] ? d[a][k] + d[k][b] : d[a][b];
            }
        }
    }
}

typedef struct fixture {
    mns_graph graph;
    mns_subgraph whole;
    mns_view plain, with_rw, layered;
    mns_components ranks, all, layers;
    mns_shortest shortest;
    distances d, d_rw; /* without and with rw */
} fixture;

static void open_fixture(fixture *f) {
    graph_whole(&f->graph, &f->whole);
    f->plain = (mns_view){.graph = &f->whole, .kinds = PLAIN};
    f->with_rw = (mns_view){.graph = &f->whole, .kinds = PLAIN | MNS_RW};
    f->layered = f->with_rw;
    f->layered.layered = true;
    assert_int_equal(mns_components_find(&f->ranks, &f->plain), MINOS_OK);
    assert_int_equal(mns_components_find(&f->all, &f->with_rw), MINOS_OK);
    assert_int_equal(mns_components_find(&f->layers, &f->layered), MINOS_OK);
    assert_int_equal(mns_shortest_init(&f->shortest, &f->whole), MINOS_OK);
    naive_distances(&f->graph, PLAIN, f->d);
    naive_distances(&f->graph, PLAIN | MNS_RW, f->d_rw);
}

static void close_fixture(fixture *f) {
    mns_shortest_release(&f->shortest);
    mns_components_release(&f->ranks);
    mns_components_release(&f->all);
    mns_components_release(&f->layers);
    mns_subgraph_release(&f->whole);
    mns_graph_release(&f->graph);
}

/* The best is a simple cycle of the graph with so many rw (least, most) and no shorter. */
static void check_best(const fixture *f, uint32_t length, uint32_t least, uint32_t most) {
    const mns_closed_walk *best = &f->shortest.best;
    uint64_t visited = 0;
    uint32_t rw = 0;
    assert_int_equal(best->length, length >= FAR ? 0 : length);
    for (uint32_t i = 0; i < best->length; i++) {
        uint32_t v = best->vertex[i], next = best->vertex[(i + 1) % best->length];
        assert_true(graph_has(&f->graph, v, next, best->kind[i]));
        assert_true((visited >> v & 1) == 0);
        visited |= (uint64_t)1 << v;
        rw += best->kind[i] == MNS_RW;
    }
    assert_true(best->length == 0 || (rw >= least && rw <= most));
}

/* The shortest cycle through an rw edge of the component, by the distances back. */
static uint32_t through_rw(const fixture *f, const mns_view *view, const mns_components *c,
                           uint32_t component, const distances back) {
    uint32_t least = FAR;
    for (uint32_t v = 0; v < f->graph.vertex_count; v++) {
        for (uint64_t e = f->graph.offset[v]; e < f->graph.offset[v + 1]; e++) {
            uint32_t to = f->graph.target[e];
            uint32_t from_state = view->layered ? 2 * v : v;
            uint32_t to_state = view->layered ? 2 * to + 1 : to;
            if (f->graph.kind[e] == MNS_RW && c->of[from_state] == component &&
                c->of[to_state] == component) {
                least = back[to][v] + 1 < least ? back[to][v] + 1 : least;
            }
        }
    }
    return least;
}

static void check_plain(fixture *f) {
    for (uint32_t c = 0; c < f->ranks.count; c++) {
        uint32_t least = FAR;
        for (uint32_t v = 0; v < f->graph.vertex_count; v++) {
            least = f->ranks.of[v] == c && f->d[v][v] < least ? f->d[v][v] : least;
        }
        if (f->ranks.size[c] > 1) {
            assert_int_equal(mns_shortest_any(&f->shortest, &f->plain, &f->ranks, c), MINOS_OK);
            check_best(f, least, 0, 0);
        }
    }
    for (uint32_t c = 0; c < f->all.count; c++) {
        assert_int_equal(mns_shortest_through(&f->shortest, &f->with_rw, &f->all, c, MNS_RW),
                         MINOS_OK);
        check_best(f, through_rw(f, &f->with_rw, &f->all, c, f->d_rw), 1, FAR);
    }
}

/* Returns whether some component had rw cycles, none of them with a single one. */
static bool check_layers(fixture *f) {
    bool none = false;
    for (uint32_t c = 0; c < f->layers.count; c++) {
        if (f->layers.size[c] < 2) {
            continue;
        }
        uint32_t least = through_rw(f, &f->layered, &f->layers, c, f->d);
        assert_int_equal(mns_shortest_single(&f->shortest, &f->layered, &f->layers, c, &f->plain,
                                             &f->ranks, &f->all),
                         MINOS_OK);
        check_best(f, least, 1, 1);
        assert_int_equal(mns_shortest_nonadjacent(&f->shortest, &f->layered, &f->layers, c),
                         MINOS_OK);
        check_best(f, f->shortest.best.length, 1, FAR);
        none |= least >= FAR && f->shortest.best.length > 0;
        const mns_closed_walk *best = &f->shortest.best;
        for (uint32_t i = 0; i < best->length; i++) {
            assert_false(best->kind[i] == MNS_RW && best->kind[(i + 1) % best->length] == MNS_RW);
        }
    }
    return none;
}

static void random_graphs_have_their_shortest_cycles(void **state) {
    (void)state;
    static fixture f;
    uint64_t random = 12;
    uint32_t nonadjacent = 0;
    for (int round = 0; round < 2000; round++) {
        uint32_t n = 3 + unit_random(&random, 12);
        graph_random(&f.graph, &random, n, n + unit_random(&random, n), PLAIN | MNS_RW);
        open_fixture(&f);
        check_plain(&f);
        nonadjacent += check_layers(&f);
        close_fixture(&f);
    }
    assert_true(nonadjacent > 10);
}

/* A cycle of few transactions through many virtual vertices is shorter than one of many. */
static void virtual_vertices_cost_nothing(void **state) {
    (void)state;
    static fixture f;
    graph_parse(&f.graph, 3, 7,
                "0-ww->1 1-ww->2 2-ww->0 0-ww->3 3-ww->4 4-ww->5 5-ww->6 6-ww->1 1-ww->0");
    f.graph.txn_count = 3;
    open_fixture(&f);
    uint32_t component = f.ranks.of[0];
    assert_int_equal(mns_shortest_any(&f.shortest, &f.plain, &f.ranks, component), MINOS_OK);
    assert_int_equal(f.shortest.best.length, 2);
    close_fixture(&f);
    graph_parse(&f.graph, 3, 6, "0-ww->1 1-ww->2 2-ww->0 0-ww->3 3-ww->4 4-ww->5 5-ww->2");
    open_fixture(&f);
    component = f.ranks.of[0];
    assert_int_equal(mns_shortest_any(&f.shortest, &f.plain, &f.ranks, component), MINOS_OK);
    assert_int_equal(f.shortest.best.length, 5); /* two transactions, three virtual ones */
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_have_their_shortest_cycles),
        cmocka_unit_test(virtual_vertices_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
