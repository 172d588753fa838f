/*
 * test_reach.c - src/search/reach.c: many questions at once, compared with the naive closure.
 */
#include "search/reach.h"
#include "support/graphs.h"

#define QUESTIONS 700 /* more than a batch, several times over */
#define PLAIN (MNS_WW | MNS_WR)

typedef struct fixture {
    mns_graph graph;
    mns_subgraph whole;
    mns_view view;
    mns_components ranks;
    uint64_t reach[GRAPH_LIMIT];
    uint32_t vertices[GRAPH_LIMIT];
    mns_rw_edge edges[QUESTIONS];
} fixture;

static void open_fixture(fixture *f, uint64_t *random, uint32_t n, uint32_t edges) {
    graph_random(&f->graph, random, n, edges, PLAIN | MNS_RW);
    graph_whole(&f->graph, &f->whole);
    f->view = (mns_view){.graph = &f->whole, .kinds = PLAIN};
    assert_int_equal(mns_components_find(&f->ranks, &f->view), MINOS_OK);
    graph_closure(&f->graph, PLAIN, f->reach);
    for (uint32_t v = 0; v < n; v++) {
        f->vertices[v] = v;
    }
}

static void close_fixture(fixture *f) {
    mns_components_release(&f->ranks);
    mns_subgraph_release(&f->whole);
    mns_graph_release(&f->graph);
}

static bool is_closed(const fixture *f, uint32_t i) {
    return (f->reach[f->edges[i].to] >> f->edges[i].from & 1) != 0;
}

static uint32_t ask(const fixture *f, uint32_t count) {
    bool failed;
    mns_reach_query query = {.view = &f->view,
                             .ranks = &f->ranks,
                             .edges = f->edges,
                             .count = count,
                             .vertices = f->vertices,
                             .vertex_count = f->graph.vertex_count};
    uint32_t answer = mns_reach_any(&query, &failed);
    assert_false(failed);
    return answer;
}

static void any_pair(fixture *f, uint64_t *random, uint32_t i) {
    uint32_t n = f->graph.vertex_count, from = unit_random(random, n);
    f->edges[i] = (mns_rw_edge){.from = from, .to = (from + 1 + unit_random(random, n - 1)) % n};
}

/* One batch: the answer is the first of the edges that is closed. */
static void the_first_closed_edge_is_found(void **state) {
    (void)state;
    uint64_t random = 9;
    uint32_t found = 0, none = 0;
    for (int round = 0; round < 500; round++) {
        fixture f;
        uint32_t n = 3 + unit_random(&random, 60);
        uint32_t count = unit_random(&random, 12), first = MNS_NONE;
        open_fixture(&f, &random, n, unit_random(&random, 2 * n));
        for (uint32_t i = 0; i < count; i++) {
            any_pair(&f, &random, i);
            first = first == MNS_NONE && is_closed(&f, i) ? i : first;
        }
        assert_int_equal(ask(&f, count), first);
        found += first != MNS_NONE;
        none += first == MNS_NONE;
        close_fixture(&f);
    }
    assert_true(found > 50 && none > 50);
}

/* Hundreds of edges that are not closed, and at most one that is, anywhere among them. */
static void one_among_hundreds_is_found(void **state) {
    (void)state;
    uint64_t random = 10;
    for (int round = 0; round < 200; round++) {
        fixture f;
        open_fixture(&f, &random, 60, 70);
        for (uint32_t i = 0; i < QUESTIONS; i++) {
            do {
                any_pair(&f, &random, i);
            } while (is_closed(&f, i));
        }
        assert_int_equal(ask(&f, QUESTIONS), MNS_NONE);
        uint32_t place = unit_random(&random, QUESTIONS);
        for (int tries = 0; tries < 1000 && !is_closed(&f, place); tries++) {
            any_pair(&f, &random, place);
        }
        assert_int_equal(ask(&f, QUESTIONS), is_closed(&f, place) ? place : MNS_NONE);
        close_fixture(&f);
    }
}

static void no_question_has_no_answer(void **state) {
    (void)state;
    uint64_t random = 11;
    fixture f;
    open_fixture(&f, &random, 5, 10);
    assert_int_equal(ask(&f, 0), MNS_NONE);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_closed_edge_is_found),
        cmocka_unit_test(one_among_hundreds_is_found),
        cmocka_unit_test(no_question_has_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
