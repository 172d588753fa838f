/*
 * test_register_cycles.c - src/infer/register_cycles.c: which keys have a cycle, that it is a
 * shortest one, what is dropped for it, and how long that takes.
 */
#include "core/grow.h"
#include "unit/support/register_support.h"

/* Versions of one key by number, the initial state first. */
typedef struct fixture {
    mns_key_orders k;
    mns_version_graph r;
} fixture;

static void open(fixture *f, uint32_t key, uint32_t base, uint32_t versions) {
    memset(f, 0, sizeof *f);
    f->k.key = key;
    f->k.base = base;
    f->k.end = base + versions;
}

static void release(fixture *f) {
    mns_key_orders_release(&f->k);
    mns_version_graph_release(&f->r);
}

static void add(fixture *f, uint32_t from, uint32_t to, mns_source_of_order source) {
    assert_true(mns_version_edge_add(&f->k, from, to, MNS_CLASS_GIVEN, source));
}

static void look(fixture *f, size_t added, mns_source_of_order source) {
    assert_true(mns_drop_cyclic_order(&f->k, added, source, &f->r));
}

/* "1<2 2<3" for the edges, in the order in which they were added. */
static void expect_edges(const fixture *f, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (size_t e = 0; e < f->k.edge_count; e++) {
        mns_buf_printf(&out, "%s%u<%u", e > 0 ? " " : "", (unsigned)f->k.edges[e].from,
                       (unsigned)f->k.edges[e].to);
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

/* "1 2 3, 7 8" for the cycles. */
static void expect_cycles(const fixture *f, const char *expected) {
    const mns_version_graph *r = &f->r;
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (size_t c = 0; c < r->cyclic_count; c++) {
        for (uint32_t i = 0; i < r->cyclic[c].count; i++) {
            uint32_t version = r->cycle[r->cyclic[c].first + i];
            assert_int_equal(r->cyclic[c].key, f->k.key);
            mns_buf_printf(&out, "%s%u", i > 0 ? " " : c > 0 ? ", " : "", (unsigned)version);
        }
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void no_cycle_no_case(void **state) {
    (void)state;
    fixture f;
    open(&f, 0, 0, 4);
    look(&f, 0, MNS_BY_PROCESS); /* no edges at all */
    add(&f, 1, 2, MNS_BY_PROCESS);
    add(&f, 1, 3, MNS_BY_PROCESS);
    add(&f, 2, 3, MNS_BY_PROCESS);
    look(&f, 0, MNS_BY_PROCESS);
    expect_cycles(&f, "");
    expect_edges(&f, "1<2 1<3 2<3");
    release(&f);
}

static void edges_may_lead_down_without_a_cycle(void **state) {
    (void)state;
    fixture f;
    open(&f, 0, 0, 4);
    add(&f, 3, 1, MNS_BY_PROCESS);
    add(&f, 1, 2, MNS_BY_PROCESS);
    look(&f, 0, MNS_BY_PROCESS);
    expect_cycles(&f, "");
    expect_edges(&f, "3<1 1<2");
    release(&f);
}

static void the_shortest_is_kept(void **state) {
    (void)state;
    fixture f;
    open(&f, 0, 0, 8);
    add(&f, 1, 2, MNS_BY_PROCESS);
    add(&f, 2, 3, MNS_BY_PROCESS);
    add(&f, 3, 1, MNS_BY_PROCESS);
    add(&f, 3, 4, MNS_BY_PROCESS);
    add(&f, 4, 5, MNS_BY_PROCESS);
    add(&f, 5, 4, MNS_BY_PROCESS);
    add(&f, 5, 6, MNS_BY_PROCESS); /* behind it */
    add(&f, 7, 1, MNS_BY_PROCESS); /* before it */
    look(&f, 0, MNS_BY_PROCESS);
    expect_cycles(&f, "4 5");
    assert_int_equal(f.r.cyclic[0].sources, 1u << MNS_BY_PROCESS);
    expect_edges(&f, "");
    release(&f);
}

/* The initial state precedes all others, so what leads to it is on a cycle. */
static void the_initial_state_comes_first(void **state) {
    (void)state;
    fixture f;
    open(&f, 3, 10, 4);
    add(&f, 12, 13, MNS_BY_PROCESS);
    add(&f, 13, 10, MNS_BY_PROCESS);
    look(&f, 0, MNS_BY_PROCESS);
    expect_cycles(&f, "10 13");
    release(&f);
}

/* The last source goes; others stay. */
static void only_the_last_source_goes(void **state) {
    (void)state;
    fixture f;
    open(&f, 1, 4, 4);
    add(&f, 5, 6, MNS_BY_WFR);
    look(&f, 0, MNS_BY_WFR);
    add(&f, 6, 5, MNS_BY_PROCESS);
    add(&f, 6, 7, MNS_BY_PROCESS);
    look(&f, 1, MNS_BY_PROCESS);
    expect_cycles(&f, "5 6");
    expect_edges(&f, "5<6");
    add(&f, 6, 5, MNS_BY_REALTIME); /* and again */
    look(&f, 1, MNS_BY_REALTIME);
    expect_cycles(&f, "5 6, 5 6");
    assert_int_equal(f.r.cyclic[0].sources, 1u << MNS_BY_PROCESS);
    assert_int_equal(f.r.cyclic[1].sources, 1u << MNS_BY_REALTIME);
    expect_edges(&f, "5<6");
    release(&f);
}

/* ---- Against all paths ---------------------------------------------------------------------- */

enum { FEW = 7 };

/* The shortest way from a version back to itself, by lengths of paths; 0 if there is none. */
static uint32_t shortest(const mns_key_orders *k) {
    uint32_t best = 0;
    for (uint32_t start = 0; start < FEW; start++) {
        uint32_t reached = 1u << start;
        for (uint32_t length = 1; length <= FEW && (best == 0 || length < best); length++) {
            uint32_t next = (reached & 1) != 0 ? (1u << FEW) - 2 : 0;
            for (size_t e = 0; e < k->edge_count; e++) {
                if ((reached >> (k->edges[e].from - k->base) & 1) != 0) {
                    next |= 1u << (k->edges[e].to - k->base);
                }
            }
            reached = next;
            best = (reached >> start & 1) != 0 ? length : best;
        }
    }
    return best;
}

static bool has_edge(const mns_version_edge *edges, size_t count, uint32_t from, uint32_t to) {
    for (size_t e = 0; e < count; e++) {
        if (edges[e].from == from && edges[e].to == to) {
            return true;
        }
    }
    return false;
}

/* Returns the length of the cycle, having checked that it is one; 0 if there is none. */
static uint32_t cycle_of(const fixture *f, const mns_version_edge *edges, size_t count) {
    const struct mns_cyclic_key *cycle = f->r.cyclic;
    if (f->r.cyclic_count == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < cycle->count; i++) {
        uint32_t from = f->r.cycle[cycle->first + i];
        uint32_t to = f->r.cycle[cycle->first + (i + 1) % cycle->count];
        assert_true(has_edge(edges, count, from, to) || (from == f->k.base && from != to));
    }
    return cycle->count;
}

static void random_edges_have_the_cycles_they_have(void **state) {
    (void)state;
    enum { MOST = 12 };
    uint64_t random = 41;
    uint32_t lengths[FEW + 1] = {0};
    for (int round = 0; round < 3000; round++) {
        fixture f;
        mns_version_edge edges[MOST];
        uint32_t base = unit_random(&random, 3) * FEW;
        open(&f, base / FEW, base, FEW);
        for (uint32_t i = unit_random(&random, MOST); i > 0; i--) {
            uint32_t from = base + 1 + unit_random(&random, FEW - 1);
            bool initial = unit_random(&random, 30) == 0;
            add(&f, from, initial ? base : base + 1 + unit_random(&random, FEW - 1),
                MNS_BY_PROCESS);
        }
        size_t count = f.k.edge_count;
        if (count > 0) {
            memcpy(edges, f.k.edges, count * sizeof *edges);
        }
        uint32_t expected = shortest(&f.k);
        lengths[expected]++;
        look(&f, 0, MNS_BY_PROCESS);
        assert_int_equal(cycle_of(&f, edges, count), expected);
        assert_int_equal(f.k.edge_count, expected == 0 ? count : 0);
        release(&f);
    }
    assert_true(lengths[0] > 500 && lengths[2] > 100 && lengths[3] > 50 && lengths[4] > 10);
}

/* ---- Hostile orders ------------------------------------------------------------------------- */

enum { MANY = 200000 };

/* A chain of versions that leads away from a cycle, towards smaller numbers or towards larger, to
 * nowhere or to another cycle: none of it is on one. */
static void long_ways_beside_a_cycle_stay_linear(void **state) {
    (void)state;
    for (int form = 0; form < 4; form++) {
        fixture f;
        open(&f, 0, 0, MANY);
        bool down = form % 2 == 0, closed = form / 2 == 1;
        for (uint32_t v = 3; v + 4 < MANY; v++) {
            add(&f, down ? v + 1 : v, down ? v : v + 1, MNS_BY_PROCESS);
        }
        add(&f, MANY - 1, MANY - 2, MNS_BY_PROCESS);
        add(&f, MANY - 2, MANY - 1, MNS_BY_PROCESS);
        add(&f, down ? MANY - 2 : MANY - 4, down ? MANY - 4 : MANY - 2, MNS_BY_PROCESS);
        if (closed) { /* three on the other side, so that the first is the shorter */
            add(&f, 1, 2, MNS_BY_PROCESS);
            add(&f, 2, 3, MNS_BY_PROCESS);
            add(&f, 3, 1, MNS_BY_PROCESS);
        }
        look(&f, 0, MNS_BY_PROCESS);
        assert_int_equal(f.r.cyclic_count, 1);
        assert_true(f.r.cyclic[0].count == 2 || (closed && f.r.cyclic[0].count == 3));
        release(&f);
    }
}

/* One cycle of everything, with ways across that are no shorter. */
static void one_long_cycle_stays_linear(void **state) {
    (void)state;
    fixture f;
    open(&f, 0, 0, MANY);
    for (uint32_t v = 1; v < MANY; v++) {
        add(&f, v, v + 1 < MANY ? v + 1 : 1, MNS_BY_PROCESS);
    }
    look(&f, 0, MNS_BY_PROCESS);
    assert_int_equal(f.r.cyclic_count, 1);
    assert_int_equal(f.r.cyclic[0].count, MANY - 1);
    release(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_cycle_no_case),
        cmocka_unit_test(edges_may_lead_down_without_a_cycle),
        cmocka_unit_test(the_shortest_is_kept),
        cmocka_unit_test(the_initial_state_comes_first),
        cmocka_unit_test(only_the_last_source_goes),
        cmocka_unit_test(random_edges_have_the_cycles_they_have),
        cmocka_unit_test(long_ways_beside_a_cycle_stay_linear),
        cmocka_unit_test(one_long_cycle_stays_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
