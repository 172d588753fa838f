/*
 * test_lemmas.c - src/infer/lemmas.c: orders of versions that follow from paths of dependencies,
 * each rule by example, and all of them against a naive fixed point.
 */
#include "unit/support/lemma_support.h"

static void expect_levels(const char *notation, const char *words, unsigned levels,
                          const char *expected) {
    unit u;
    register_open(&u, notation, words);
    char *text = lemmas_text(&u, levels);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    unit_close(&u);
}

static void expect_lemmas(const char *notation, const char *words, const char *expected) {
    expect_levels(notation, words, REGISTER_ALL_LEVELS, expected);
}

static void writes_at_the_ends_of_a_path(void **state) {
    (void)state;
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 wx2", "", "x1<x2 wwr: 0-wr->1");
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 wz1 / ok 2: rz1 wx2", "", "x1<x2 wwr: 0-wr->1-wr->2");
    expect_lemmas("ok 0: wx1 wy1@1 / ok 1: wy2@2 wx2", "", "x1<x2 wwr: 0-ww->1"); /* given */
    expect_lemmas("ok 0: wx1 wy1 / info 1: ry1 wx2 / ok 2: rx2", "", "x1<x2 wwr: 0-wr->1");
    static const char *const none[] = {
        "ok 0: wx1 wy1 / ok 1: ry1 / ok 2: wx2", /* no path */
        "fail 0: wx1 wy1 / ok 1: ry1 wx2",       /* a G1a: no path */
        "ok 0: wx1 wy1 / info 1: ry1 wx2",       /* may not have happened */
        "ok 0: wx1 wy1 / fail 1: ry1 wx2",       /* did not */
        "ok 0: wx1 wy1 / ok 1: ry1 wz2",         /* no other version of a key */
        "ok 0: wx1 / ok 1: rx1 wx2",             /* the update itself says so */
        "ok 0: wx1 wy1 wy3 / ok 1: ry1 wx2",     /* a G1b */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(none); i++) {
        expect_lemmas(none[i], "", "");
    }
}

static void a_read_at_the_end_of_a_path(void **state) {
    (void)state;
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx2 / ok 2: wx2", "", "x1<x2 single: 0-wr->1");
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx1 / ok 2: wx2", "", ""); /* read what it wrote */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 / ok 2: wx2 / ok 3: rx2", "", ""); /* no path */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx", "", ""); /* the initial state: a G-single-item */
    /* Where it did both, each is shown as well as it can be. */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx2 wx3 / ok 2: wx2", "",
                  "x1<x3 wwr: 0-wr->1, x1<x2 single: 0-wr->1");
}

/* Each form of cycle, counting the step that would close it. */
static void paths_through_missed_writes(void **state) {
    (void)state;
    /* One rw, closed by a ww; and by an rw, which is next to it. */
    expect_lemmas("ok 0: wx1 ry / ok 1: wy1 wx2", "", "x1<x2 single: 0-rw->1");
    expect_lemmas("ok 0: wx1 ry / ok 1: wy1 rx2 / ok 2: wx2", "", "x1<x2 item: 0-rw->1");
    expect_lemmas("ok 0: wx1 ry1 / ok 1: wy1 / ok 2: ry1 wy2 wx2", "", "x1<x2 single: 0-rw->2");
    /* Two: apart from each other, and not. */
    expect_lemmas("ok 0: wx1 ry / ok 1: wy1 wv1 / ok 2: rv1 rz / ok 3: wz1 wx2", "",
                  "x1<x2 nonadjacent: 0-rw->1-wr->2-rw->3");
    expect_lemmas("ok 0: wx1 ry / ok 1: wy1 rz / ok 2: wz1 wx2", "", "x1<x2 item: 0-rw->1-rw->2");
    /* One on the way and one that closes: apart on both sides, and on one side only. */
    expect_lemmas("ok 0: wx1 wz1 / ok 1: rz1 ry / ok 2: wy1 wv1 / ok 3: rv1 rx2 / ok 4: wx2", "",
                  "x1<x2 nonadjacent: 0-wr->1-rw->2-wr->3");
    expect_lemmas("ok 0: wx1 wz1 / ok 1: rz1 ry / ok 2: wy1 rx2 / ok 4: wx2", "",
                  "x1<x2 item: 0-wr->1-rw->2");
    expect_lemmas("ok 0: wx1 ry / ok 2: wy1 wv1 / ok 3: rv1 rx2 / ok 4: wx2", "",
                  "x1<x2 item: 0-rw->1-wr->2");
    /* One without a missed write is better. */
    expect_lemmas("ok 0: wx1 ry wz1 / ok 1: rz1 wy1 wx2", "", "x1<x2 wwr: 0-wr->1");
    expect_lemmas("ok 0: wx1 ry1 / ok 1: wy1 wx2", "", "x2<x1 wwr: 1-wr->0"); /* it was seen */
    expect_lemmas("ok 0: wx1 ry / fail 1: wy1 wx2", "", "");
}

static void lemmas_rest_on_lemmas(void **state) {
    (void)state;
    /* x1 < x2 makes 2 precede 1 by x; so y1 < y2, as no other path shows. */
    expect_lemmas("ok 0: wx1 wz1 / ok 1: rz1 wx2 / ok 2: rx1 wy1 / ok 3: ry2 rx2 / ok 4: wy2", "",
                  "x1<x2 wwr: 0-wr->1, y1<y2 item: 2-rw*->1-wr->3");
    /* The same where the last read came before the rest: no path leads to it. */
    expect_lemmas("ok 0: wx1 wz1 / ok 1: rz1 wx2 / ok 2: rx1 wy1 / ok 3: ry2 rx1 / ok 4: wy2", "",
                  "x1<x2 wwr: 0-wr->1");
}

/* No version stands between the one that an update read and the one that it wrote. */
static void updates_are_adjacent(void **state) {
    (void)state;
    /* What follows the version that was read follows the one that was written. */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 wx2 / ok 2: rx1 wx3", "",
                  "x1<x2 wwr: 0-wr->1, x3<x2 single: 2-rw*->1");
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 wx2 / ok 2: rx1 wz3", "", "x1<x2 wwr: 0-wr->1");
    /* What precedes the version that was written precedes the one that was read. */
    expect_lemmas("ok 0: wx1 / ok 1: rx1 wx2 / ok 2: wx3 wy1 / ok 3: ry1 rx2", "",
                  "x3<x1 single: 2-ww*->1, x3<x2 single: 2-wr->3");
    expect_lemmas("ok 0: wx1 / ok 1: rz1 wx2 wz2 / ok 2: wx3 wy1 / ok 3: ry1 rx2 / ok 4: wz1", "",
                  "x3<x2 single: 2-wr->3");
    /* Two updates of one version: each comes first, which is a lost update. */
    expect_levels("ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx1 wx3", "", 1u << MNS_CLASS_SINGLE,
                  "x2<x1 single: 1-ww*->2, x2<x3 single: 1-rw->2, x3<x1 single: 2-ww*->1, "
                  "x3<x2 single: 2-rw->1");
    expect_lemmas("ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx2 wx3", "", ""); /* one after the other */
}

/* ---- Orders besides dependencies --------------------------------------------------------------
 */

static void paths_of_sessions(void **state) {
    (void)state;
    expect_lemmas("ok 0: wx1 / ok 0: wy1 / ok 1: ry1 wx2", "",
                  "x1<x2 wwr-process: 0-process->1-wr->2");
    expect_lemmas("ok 0: wx1 / ok 0: wy1 / ok 1: ry1 / ok 1: wx2", "",
                  "x1<x2 wwr-process: 0-process->1-wr->2-process->3");
    expect_lemmas("ok 0: wx1 / ok 0: wy1 / ok 1: ry1 rx2 / ok 2: wx2", "",
                  "x1<x2 process: 0-process->1-wr->2");
    expect_lemmas("ok 0: wx1 / ok 0: ry / ok 1: wy1 wx2", "", "x1<x2 process: 0-process->1-rw->2");
    expect_lemmas("ok 0: wx1 / ok 0: ry / ok 1: wy1 wv1 / ok 2: rv1 rx2 / ok 3: wx2", "",
                  "x1<x2 nonadjacent-process: 0-process->1-rw->2-wr->3");
    expect_lemmas("ok 0: wx1 / ok 0: ry / ok 1: wy1 rx2 / ok 2: wx2", "",
                  "x1<x2 item-process: 0-process->1-rw->2");
    /* An info transaction follows the ok ones before it; nothing follows it. */
    expect_lemmas("ok 0: wx1 / info 0: wy1 / ok 1: ry1 wx2", "",
                  "x1<x2 wwr-process: 0-process->1-wr->2");
    expect_lemmas("info 0: wx1 / ok 0: wy1 / ok 1: ry1 wx2 / ok 2: rx1", "", "");
    expect_lemmas("ok 0: wy1 / ok 0: wx1 / ok 1: ry1 wx2", "", ""); /* in the other order */
    expect_lemmas("ok 0: wx1 / ok 2: wy1 / ok 1: ry1 wx2", "", ""); /* of another process */
    /* Where it is given for a key, it rests on nothing. */
    expect_lemmas("ok 0: wx1 wy1 / ok 0: ry2 / ok 1: wy2 wx2", "", "x1<x2 process: 0-ww->2");
    expect_lemmas("ok 0: wx1 wy1 / ok 0: ry2 / ok 1: wy2 wx2", "sequential", "x1<x2 wwr: 0-ww->2");
}

static void paths_of_real_time(void **state) {
    (void)state;
    /* Real time, then a dependency: the writers themselves were concurrent. */
    expect_lemmas("2: ry wx2 / 0: wx1 / ok 0: wx1 / 1: wy1 / ok 1: wy1 / ok 2: ry1 wx2", "",
                  "x1<x2 wwr-realtime: 0-realtime->1-wr->2");
    expect_lemmas("2: ry wx2 / 0: wx1 / 1: wy1 / ok 0: wx1 / ok 1: wy1 / ok 2: ry1 wx2", "", "");
    expect_lemmas("2: ry wx2 / 0: wx1 / info 0: wx1 / 1: wy1 rx / ok 1: wy1 rx1 / ok 2: ry1 wx2",
                  "", "x1<x2 wwr: 0-wr->1-wr->2");
    expect_lemmas("2: wy2 wx2 / 0: wx1 / ok 0: wx1 / 1: ry / ok 1: ry / ok 2: wy2 wx2", "",
                  "x1<x2 realtime: 0-realtime->1-rw->2");
    expect_lemmas("2: wy2 rx / 3: wx2 / 0: wx1 / ok 0: wx1 / 1: ry / ok 1: ry / ok 2: wy2 rx2 / "
                  "ok 3: wx2",
                  "", "x1<x2 item-realtime: 0-realtime->1-rw->2");
    /* Without invocations there is none. */
    expect_lemmas("ok 0: wx1 / ok 1: wy1 / ok 2: ry1 wx2", "", "");
    /* Real time alone between writers: that they met the versions says so too, but rests on more.
     */
    expect_lemmas("0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2", "",
                  "x1<x2 wwr-realtime: 0-realtime->1");
    /* Enough between their readers. */
    expect_lemmas("0: wx1 / 1: wx2 / 2: rx / ok 2: rx1 / 3: rx / ok 3: rx2 / ok 0: wx1 / ok 1: wx2",
                  "", "");
}

/* ---- Reads that are not external --------------------------------------------------------------
 */

static void later_reads_count(void **state) {
    (void)state;
    /* Whatever it had read before, it saw x2 now. */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: wx3 ry1 rx2 / ok 2: wx2", "",
                  "x1<x3 wwr: 0-wr->1, x1<x2 single: 0-wr->1, x2<x3 wwr: 2-wr->1");
    expect_lemmas("ok 0: wx1 rx2 / ok 1: wx2", "", "x2<x1 wwr: 1-wr->0"); /* overwritten at once */
    expect_lemmas("ok 0: wx1 rx1 / ok 1: wx2", "", "");                   /* its own */
    /* Two values in one transaction: neither order is possible without a G-single-item. */
    expect_lemmas("ok 0: rx1 rx2 / ok 1: wx1 / ok 2: wx2", "",
                  "x1<x2 single: 1-wr->0, x2<x1 single: 2-wr->0");
    expect_lemmas("ok 0: rx1 rx1 / ok 1: wx1 / ok 2: wx2", "", "");
    /* As the start of an rw, and of a wr. */
    expect_lemmas("ok 0: rx1 rx wy1 / ok 1: wx1 / ok 2: wx2 wy2", "",
                  "x1<x2 single: 1-wr->0-rw->2, y1<y2 single: 0-rw->2");
    expect_lemmas("ok 0: rx1 rx1 wy1 / ok 1: wx1 / ok 2: wx2 wy2", "", "");
}

/* In a history of up to 128 transactions every path is found. */
static void long_paths(void **state) {
    (void)state;
    enum { TXNS = 128 };
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "ok 0: wx1 wy1");
    for (unsigned i = 1; i < TXNS; i++) {
        mns_buf_printf(&text, " / ok %u: ry%u %s%u", i, i, i + 1 < TXNS ? "wy" : "wx", i + 1);
    }
    char *notation = mns_buf_take(&text, NULL);
    unit u;
    register_open(&u, notation, "");
    const mns_version_graph *r = &u.observation.version_graph;
    uint32_t x1 = register_version(&u, "x1");
    assert_int_equal(r->edge_first[x1 + 1] - r->edge_first[x1], 1);
    mns_version_edge e = mns_version_edge_at(r, x1, r->edge_first[x1]);
    assert_int_equal(e.order_class, MNS_CLASS_WWR);
    assert_int_equal(r->lemmas[e.lemma].count, TXNS);
    unit_close(&u);
    free(notation);
}

/* ---- Stages -----------------------------------------------------------------------------------
 */

/* Whether there is any cycle is asked of the strictest class alone. */
static void first_the_strictest_class(void **state) {
    (void)state;
    static const struct {
        const char *notation, *first, *all;
    } rows[] = {
        {"0: wx1 wy1 / 1: ry wx2 / ok 0: wx1 wy1 / ok 1: ry1 wx2", "x1<x2 item-realtime: 0-wr->1",
         "x1<x2 wwr: 0-wr->1"},
        {"ok 0: wx1 wy1 / ok 1: ry1 wx2", "x1<x2 item-process: 0-wr->1", "x1<x2 wwr: 0-wr->1"},
        {"0: wx1 / 1: ry wx2 / ok 0: wx1 / ok 1: ry1 wx2", "", ""}};
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        unit u;
        register_infer(&u, rows[i].notation, "", NULL);
        char *text = lemmas_text(&u, REGISTER_ALL_LEVELS);
        assert_string_equal(text, rows[i].first);
        free(text);
        unit_close(&u);
        expect_lemmas(rows[i].notation, "", rows[i].all);
    }
}

/* ---- Against a naive fixed point ------------------------------------------------------------- */

/* Nothing but the initial state and what rests on nothing, before any rule is run. */
static lemma_naive *start(const mns_observation *o) {
    const mns_version_graph *r = &o->version_graph;
    lemma_naive *n = lemma_naive_new(o);
    for (int level = 0; level < MNS_CLASS_COUNT; level++) {
        register_add_initial(&n->order[level], r);
    }
    for (size_t e = 0; e < r->edge_count; e++) {
        mns_version_edge edge = register_edge(r, e);
        if (edge.order_class == MNS_CLASS_GIVEN) {
            lemma_conclude(n, MNS_CLASS_GIVEN, edge.from, edge.to);
        }
    }
    for (uint32_t v = 0; v < r->count; v++) {
        bool wrote, read;
        uint32_t writer = lemma_met_by(o, v, 0, &wrote), reader;
        for (uint32_t i = 1; wrote && (reader = lemma_met_by(o, v, i, &read)) != MNS_NONE; i++) {
            n->wwr[writer][reader] |= writer != reader;
        }
    }
    return n;
}

static void run_random(uint32_t txns, uint32_t keys, uint32_t rough, const char *words,
                       lemma_tally *t) {
    uint64_t random = 7 * txns + rough;
    for (int round = 0; round < 60; round++) {
        unit u;
        char *notation = register_random_history(&random, txns, keys, 6, rough);
        register_infer(&u, notation, words, NULL);
        lemma_naive *expected = start(&u.observation);
        lemma_naive_run(expected);
        /* The strictest class is complete, unless there is a cycle for certain. */
        if (!lemma_has_cycle(&u.observation.version_graph)) {
            lemma_compare(expected, MNS_CLASS_ITEM_REALTIME, t);
        }
        assert_int_equal(mns_infer_orders(&u.observation), MINOS_OK);
        lemma_compare(expected, MNS_CLASS_GIVEN, t);
        lemma_check_paths(&u.observation, t);
        lemma_naive_free(expected);
        unit_close(&u);
        free(notation);
    }
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    lemma_tally calm = {0}, rough = {0};
    run_random(8, 2, 0, "", &calm);
    run_random(20, 3, 0, "", &calm);
    run_random(30, 4, 0, "linearizable", &calm);
    lemma_expect_exact(&calm);
    run_random(20, 3, 10, "", &rough);
    run_random(20, 4, 30, "sequential", &rough);
    run_random(30, 4, 5, "wfr", &rough);
    lemma_expect_exact(&rough);
    for (int level = MNS_CLASS_WWR; level < MNS_CLASS_COUNT; level++) {
        assert_true(calm.concluded[level] > 1000 && rough.concluded[level] > 1000);
    }
    assert_true(calm.nested > 500 && rough.nested > 5000);
    assert_true(calm.ordered > 1000 && rough.ordered > 5000);
    assert_true(rough.by_form[MNS_FORM_NONADJACENT] > 50 && rough.by_form[MNS_FORM_ITEM] > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_at_the_ends_of_a_path),
        cmocka_unit_test(a_read_at_the_end_of_a_path),
        cmocka_unit_test(paths_through_missed_writes),
        cmocka_unit_test(lemmas_rest_on_lemmas),
        cmocka_unit_test(updates_are_adjacent),
        cmocka_unit_test(paths_of_sessions),
        cmocka_unit_test(paths_of_real_time),
        cmocka_unit_test(later_reads_count),
        cmocka_unit_test(long_paths),
        cmocka_unit_test(first_the_strictest_class),
        cmocka_unit_test(random_histories_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
