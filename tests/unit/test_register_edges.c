/*
 * test_register_edges.c - src/infer/register_edges.c: edges between versions, which of them say
 * enough, what dependency each becomes, and what a transaction meets.
 */
#include "core/grow.h"
#include "unit/register_support.h"

/* Versions of two keys: x_ 0, x 1 to 4; y_ 5, y 6 and 7. */
typedef struct fixture {
    mns_registers r;
    uint32_t first[3], key[8];
} fixture;

static void open(fixture *f) {
    static const fixture blank = {.first = {0, 5, 8}, .key = {0, 0, 0, 0, 0, 1, 1, 1}};
    *f = blank;
    f->r.first = f->first;
    f->r.key = f->key;
    f->r.count = 8;
}

static void release(fixture *f) {
    free(f->r.edges);
    free(f->r.edge_first);
}

static void add(fixture *f, uint32_t from, uint32_t to, mns_level level,
                mns_source_of_order source) {
    assert_true(mns_version_edge_add(&f->r, from, to, level, source));
}

/* "1<2 given wfr" for each edge, after indexing. */
static void expect(fixture *f, const char *expected) {
    assert_true(mns_version_edges_index(&f->r));
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (uint32_t v = 0; v < f->r.count; v++) {
        for (uint64_t i = f->r.edge_first[v]; i < f->r.edge_first[v + 1]; i++) {
            const mns_version_edge *e = &f->r.edges[i];
            assert_int_equal(e->from, v);
            mns_buf_printf(&out, "%s%u<%u %s %s", out.size > 0 ? ", " : "", (unsigned)e->from,
                           (unsigned)e->to, register_levels[e->level], register_sources[e->source]);
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
    expect(&f, "");
    add(&f, 7, 6, MNS_LEVEL_GIVEN, MNS_BY_PROCESS);
    add(&f, 1, 3, MNS_LEVEL_GIVEN, MNS_BY_PROCESS);
    add(&f, 1, 2, MNS_LEVEL_WWR, MNS_BY_WFR);
    expect(&f, "1<2 wwr wfr, 1<3 given process, 7<6 given process");
    add(&f, 1, 1, MNS_LEVEL_GIVEN, MNS_BY_PROCESS); /* to itself */
    add(&f, 0, 2, MNS_LEVEL_GIVEN, MNS_BY_PROCESS); /* from the initial state: known anyway */
    add(&f, 2, 0, MNS_LEVEL_GIVEN, MNS_BY_PROCESS); /* into it: a circle, which is for others */
    expect(&f, "1<2 wwr wfr, 1<3 given process, 2<0 given process, 7<6 given process");
    release(&f);
}

static void of_two_that_say_the_same_the_better_stays(void **state) {
    (void)state;
    static const struct {
        mns_level kept, other;
        bool covered; /* the other is then not needed */
    } pairs[] = {
        {MNS_LEVEL_GIVEN, MNS_LEVEL_WWR, true},         {MNS_LEVEL_GIVEN, MNS_LEVEL_REALTIME, true},
        {MNS_LEVEL_WWR, MNS_LEVEL_SINGLE, true},        {MNS_LEVEL_WWR, MNS_LEVEL_PROCESS, true},
        {MNS_LEVEL_SINGLE, MNS_LEVEL_ITEM, true},       {MNS_LEVEL_SINGLE, MNS_LEVEL_PROCESS, true},
        {MNS_LEVEL_SINGLE, MNS_LEVEL_REALTIME, true},   {MNS_LEVEL_ITEM, MNS_LEVEL_ITEM, true},
        {MNS_LEVEL_ITEM, MNS_LEVEL_PROCESS, false},     {MNS_LEVEL_ITEM, MNS_LEVEL_REALTIME, false},
        {MNS_LEVEL_PROCESS, MNS_LEVEL_REALTIME, false},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        fixture f;
        char expected[100];
        open(&f);
        add(&f, 1, 2, pairs[i].other, MNS_BY_PROCESS);
        add(&f, 1, 2, pairs[i].kept, MNS_BY_WFR);
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

static void three_ways_may_all_be_needed(void **state) {
    (void)state;
    fixture f;
    open(&f);
    add(&f, 1, 2, MNS_LEVEL_REALTIME, MNS_BY_REALTIME);
    add(&f, 1, 2, MNS_LEVEL_REALTIME, MNS_BY_REALTIME);
    add(&f, 1, 2, MNS_LEVEL_PROCESS, MNS_BY_PROCESS);
    add(&f, 1, 2, MNS_LEVEL_ITEM, MNS_BY_LEMMA);
    add(&f, 1, 2, MNS_LEVEL_PROCESS, MNS_BY_PROCESS);
    add(&f, 1, 2, MNS_LEVEL_ITEM, MNS_BY_LEMMA);
    expect(&f, "1<2 item lemma, 1<2 process process, 1<2 realtime realtime");
    add(&f, 1, 2, MNS_LEVEL_SINGLE, MNS_BY_LEMMA); /* as good as all three */
    expect(&f, "1<2 single lemma");
    release(&f);
}

static void of_equal_levels_the_first_source_stays(void **state) {
    (void)state;
    fixture f;
    open(&f);
    add(&f, 1, 2, MNS_LEVEL_GIVEN, MNS_BY_REALTIME);
    add(&f, 1, 2, MNS_LEVEL_GIVEN, MNS_BY_VERSIONS);
    add(&f, 3, 4, MNS_LEVEL_WWR, MNS_BY_LEMMA);
    add(&f, 3, 4, MNS_LEVEL_WWR, MNS_BY_WFR);
    expect(&f, "1<2 given versions, 3<4 wwr wfr");
    release(&f);
}

/* The same as trying all pairs of edges. */
static void random_edges_are_kept_by_the_definition(void **state) {
    (void)state;
    uint64_t random = 17;
    for (int round = 0; round < 300; round++) {
        bool has[8][8][MNS_LEVEL_COUNT] = {{{false}}};
        fixture f;
        open(&f);
        for (uint32_t i = unit_random(&random, 40); i > 0; i--) {
            uint32_t from = 1 + unit_random(&random, 4), to = 1 + unit_random(&random, 4);
            mns_level level = (mns_level)unit_random(&random, MNS_LEVEL_COUNT);
            add(&f, from, to, level, MNS_BY_PROCESS);
            has[from][to][level] = from != to;
        }
        assert_true(mns_version_edges_index(&f.r));
        size_t expected = 0;
        for (uint32_t from = 1; from <= 4; from++) {
            for (uint32_t to = 1; to <= 4; to++) {
                const bool *h = has[from][to];
                bool ladder = h[MNS_LEVEL_GIVEN] || h[MNS_LEVEL_WWR] || h[MNS_LEVEL_SINGLE];
                expected += ladder ? 1u
                                   : (unsigned)h[MNS_LEVEL_ITEM] + h[MNS_LEVEL_PROCESS] +
                                         h[MNS_LEVEL_REALTIME];
            }
        }
        assert_int_equal(f.r.edge_count, expected);
        for (size_t i = 0; i < f.r.edge_count; i++) {
            assert_true(has[f.r.edges[i].from][f.r.edges[i].to][f.r.edges[i].level]);
        }
        release(&f);
    }
}

/* ---- Kinds ---------------------------------------------------------------------------------- */

static void the_level_makes_the_kind(void **state) {
    (void)state;
    static const struct {
        mns_level level;
        mns_kind ww, rw;
    } rows[] = {{MNS_LEVEL_GIVEN, MNS_WW, MNS_RW},
                {MNS_LEVEL_WWR, MNS_WW_OPEN, MNS_RW},
                {MNS_LEVEL_SINGLE, MNS_WW_SINGLE, MNS_RW},
                {MNS_LEVEL_ITEM, MNS_WW_ITEM, MNS_RW_ITEM},
                {MNS_LEVEL_PROCESS, MNS_WW_PROCESS, MNS_RW_PROCESS},
                {MNS_LEVEL_REALTIME, MNS_WW_REALTIME, MNS_RW_REALTIME}};
    unit u;
    register_open(&u, "ok 0: wx1 / ok 1: wx2", "");
    assert_int_equal(MNS_COUNT_OF(rows), MNS_LEVEL_COUNT);
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_version_edge edge = {.from = 1, .to = 2, .level = (uint8_t)rows[i].level};
        assert_int_equal(mns_version_edge_ww(&u.observation, &edge), rows[i].ww);
        assert_int_equal(mns_version_edge_rw(&edge), rows[i].rw);
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

/* A write that nobody saw of a transaction that may have been rolled back makes no G0. */
static void unseen_writes_of_info_transactions_are_open(void **state) {
    (void)state;
    assert_int_equal(given_ww("ok 0: wx1 / ok 1: wx2"), MNS_WW);
    assert_int_equal(given_ww("ok 0: wx1 / info 1: wx2 wy1 / ok 2: ry1"), MNS_WW_OPEN);
    assert_int_equal(given_ww("info 0: wx1 wy1 / ok 1: wx2 / ok 2: ry1"), MNS_WW_OPEN);
    assert_int_equal(given_ww("ok 0: wx1 / info 1: wx2 / ok 2: rx2"), MNS_WW);
    assert_int_equal(given_ww("info 0: wx1 / ok 1: wx2 / ok 2: rx1"), MNS_WW);
    /* Somebody saw it, but not as a reader of it: it is as if nobody had. */
    assert_int_equal(given_ww("ok 0: wx1 / info 1: wx2 / ok 2: wx3 rx2"), MNS_WW_OPEN);
}

/* ---- Meetings ------------------------------------------------------------------------------- */

static void put_meeting(void *context, uint32_t txn, uint32_t first, uint32_t last) {
    mns_buf *out = context;
    mns_buf_printf(out, "%s%u %u-%u", out->size > 0 ? ", " : "", (unsigned)txn, (unsigned)first,
                   (unsigned)last);
}

/* "txn first-last" for each key that the transaction meets; versions by number. */
static void expect_meetings(const char *notation, uint32_t txn, const char *expected) {
    unit u;
    mns_buf out;
    register_open(&u, notation, "");
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    mns_meetings(&u.observation, txn, put_meeting, &out);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    unit_close(&u);
}

static void a_transaction_meets_versions(void **state) {
    (void)state;
    expect_meetings("ok 0: wx1 / ok 1: rx1", 1, "1 1-1");
    expect_meetings("ok 0: wx1 / ok 1: wx2", 1, "1 2-2");
    expect_meetings("ok 0: wx1 / ok 1: rx1 wx2", 1, "1 1-2");
    expect_meetings("ok 0: wx1 / ok 1: rx1 wx3 rx3 wx2", 1, "1 1-2");
    expect_meetings("ok 0: rx", 0, "0 0-0");
    expect_meetings("ok 0: rx wx1", 0, "0 1-1"); /* nothing that the write does not say */
    expect_meetings("ok 0: rx9 wx1", 0, "0 1-1");
    expect_meetings("ok 0: rx9", 0, "");
    expect_meetings("ok 0: wx1 / ok 1: wy1 / ok 2: rx1 ry1 wy2", 2, "2 1-1, 2 3-4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_sorted_and_found_by_version),
        cmocka_unit_test(of_two_that_say_the_same_the_better_stays),
        cmocka_unit_test(three_ways_may_all_be_needed),
        cmocka_unit_test(of_equal_levels_the_first_source_stays),
        cmocka_unit_test(random_edges_are_kept_by_the_definition),
        cmocka_unit_test(the_level_makes_the_kind),
        cmocka_unit_test(unseen_writes_of_info_transactions_are_open),
        cmocka_unit_test(a_transaction_meets_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
