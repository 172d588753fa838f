/*
 * test_found.c - src/search/found.c: which cycles are kept, in which order, and what they spare.
 */
#include "search/found.h"
#include "support/graphs.h"

#define VERTICES 16

typedef struct fixture {
    mns_subgraph graph;
    uint32_t vertex[VERTICES];
    mns_cycles cycles;
    mns_found found;
} fixture;

static void open_fixture(fixture *f, uint32_t max_per_anomaly) {
    memset(f, 0, sizeof *f);
    for (uint32_t v = 0; v < VERTICES; v++) {
        f->vertex[v] = 100 + v; /* of the whole graph */
    }
    f->graph = (mns_subgraph){.count = VERTICES, .vertex = f->vertex, .txn_count = 1000};
    f->found =
        (mns_found){.graph = &f->graph, .cycles = &f->cycles, .max_per_anomaly = max_per_anomaly};
}

static void close_fixture(fixture *f) {
    mns_cycles_release(&f->cycles);
    free(f->found.hits);
}

/* A ring of `length` vertices from `start` on, all of one kind but the first edge. */
static void add_ring(fixture *f, uint32_t start, uint32_t length, uint8_t first, uint8_t rest) {
    mns_closed_walk walk = {0};
    for (uint32_t i = 0; i < length; i++) {
        assert_true(mns_closed_walk_add(&walk, start + i, i == 0 ? first : rest));
    }
    assert_int_equal(mns_found_add(&f->found, &walk), MINOS_OK);
    mns_closed_walk_release(&walk);
}

static void cycles_are_named_by_whole_vertices(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, 8);
    add_ring(&f, 3, 3, MNS_RW, MNS_WR);
    assert_int_equal(f.cycles.count, 1);
    const mns_cycle *c = &f.cycles.items[0];
    assert_int_equal(c->anomaly, MNS_A_G_SINGLE_ITEM);
    assert_int_equal(c->form, MNS_FORM_SINGLE);
    assert_int_equal(c->order, MNS_ORDER_NONE);
    assert_int_equal(c->length, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(f.cycles.txns[c->first + i], 103 + i);
        assert_int_equal(f.cycles.kinds[c->first + i], i == 0 ? MNS_RW : MNS_WR);
    }
    close_fixture(&f);
}

/* The shortest stay, all are counted, and other classes are not in the way. */
static void the_shortest_are_kept(void **state) {
    (void)state;
    static const uint32_t lengths[] = {5, 4, 6, 3, 5, 2};
    fixture f;
    open_fixture(&f, 2);
    for (size_t i = 0; i < MNS_COUNT_OF(lengths); i++) {
        add_ring(&f, (uint32_t)i, lengths[i], MNS_WW, MNS_WW);
    }
    add_ring(&f, 9, 7, MNS_WR, MNS_WW);
    mns_found_sort(&f.found);
    assert_int_equal(f.cycles.total[MNS_A_G0], 6);
    assert_int_equal(f.cycles.total[MNS_A_G1C], 1);
    assert_int_equal(f.cycles.count, 3);
    static const uint32_t kept[] = {2, 3, 7};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(f.cycles.items[i].length, kept[i]);
    }
    assert_int_equal(f.cycles.txns[f.cycles.items[1].first], 103);
    close_fixture(&f);
}

static void nothing_kept_is_counted(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, 0);
    add_ring(&f, 0, 2, MNS_WW, MNS_WW);
    assert_int_equal(f.cycles.count, 0);
    assert_int_equal(f.cycles.total[MNS_A_G0], 1);
    close_fixture(&f);
}

static void cycles_are_sorted_by_shape_length_and_id(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, 8);
    add_ring(&f, 1, 2, MNS_REALTIME, MNS_WW);
    add_ring(&f, 2, 2, MNS_RW, MNS_RW);
    add_ring(&f, 9, 3, MNS_WW, MNS_WW);
    add_ring(&f, 7, 3, MNS_WW, MNS_WW);
    add_ring(&f, 8, 2, MNS_PROCESS, MNS_WR);
    add_ring(&f, 5, 2, MNS_WW, MNS_WW);
    mns_found_sort(&f.found);
    static const uint32_t first[] = {105, 107, 109, 102, 108, 101};
    for (size_t i = 0; i < MNS_COUNT_OF(first); i++) {
        assert_int_equal(f.cycles.txns[f.cycles.items[i].first], first[i]);
    }
    close_fixture(&f);
}

/* Two components, 0..7 and 8..15; a G0 in the second. What G0 implies need not be looked for
 * there, what it does not imply must be. */
static void components_are_covered_by_what_implies(void **state) {
    (void)state;
    uint32_t of[2 * VERTICES];
    mns_components components = {.of = of, .count = 2};
    fixture f;
    open_fixture(&f, 8);
    add_ring(&f, 12, 2, MNS_WW, MNS_WW);
    static const struct {
        mns_anomaly anomaly;
        bool covered;
    } rows[] = {{MNS_A_G0, true},
                {MNS_A_G1C, true},
                {MNS_A_G0_REALTIME, true},
                {MNS_A_G_SINGLE_ITEM, false},
                {MNS_A_G2_ITEM, false}};
    for (int layered = 0; layered < 2; layered++) {
        mns_view view = {.graph = &f.graph, .layered = layered == 1};
        for (uint32_t s = 0; s < mns_view_states(&view); s++) {
            of[s] = mns_view_vertex(&view, s) < 8 ? 0 : 1;
        }
        for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
            bool covered[2] = {false, false};
            mns_found_cover(&f.found, &view, &components, rows[i].anomaly, covered);
            assert_int_equal(covered[1], rows[i].covered);
            assert_false(covered[0]);
        }
    }
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cycles_are_named_by_whole_vertices),
        cmocka_unit_test(the_shortest_are_kept),
        cmocka_unit_test(nothing_kept_is_counted),
        cmocka_unit_test(cycles_are_sorted_by_shape_length_and_id),
        cmocka_unit_test(components_are_covered_by_what_implies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
