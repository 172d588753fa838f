/*
 * test_register_edges.c - src/infer/register_edges.c: edges between versions, which of them say
 * enough, and what dependency each becomes.
 */
#include "core/grow.h"
#include "unit/support/register_support.h"

/* Versions of two keys: x_ 0, x 1 to 4; y_ 5, y 6 and 7. Edges by lemma are added to those that are
 * kept already, others are kept key by key. */
typedef struct fixture {
    mns_version_graph r;
    mns_key_orders key[2];
    mns_version_edge by_lemma[64];
    size_t lemmas;
} fixture;

static void open(fixture *f) {
    static const fixture blank = {.key = {{.base = 0, .end = 5}, {.base = 5, .end = 8}}};
    *f = blank;
    f->r.count = 8;
    f->r.edge_first = MNS_NEW_ARRAY(uint32_t, 9);
    f->r.lemmas = MNS_NEW_ARRAY(mns_lemma, MNS_COUNT_OF(f->by_lemma));
    assert_true(f->r.edge_first != NULL && f->r.lemmas != NULL);
}

static void release(fixture *f) {
    mns_key_orders_release(&f->key[0]);
    mns_key_orders_release(&f->key[1]);
    mns_version_graph_release(&f->r);
}

static void add(fixture *f, uint32_t from, uint32_t to, mns_order_class level,
                mns_source_of_order source) {
    if (source != MNS_BY_LEMMA) {
        assert_true(mns_version_edge_add(&f->key[from >= 5], from, to, level, source));
        return;
    }
    assert_true(f->r.lemma_count < MNS_COUNT_OF(f->by_lemma));
    f->r.lemmas[f->r.lemma_count] =
        (mns_lemma){.from = from, .to = to, .order_class = (uint8_t)level};
    f->by_lemma[f->lemmas++] = (mns_version_edge){.from = from,
                                                  .to = to,
                                                  .lemma = (uint32_t)f->r.lemma_count++,
                                                  .order_class = (uint8_t)level,
                                                  .source = MNS_BY_LEMMA};
}

static void keep(fixture *f) {
    f->r.edge_count = 0;
    assert_true(mns_version_edges_keep(&f->key[0], &f->r));
    assert_true(mns_version_edges_keep(&f->key[1], &f->r));
}

static void merge(fixture *f) {
    assert_true(mns_version_edges_merge(&f->r, f->by_lemma, f->lemmas));
    f->lemmas = 0;
}

/* "1<2 given wfr" for each edge. */
static void expect(fixture *f, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (uint32_t v = 0; v < f->r.count; v++) {
        for (uint32_t i = f->r.edge_first[v]; i < f->r.edge_first[v + 1]; i++) {
            mns_version_edge e = mns_version_edge_at(&f->r, v, i);
            mns_buf_printf(&out, "%s%u<%u %s %s", out.size > 0 ? ", " : "", (unsigned)e.from,
                           (unsigned)e.to, register_levels[e.order_class],
                           register_sources[e.source]);
            assert_true(e.lemma == MNS_NONE || f->r.lemmas[e.lemma].to == e.to);
        }
    }
    assert_int_equal(f->r.edge_first[0], 0);
    assert_int_equal(f->r.edge_first[f->r.count], f->r.edge_count);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void edges_are_sorted_and_found_by_version(void **state) {
    (void)state;
    fixture f;
    open(&f);
    keep(&f);
    expect(&f, "");
    add(&f, 7, 6, MNS_CLASS_GIVEN, MNS_BY_PROCESS);
    add(&f, 1, 3, MNS_CLASS_GIVEN, MNS_BY_PROCESS);
    add(&f, 1, 2, MNS_CLASS_WWR, MNS_BY_WFR);
    keep(&f);
    expect(&f, "1<2 wwr wfr, 1<3 given process, 7<6 given process");
    add(&f, 1, 1, MNS_CLASS_GIVEN, MNS_BY_PROCESS); /* to itself */
    add(&f, 0, 2, MNS_CLASS_GIVEN, MNS_BY_PROCESS); /* from the initial state: known anyway */
    add(&f, 2, 0, MNS_CLASS_GIVEN, MNS_BY_PROCESS); /* into it: a cycle, which is for others */
    keep(&f);
    expect(&f, "1<2 wwr wfr, 1<3 given process, 2<0 given process, 7<6 given process");
    release(&f);
}

static void lemmas_find_their_places(void **state) {
    (void)state;
    fixture f;
    open(&f);
    add(&f, 1, 3, MNS_CLASS_SINGLE_PROCESS, MNS_BY_PROCESS);
    add(&f, 2, 3, MNS_CLASS_SINGLE_PROCESS, MNS_BY_PROCESS);
    add(&f, 7, 6, MNS_CLASS_SINGLE_PROCESS, MNS_BY_PROCESS);
    keep(&f);
    merge(&f); /* none */
    expect(&f, "1<3 process process, 2<3 process process, 7<6 process process");
    add(&f, 6, 7, MNS_CLASS_ITEM, MNS_BY_LEMMA);
    add(&f, 2, 4, MNS_CLASS_ITEM, MNS_BY_LEMMA);
    add(&f, 2, 1, MNS_CLASS_ITEM, MNS_BY_LEMMA);
    add(&f, 2, 4, MNS_CLASS_ITEM, MNS_BY_LEMMA); /* again: the earlier one stays */
    merge(&f);
    expect(&f, "1<3 process process, 2<1 item lemma, 2<3 process process, 2<4 item lemma, "
               "6<7 item lemma, 7<6 process process");
    assert_int_equal(mns_version_edge_at(&f.r, 2, f.r.edge_first[2] + 2).lemma, 1);
    add(&f, 2, 3, MNS_CLASS_SINGLE, MNS_BY_LEMMA);
    add(&f, 2, 4, MNS_CLASS_WWR, MNS_BY_LEMMA);
    merge(&f);
    expect(&f, "1<3 process process, 2<1 item lemma, 2<3 single lemma, 2<4 wwr lemma, "
               "6<7 item lemma, 7<6 process process");
    release(&f);
}

static void of_two_that_say_the_same_the_better_stays(void **state) {
    (void)state;
    static const struct {
        mns_order_class kept, other;
        bool covered; /* the other is then not needed */
    } pairs[] = {
        {MNS_CLASS_GIVEN, MNS_CLASS_WWR, true},
        {MNS_CLASS_GIVEN, MNS_CLASS_ITEM_REALTIME, true},
        {MNS_CLASS_WWR, MNS_CLASS_SINGLE, true},
        {MNS_CLASS_WWR, MNS_CLASS_WWR_PROCESS, true},
        {MNS_CLASS_SINGLE, MNS_CLASS_NONADJACENT, true},
        {MNS_CLASS_NONADJACENT, MNS_CLASS_ITEM, true},
        {MNS_CLASS_NONADJACENT, MNS_CLASS_NONADJACENT_PROCESS, true},
        {MNS_CLASS_NONADJACENT, MNS_CLASS_SINGLE_PROCESS, false},
        {MNS_CLASS_SINGLE, MNS_CLASS_SINGLE_PROCESS, true},
        {MNS_CLASS_SINGLE, MNS_CLASS_WWR_PROCESS, false},
        {MNS_CLASS_SINGLE, MNS_CLASS_SINGLE_REALTIME, true},
        {MNS_CLASS_ITEM, MNS_CLASS_ITEM, true},
        {MNS_CLASS_ITEM, MNS_CLASS_SINGLE_PROCESS, false},
        {MNS_CLASS_ITEM, MNS_CLASS_ITEM_REALTIME, true},
        {MNS_CLASS_WWR_PROCESS, MNS_CLASS_SINGLE_PROCESS, true},
        {MNS_CLASS_WWR_PROCESS, MNS_CLASS_WWR_REALTIME, false},
        {MNS_CLASS_SINGLE_PROCESS, MNS_CLASS_ITEM_REALTIME, false},
        {MNS_CLASS_NONADJACENT_REALTIME, MNS_CLASS_ITEM_REALTIME, true},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        fixture f;
        char expected[100];
        open(&f);
        add(&f, 1, 2, pairs[i].other, MNS_BY_PROCESS);
        add(&f, 1, 2, pairs[i].kept, MNS_BY_WFR);
        keep(&f);
        snprintf(expected, sizeof expected, "1<2 %s wfr", register_levels[pairs[i].kept]);
        if (!pairs[i].covered) {
            size_t size = strlen(expected);
            snprintf(expected + size, sizeof expected - size, ", 1<2 %s process",
                     register_levels[pairs[i].other]);
        }
        expect(&f, expected);
        release(&f);
    }
}

static void several_ways_may_all_be_needed(void **state) {
    (void)state;
    fixture f;
    open(&f);
    add(&f, 1, 2, MNS_CLASS_SINGLE_REALTIME, MNS_BY_REALTIME);
    add(&f, 1, 2, MNS_CLASS_SINGLE_REALTIME, MNS_BY_REALTIME);
    add(&f, 1, 2, MNS_CLASS_SINGLE_PROCESS, MNS_BY_PROCESS);
    add(&f, 1, 2, MNS_CLASS_ITEM, MNS_BY_LEMMA);
    add(&f, 1, 2, MNS_CLASS_SINGLE_PROCESS, MNS_BY_PROCESS);
    add(&f, 1, 2, MNS_CLASS_ITEM, MNS_BY_LEMMA);
    keep(&f);
    merge(&f);
    expect(&f, "1<2 item lemma, 1<2 process process, 1<2 realtime realtime");
    add(&f, 1, 2, MNS_CLASS_SINGLE, MNS_BY_LEMMA); /* as good as all three */
    merge(&f);
    expect(&f, "1<2 single lemma");
    release(&f);
}

static void of_equal_levels_the_first_source_stays(void **state) {
    (void)state;
    fixture f;
    open(&f);
    add(&f, 1, 2, MNS_CLASS_GIVEN, MNS_BY_REALTIME);
    add(&f, 1, 2, MNS_CLASS_GIVEN, MNS_BY_VERSIONS);
    add(&f, 3, 4, MNS_CLASS_WWR, MNS_BY_LEMMA);
    add(&f, 3, 4, MNS_CLASS_WWR, MNS_BY_WFR);
    keep(&f);
    merge(&f);
    expect(&f, "1<2 given versions, 3<4 wwr wfr");
    release(&f);
}

/* Every form, with every order: a class of cycle implies those of a greater form, and those with
 * steps of process order or real time besides. */
static bool is_covered(const bool *has, int level) {
    for (int l = 0; l < MNS_CLASS_COUNT; l++) {
        int form = (l - 1) % 4, order = (l - 1) / 4;
        bool implies = l == MNS_CLASS_GIVEN ||
                       (form <= (level - 1) % 4 && (order == 0 || order == (level - 1) / 4));
        if (l != level && level != MNS_CLASS_GIVEN && has[l] && implies) {
            return true;
        }
    }
    return false;
}

/* The same as trying all pairs of edges. */
static void random_edges_are_kept_by_the_definition(void **state) {
    (void)state;
    uint64_t random = 17;
    for (int round = 0; round < 300; round++) {
        bool has[8][8][MNS_CLASS_COUNT] = {{{false}}};
        fixture f;
        open(&f);
        for (uint32_t i = unit_random(&random, 40); i > 0; i--) {
            uint32_t from = 1 + unit_random(&random, 4), to = 1 + unit_random(&random, 4);
            mns_order_class level = (mns_order_class)unit_random(&random, MNS_CLASS_COUNT);
            bool lemma = from != to && unit_random(&random, 2) == 0;
            add(&f, from, to, level, lemma ? MNS_BY_LEMMA : MNS_BY_PROCESS);
            has[from][to][level] |= from != to;
        }
        keep(&f);
        merge(&f);
        size_t expected = 0;
        for (uint32_t from = 1; from <= 4; from++) {
            for (uint32_t to = 1; to <= 4; to++) {
                for (int level = 0; level < MNS_CLASS_COUNT; level++) {
                    expected += has[from][to][level] && !is_covered(has[from][to], level);
                }
            }
        }
        assert_int_equal(f.r.edge_count, expected);
        for (size_t i = 0; i < f.r.edge_count; i++) {
            mns_version_edge e = register_edge(&f.r, i);
            assert_true(has[e.from][e.to][e.order_class]);
        }
        release(&f);
    }
}

/* ---- Kinds ---------------------------------------------------------------------------------- */

static void the_level_makes_the_kind(void **state) {
    (void)state;
    static const struct {
        mns_order_class order_class;
        mns_kind ww, rw;
    } rows[] = {
        {MNS_CLASS_GIVEN, MNS_WW, MNS_RW},
        {MNS_CLASS_WWR, MNS_WW_OPEN, MNS_RW},
        {MNS_CLASS_SINGLE, MNS_WW_SINGLE, MNS_RW},
        {MNS_CLASS_NONADJACENT, MNS_WW_NONADJACENT, MNS_RW_NONADJACENT},
        {MNS_CLASS_ITEM, MNS_WW_ITEM, MNS_RW_ITEM},
        {MNS_CLASS_WWR_PROCESS, MNS_WW_OPEN_PROCESS, MNS_RW_PROCESS},
        {MNS_CLASS_SINGLE_PROCESS, MNS_WW_PROCESS, MNS_RW_PROCESS},
        {MNS_CLASS_NONADJACENT_PROCESS, MNS_WW_NONADJACENT_PROCESS, MNS_RW_NONADJACENT_PROCESS},
        {MNS_CLASS_ITEM_PROCESS, MNS_WW_ITEM_PROCESS, MNS_RW_ITEM_PROCESS},
        {MNS_CLASS_WWR_REALTIME, MNS_WW_OPEN_REALTIME, MNS_RW_REALTIME},
        {MNS_CLASS_SINGLE_REALTIME, MNS_WW_REALTIME, MNS_RW_REALTIME},
        {MNS_CLASS_NONADJACENT_REALTIME, MNS_WW_NONADJACENT_REALTIME, MNS_RW_NONADJACENT_REALTIME},
        {MNS_CLASS_ITEM_REALTIME, MNS_WW_ITEM_REALTIME, MNS_RW_ITEM_REALTIME}};
    unit u;
    register_open(&u, "ok 0: wx1 / ok 1: wx2", "");
    assert_int_equal(MNS_COUNT_OF(rows), MNS_CLASS_COUNT);
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_version_edge edge = {.from = 1, .to = 2, .order_class = (uint8_t)rows[i].order_class};
        assert_int_equal(mns_version_edge_ww(&u.observation, &edge), rows[i].ww);
        assert_int_equal(mns_version_edge_rw(&edge), rows[i].rw);
        if (rows[i].order_class != MNS_CLASS_GIVEN) { /* both are of the level's class, or above */
            mns_form form = mns_order_class_form(rows[i].order_class);
            mns_order order = mns_order_class_order(rows[i].order_class);
            assert_int_equal(mns_order_class_of(form, order), rows[i].order_class);
            assert_int_equal(mns_kind_form(rows[i].ww), form);
            assert_int_equal(mns_kind_order(rows[i].ww), order);
            assert_int_equal(mns_kind_form(rows[i].rw),
                             form == MNS_FORM_WWR ? MNS_FORM_SINGLE : form);
            assert_int_equal(mns_kind_order(rows[i].rw), order);
        }
    }
    unit_close(&u);
}

static mns_kind given_ww(const char *notation) {
    unit u;
    register_open(&u, notation, "");
    mns_version_edge edge = {.from = register_version(&u, "x1"), .to = register_version(&u, "x2")};
    mns_kind kind = mns_version_edge_ww(&u.observation, &edge);
    unit_close(&u);
    return kind;
}

/* An unseen write of a transaction that may have been rolled back makes no G0. */
static void unseen_writes_of_info_transactions_are_open(void **state) {
    (void)state;
    assert_int_equal(given_ww("ok 0: wx1 / ok 1: wx2"), MNS_WW);
    assert_int_equal(given_ww("ok 0: wx1 / info 1: wx2 wy1 / ok 2: ry1"), MNS_WW_OPEN);
    assert_int_equal(given_ww("info 0: wx1 wy1 / ok 1: wx2 / ok 2: ry1"), MNS_WW_OPEN);
    assert_int_equal(given_ww("ok 0: wx1 / info 1: wx2 / ok 2: rx2"), MNS_WW);
    assert_int_equal(given_ww("info 0: wx1 / ok 1: wx2 / ok 2: rx1"), MNS_WW);
    /* A read after a write of its own is as good as any. */
    assert_int_equal(given_ww("ok 0: wx1 / info 1: wx2 / ok 2: wx3 rx2"), MNS_WW);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_sorted_and_found_by_version),
        cmocka_unit_test(lemmas_find_their_places),
        cmocka_unit_test(of_two_that_say_the_same_the_better_stays),
        cmocka_unit_test(several_ways_may_all_be_needed),
        cmocka_unit_test(of_equal_levels_the_first_source_stays),
        cmocka_unit_test(random_edges_are_kept_by_the_definition),
        cmocka_unit_test(the_level_makes_the_kind),
        cmocka_unit_test(unseen_writes_of_info_transactions_are_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
