/*
 * test_register_circles.c - src/infer/register_circles.c: which keys have a circle, that it is a
 * shortest one, what is dropped for it, and how long that takes.
 */
#include "core/grow.h"
#include "unit/register_support.h"

/* Versions by number: `keys` keys of `each` versions, the initial state first. */
static void open(mns_registers *r, uint32_t keys, uint32_t each) {
    memset(r, 0, sizeof *r);
    r->count = keys * each;
    r->first = MNS_NEW_ARRAY(uint32_t, (size_t)keys + 1);
    r->key = MNS_NEW_ARRAY(uint32_t, r->count);
    assert_true(r->first != NULL && r->key != NULL);
    for (uint32_t v = 0; v < r->count; v++) {
        r->key[v] = v / each;
    }
    for (uint32_t k = 0; k <= keys; k++) {
        r->first[k] = k * each;
    }
}

static void add(mns_registers *r, uint32_t from, uint32_t to, mns_source_of_order source) {
    assert_true(mns_version_edge_add(r, from, to, MNS_LEVEL_GIVEN, source));
}

/* "1<2 2<3" for the edges, in the order in which they were added. */
static void expect_edges(const mns_registers *r, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (size_t e = 0; e < r->edge_count; e++) {
        mns_buf_printf(&out, "%s%u<%u", e > 0 ? " " : "", (unsigned)r->edges[e].from,
                       (unsigned)r->edges[e].to);
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

/* "1 2 3, 7 8" for the circles. */
static void expect_circles(const mns_registers *r, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (size_t c = 0; c < r->cyclic_count; c++) {
        for (uint32_t i = 0; i < r->cyclic[c].count; i++) {
            uint32_t version = r->cycle[r->cyclic[c].first + i];
            assert_int_equal(r->key[version], r->cyclic[c].key);
            mns_buf_printf(&out, "%s%u", i > 0 ? " " : c > 0 ? ", " : "", (unsigned)version);
        }
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

enum { PROCESS = 1u << MNS_BY_PROCESS, INITIAL = 1u << MNS_BY_INITIAL };

static void no_circle_no_case(void **state) {
    (void)state;
    mns_registers r;
    open(&r, 1, 4);
    assert_true(mns_version_circles(&r, 0, PROCESS)); /* no edges at all */
    add(&r, 1, 2, MNS_BY_PROCESS);
    add(&r, 1, 3, MNS_BY_PROCESS);
    add(&r, 2, 3, MNS_BY_PROCESS);
    assert_true(mns_version_circles(&r, 0, PROCESS));
    expect_circles(&r, "");
    expect_edges(&r, "1<2 1<3 2<3");
    mns_registers_release(&r);
}

static void the_shortest_is_kept(void **state) {
    (void)state;
    mns_registers r;
    open(&r, 1, 8);
    add(&r, 1, 2, MNS_BY_PROCESS);
    add(&r, 2, 3, MNS_BY_PROCESS);
    add(&r, 3, 1, MNS_BY_PROCESS);
    add(&r, 3, 4, MNS_BY_PROCESS);
    add(&r, 4, 5, MNS_BY_PROCESS);
    add(&r, 5, 4, MNS_BY_PROCESS);
    add(&r, 5, 6, MNS_BY_PROCESS); /* behind it */
    add(&r, 7, 1, MNS_BY_PROCESS); /* before it */
    assert_true(mns_version_circles(&r, 0, PROCESS));
    expect_circles(&r, "4 5");
    assert_int_equal(r.cyclic[0].sources, PROCESS);
    expect_edges(&r, "");
    mns_registers_release(&r);
}

/* The initial state precedes all others, so what leads to it is on a circle. */
static void the_initial_state_comes_first(void **state) {
    (void)state;
    mns_registers r;
    open(&r, 1, 4);
    add(&r, 2, 3, MNS_BY_PROCESS);
    add(&r, 3, 0, MNS_BY_PROCESS);
    assert_true(mns_version_circles(&r, 0, PROCESS | INITIAL));
    expect_circles(&r, "0 3");
    mns_registers_release(&r);
}

/* Of a key with a circle the last source goes; other keys and other sources stay. */
static void only_the_last_source_of_that_key_goes(void **state) {
    (void)state;
    mns_registers r;
    open(&r, 3, 4);
    add(&r, 1, 2, MNS_BY_WFR);
    add(&r, 5, 6, MNS_BY_WFR);
    add(&r, 9, 10, MNS_BY_WFR);
    add(&r, 2, 1, MNS_BY_PROCESS);
    add(&r, 2, 3, MNS_BY_PROCESS);
    add(&r, 6, 7, MNS_BY_PROCESS);
    add(&r, 10, 11, MNS_BY_PROCESS);
    add(&r, 11, 10, MNS_BY_PROCESS);
    assert_true(mns_version_circles(&r, 3, 7));
    expect_circles(&r, "1 2, 10 11");
    expect_edges(&r, "1<2 5<6 9<10 6<7");
    size_t added = r.edge_count;
    add(&r, 2, 1, MNS_BY_REALTIME); /* and again */
    add(&r, 6, 5, MNS_BY_REALTIME);
    assert_true(mns_version_circles(&r, added, 15));
    expect_circles(&r, "1 2, 10 11, 1 2, 5 6");
    assert_int_equal(r.cyclic[1].sources, 7);
    assert_int_equal(r.cyclic[3].sources, 15);
    expect_edges(&r, "1<2 5<6 9<10 6<7");
    mns_registers_release(&r);
}

/* ---- Against all paths ---------------------------------------------------------------------- */

enum { FEW = 7 };

/* The shortest way from a version back to itself, by lengths of paths; 0 if there is none. */
static uint32_t shortest(const mns_registers *r, uint32_t first, uint32_t end) {
    uint32_t best = 0;
    for (uint32_t start = first; start < end; start++) {
        uint32_t reached = 1u << (start - first);
        for (uint32_t length = 1; length <= end - first && (best == 0 || length < best); length++) {
            uint32_t next = 0;
            for (size_t e = 0; e < r->edge_count; e++) {
                bool own = r->edges[e].from >= first && r->edges[e].from < end;
                if (own && (reached >> (r->edges[e].from - first) & 1) != 0) {
                    next |= 1u << (r->edges[e].to - first);
                }
            }
            next |= (reached & 1) != 0 ? (1u << (end - first)) - 2 : 0;
            reached = next;
            best = (reached >> (start - first) & 1) != 0 ? length : best;
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

/* Returns the length of the circle of a key, having checked that it is one; 0 if it has none. */
static uint32_t circle_of(const mns_registers *r, const mns_version_edge *edges, size_t count,
                          uint32_t key) {
    for (size_t c = 0; c < r->cyclic_count; c++) {
        const struct mns_cyclic_key *circle = &r->cyclic[c];
        for (uint32_t i = 0; i < circle->count && circle->key == key; i++) {
            uint32_t from = r->cycle[circle->first + i];
            uint32_t to = r->cycle[circle->first + (i + 1) % circle->count];
            assert_true(has_edge(edges, count, from, to) ||
                        (mns_version_is_initial(r, from) && from != to));
        }
        if (circle->key == key) {
            return circle->count;
        }
    }
    return 0;
}

static void random_edges_have_the_circles_they_have(void **state) {
    (void)state;
    enum { KEYS = 3, MOST = 30 };
    uint64_t random = 41;
    uint32_t lengths[FEW + 1] = {0};
    for (int round = 0; round < 1000; round++) {
        mns_registers r;
        mns_version_edge edges[MOST];
        open(&r, KEYS, FEW);
        for (uint32_t i = unit_random(&random, MOST); i > 0; i--) {
            uint32_t key = unit_random(&random, KEYS) * FEW;
            uint32_t from = key + 1 + unit_random(&random, FEW - 1);
            bool initial = unit_random(&random, 30) == 0;
            add(&r, from, initial ? key : key + 1 + unit_random(&random, FEW - 1), MNS_BY_PROCESS);
        }
        size_t count = r.edge_count;
        if (count > 0) {
            memcpy(edges, r.edges, count * sizeof *edges);
        }
        uint32_t expected[KEYS];
        for (uint32_t k = 0; k < KEYS; k++) {
            expected[k] = shortest(&r, k * FEW, (k + 1) * FEW);
            lengths[expected[k]]++;
        }
        assert_true(mns_version_circles(&r, 0, PROCESS));
        for (uint32_t k = 0; k < KEYS; k++) {
            assert_int_equal(circle_of(&r, edges, count, k), expected[k]);
            for (size_t e = 0; e < count; e++) {
                bool kept = has_edge(r.edges, r.edge_count, edges[e].from, edges[e].to);
                assert_true(r.key[edges[e].from] != k || kept == (expected[k] == 0));
            }
        }
        mns_registers_release(&r);
    }
    assert_true(lengths[0] > 500 && lengths[2] > 100 && lengths[3] > 50 && lengths[4] > 10);
}

/* ---- Hostile orders ------------------------------------------------------------------------- */

enum { MANY = 200000 };

/* A chain of versions that leads away from a circle, towards smaller numbers or towards larger, to
 * nowhere or to another circle: none of it is on one. */
static void long_ways_beside_a_circle_stay_linear(void **state) {
    (void)state;
    for (int form = 0; form < 4; form++) {
        mns_registers r;
        open(&r, 1, MANY);
        bool down = form % 2 == 0, closed = form / 2 == 1;
        for (uint32_t v = 3; v + 4 < MANY; v++) {
            add(&r, down ? v + 1 : v, down ? v : v + 1, MNS_BY_PROCESS);
        }
        add(&r, MANY - 1, MANY - 2, MNS_BY_PROCESS);
        add(&r, MANY - 2, MANY - 1, MNS_BY_PROCESS);
        add(&r, down ? MANY - 2 : MANY - 4, down ? MANY - 4 : MANY - 2, MNS_BY_PROCESS);
        if (closed) { /* three on the other side, so that the first is the shorter */
            add(&r, 1, 2, MNS_BY_PROCESS);
            add(&r, 2, 3, MNS_BY_PROCESS);
            add(&r, 3, 1, MNS_BY_PROCESS);
        }
        assert_true(mns_version_circles(&r, 0, PROCESS));
        assert_int_equal(r.cyclic_count, 1);
        assert_true(r.cyclic[0].count == 2 || (closed && r.cyclic[0].count == 3));
        mns_registers_release(&r);
    }
}

/* One circle of everything, with ways across that are no shorter. */
static void one_long_circle_stays_linear(void **state) {
    (void)state;
    mns_registers r;
    open(&r, 1, MANY);
    for (uint32_t v = 1; v < MANY; v++) {
        add(&r, v, v + 1 < MANY ? v + 1 : 1, MNS_BY_PROCESS);
    }
    assert_true(mns_version_circles(&r, 0, PROCESS));
    assert_int_equal(r.cyclic_count, 1);
    assert_int_equal(r.cyclic[0].count, MANY - 1);
    mns_registers_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_circle_no_case),
        cmocka_unit_test(the_shortest_is_kept),
        cmocka_unit_test(the_initial_state_comes_first),
        cmocka_unit_test(only_the_last_source_of_that_key_goes),
        cmocka_unit_test(random_edges_have_the_circles_they_have),
        cmocka_unit_test(long_ways_beside_a_circle_stay_linear),
        cmocka_unit_test(one_long_circle_stays_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
