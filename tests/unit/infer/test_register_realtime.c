/*
 * test_register_realtime.c - src/infer/register_realtime.c: orders of versions from real time, by
 * example and against all pairs of accesses.
 */
#include "unit/support/register_support.h"

#define REALTIME (1u << MNS_CLASS_SINGLE_REALTIME)
#define GIVEN (1u << MNS_CLASS_GIVEN)

static void what_had_completed_comes_first(void **state) {
    (void)state;
    register_expect_sources("0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2", "", REALTIME,
                            "x1<x2 realtime realtime");
    register_expect_sources("0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2", "linearizable",
                            GIVEN | REALTIME, "x1<x2 given realtime");
    /* A read of it will do, at either end. */
    register_expect_sources("0: wx1 / 1: wx2 / 2: rx / ok 2: rx1 / 3: rx / ok 3: rx2 / ok 0: wx1 / "
                            "ok 1: wx2",
                            "", REALTIME, "x1<x2 realtime realtime");
    register_expect_sources("0: wx1 / ok 0: wx1 / 1: wx2 / info 1: wx2 / 2: rx / ok 2: rx2", "",
                            REALTIME,
                            "x1<x2 realtime realtime"); /* it began later, that is enough */
    static const char *const none[] = {
        "0: wx1 / 1: wx2 / ok 0: wx1 / ok 1: wx2",   /* at the same time */
        "0: wx1 / ok 0: wx1 / 1: wy2 / ok 1: wy2",   /* another key */
        "0: wx1 / ok 0: wx1 / 1: wx2 / fail 1: wx2", /* did not happen */
        "0: wx1 / info 0: wx1 / 1: wx2 / ok 1: wx2", /* did it? */
        "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx1",    /* the same */
        "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx",     /* the cycle says it better */
        "0: rx / ok 0: rx / 1: wx1 / ok 1: wx1",     /* known anyway */
        "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx9",    /* never written */
        "ok 0: wx1 / ok 1: wx2",                     /* without invocations there is none */
        "0: wx1 / 2: rx / info 0: wx1 / 1: wx2 / ok 1: wx2 / ok 2: rx1", /* nothing follows info */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(none); i++) {
        register_expect_sources(none[i], "", REALTIME, "");
    }
}

static void what_follows_from_two_edges_is_not_drawn(void **state) {
    (void)state;
    register_expect_sources("0: wx1 / ok 0: wx1 / 0: wx2 / ok 0: wx2 / 0: wx3 / ok 0: wx3",
                            "linearizable", GIVEN, "x1<x2 given realtime, x2<x3 given realtime");
    /* Two at the same time, between two others. */
    register_expect_sources(
        "0: wx1 / ok 0: wx1 / 0: wx2 / 1: wx3 / ok 0: wx2 / ok 1: wx3 / 0: wx4 / "
        "ok 0: wx4",
        "linearizable", GIVEN,
        "x1<x2 given realtime, x1<x3 given realtime, x2<x4 given realtime, "
        "x3<x4 given realtime");
}

static void what_was_read_back_makes_a_cycle(void **state) {
    (void)state;
    static const char back[] = "0: wx1 / ok 0: wx1 / 0: wx2 / ok 0: wx2 / 0: rx / ok 0: rx1";
    register_expect_sources(back, "", REALTIME, "x1<x2 realtime realtime, x2<x1 realtime realtime");
    unit u;
    register_open(&u, back, "linearizable");
    assert_int_equal(u.observation.version_graph.cyclic_count, 1);
    unit_close(&u);
}

/* A stale read of the initial state is a cycle of transactions. No order leads through it, and the
 * others stay. */
static void stale_reads_of_nothing_hide_no_order(void **state) {
    (void)state;
    static const char stale[] =
        "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx / 2: wx2 / ok 2: wx2 / 1: rx / ok 1: rx1";
    register_expect_sources(stale, "", REALTIME,
                            "x1<x2 realtime realtime, x2<x1 realtime realtime");
    register_expect_sources("0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx / 2: wx2 / ok 2: wx2", "",
                            REALTIME, "x1<x2 realtime realtime");
    register_expect_sources("0: wx1 / 2: wx2 / ok 0: wx1 / 1: rx / ok 1: rx / ok 2: wx2", "",
                            REALTIME, ""); /* at the same time */
}

/* ---- Against the definition ----------------------------------------------------------------- */

/* Some transaction met u last and completed before some other that met v first was invoked. */
static void relate_realtime(const mns_observation *o, register_relation *full) {
    const mns_txns *t = &o->history->txns;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        for (uint32_t a = 0; a < t->count; a++) {
            for (uint32_t b = 0; b < t->count; b++) {
                uint32_t last, first, ignored;
                register_met(o, a, key, &ignored, &last);
                register_met(o, b, key, &first, &ignored);
                bool before = t->type[a] == MNS_TXN_OK && mns_txn_counts(o, b) &&
                              t->complete[a] < t->invoke[b];
                if (before && last != MNS_NONE && first != MNS_NONE && last != first) {
                    *register_precedes(full, last, first) = true;
                }
            }
        }
    }
}

typedef struct tally {
    uint32_t pairs, drawn, cycles;
} tally;

/* The edges drawn are in the full relation, and lead to all of it, unless it has cycles. (Of many
 * that follow at a time some are left out; with eight processes there are never so many.) */
static void compare(unit *u, mns_order_class level, tally *t) {
    mns_version_graph *r = &u->observation.version_graph;
    register_relation full = register_relation_of(r), drawn = register_relation_of(r);
    relate_realtime(&u->observation, &full);
    register_order_by(u, mns_order_by_realtime, level);
    bool cycle = false;
    for (size_t e = 0; e < r->edge_count; e++) {
        mns_version_edge edge = register_edge(r, e);
        assert_true(*register_precedes(&full, edge.from, edge.to));
        assert_true(level == MNS_CLASS_GIVEN || !mns_version_is_initial(r, edge.to));
    }
    register_add_edges(&drawn, r);
    register_add_initial(&drawn, r);
    register_add_initial(&full, r);
    register_close(&drawn);
    register_close(&full);
    for (uint32_t v = 0; v < r->count; v++) {
        cycle |= *register_precedes(&full, v, v);
    }
    t->cycles += cycle;
    t->drawn += (uint32_t)r->edge_count;
    for (uint32_t a = 0; a < r->count; a++) {
        for (uint32_t b = 0; b < r->count && !cycle; b++) {
            t->pairs += *register_precedes(&full, a, b);
            assert_int_equal(*register_precedes(&full, a, b), *register_precedes(&drawn, a, b));
        }
    }
    free(full.has);
    free(drawn.has);
}

static void compare_random(uint32_t rough, uint32_t processes, mns_order_class level, tally *t) {
    uint64_t random = 29;
    for (int round = 0; round < 100; round++) {
        unit u;
        char *notation =
            register_random_history(&random, 40, 1 + unit_random(&random, 3), processes, rough);
        register_open(&u, notation, "");
        compare(&u, level, t);
        unit_close(&u);
        free(notation);
    }
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    tally calm = {0}, wild = {0};
    compare_random(0, 3, MNS_CLASS_GIVEN, &calm);
    compare_random(0, 8, MNS_CLASS_GIVEN, &calm);
    compare_random(0, 8, MNS_CLASS_SINGLE_REALTIME, &calm);
    assert_int_equal(calm.cycles, 0); /* strict-serializable histories never have one */
    assert_true(calm.pairs > 50000 && calm.drawn < calm.pairs / 4);
    compare_random(3, 8, MNS_CLASS_GIVEN, &wild);
    compare_random(30, 8, MNS_CLASS_SINGLE_REALTIME, &wild);
    assert_true(wild.cycles > 50 && wild.pairs > 2000);
}

/* ---- Many at a time ------------------------------------------------------------------------- */

/* A thousand writes at a time, then a thousand more: a million pairs. */
static void crowds_stay_linear(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    mns_buf text;
    mns_buf_init(&text);
    for (unsigned wave = 0; wave < 2; wave++) {
        for (unsigned half = 0; half < 2; half++) {
            for (unsigned i = 0; i < COUNT; i++) {
                mns_buf_printf(&text, "%s%s%u: wx%u", text.size > 0 ? " / " : "",
                               half == 0 ? "" : "ok ", i, wave * COUNT + i + 1);
            }
        }
    }
    unit u;
    register_open(&u, text.data, "linearizable");
    const mns_version_graph *r = &u.observation.version_graph;
    assert_int_equal(r->count, 2 * COUNT + 1);
    assert_true(r->edge_count >= COUNT && r->edge_count <= 20 * COUNT);
    for (uint32_t v = 1; v <= COUNT; v++) { /* what is drawn is enough for each to be followed */
        assert_true(r->edge_first[v + 1] > r->edge_first[v]);
    }
    unit_close(&u);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_had_completed_comes_first),
        cmocka_unit_test(what_follows_from_two_edges_is_not_drawn),
        cmocka_unit_test(what_was_read_back_makes_a_cycle),
        cmocka_unit_test(stale_reads_of_nothing_hide_no_order),
        cmocka_unit_test(random_histories_follow_the_definition),
        cmocka_unit_test(crowds_stay_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
