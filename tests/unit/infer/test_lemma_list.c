/*
 * test_lemma_list.c - src/infer/lemma_list.c: the order of appends that no read shows, by example
 * and against the naive fixed point of lemma_support.h.
 */
#include "support/graphs.h"
#include "unit/support/lemma_support.h"

static void expect_lemmas(const char *notation, const char *expected) {
    unit u;
    unit_open(&u, notation);
    assert_int_equal(mns_infer_orders(&u.observation), MINOS_OK);
    char *text = lemmas_text(&u, REGISTER_ALL_LEVELS);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    unit_close(&u);
}

static void paths_between_unseen_appends(void **state) {
    (void)state;
    expect_lemmas("ok 0: ax1 ay1 / ok 1: ry[1] ax2", "x1<x2 wwr: 0-wr->1");
    expect_lemmas("ok 0: ax1 ay1 / ok 1: ay2 ax2 / ok 2: ry[1,2]", "x1<x2 wwr: 0-ww->1");
    expect_lemmas("ok 0: ax1 ay1 / ok 1: ry[1] az1 / ok 2: rz[1] ax2", "x1<x2 wwr: 0-wr->1-wr->2");
    /* The first of several appends stands for all of them. */
    expect_lemmas("ok 0: ax1 ax3 ay1 / ok 1: ry[1] ax2 ax4", "x1<x2 wwr: 0-wr->1");
    static const char *const none[] = {
        "ok 0: ax1 ay1 / ok 1: rv[] ax2",                  /* no path */
        "ok 0: ax1 ay1 / ok 1: ry[1] ax2 / ok 2: rx[1,2]", /* all was seen */
        "ok 0: ax1 ay1 / ok 1: ry[1] ax2 / ok 2: rx[1]",   /* one was */
        "fail 0: ax1 ay1 / ok 1: ry[1] ax2",               /* a G1a */
        "ok 0: ax1 ay1 / info 1: ry[1] ax2",               /* may not have happened */
        "ok 0: ax1 ay1 / ok 1: ry[1] az2",                 /* another key */
        "ok 0: ax1 ay1 ax2 / ok 1: ry[1]",                 /* the same transaction */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(none); i++) {
        expect_lemmas(none[i], "");
    }
    expect_lemmas("ok 0: ax1 ay1 / info 1: ry[1] ax2 az1 / ok 2: rz[1]", "x1<x2 wwr: 0-wr->1");
}

static void paths_through_missed_appends(void **state) {
    (void)state;
    expect_lemmas("ok 0: ax1 rz[] / ok 1: az1 ax2 / ok 2: rz[1]", "x1<x2 single: 0-rw->1");
    expect_lemmas("ok 0: ax1 rz[1] / ok 1: az1 ax2", "x2<x1 wwr: 1-wr->0"); /* it was seen */
    /* Unseen: it follows everything that was seen. */
    expect_lemmas("ok 0: ax1 rz[] / ok 1: az1 ax2", "x1<x2 single: 0-rw->1");
    expect_lemmas("ok 0: ax1 rz[] / ok 1: az1 ry[] / ok 2: ay1 ax2", "x1<x2 item: 0-rw->1-rw->2");
    expect_lemmas("ok 0: ax1 rz[] / ok 1: az1 av1 / ok 2: rv[1] ry[] / ok 3: ay1 ax2",
                  "x1<x2 nonadjacent: 0-rw->1-wr->2-rw->3");
    /* A read that contradicts the order does not certainly miss anything. */
    expect_lemmas("ok 0: ax1 rz[2] / ok 1: az3 ax2 / ok 2: rz[1,2] / ok 3: az1 / ok 4: az2", "");
    expect_lemmas("ok 0: ax1 rz[1] / ok 1: az3 ax2 / ok 2: rz[1,2] / ok 3: az1 / ok 4: az2",
                  "x1<x2 single: 0-rw->4-ww->1");
    expect_lemmas("ok 0: ax1 rz[1,2] / ok 1: az3 ax2 / ok 2: rz[1,2] / ok 3: az1 / ok 4: az2",
                  "x1<x2 single: 0-rw->1");
}

static void paths_of_sessions_and_real_time(void **state) {
    (void)state;
    expect_lemmas("ok 0: ax1 / ok 0: ay1 / ok 1: ry[1] ax2",
                  "x1<x2 wwr-process: 0-process->1-wr->2");
    expect_lemmas("ok 0: ax1 / ok 2: ay1 / ok 1: ry[1] ax2", "");
    expect_lemmas("ok 0: ax1 / ok 0: ry[] / ok 1: ay1 ax2", "x1<x2 process: 0-process->1-rw->2");
    expect_lemmas("2: ry ax2 / 0: ax1 / ok 0: ax1 / 1: ay1 / ok 1: ay1 / ok 2: ry[1] ax2",
                  "x1<x2 wwr-realtime: 0-realtime->1-wr->2");
    expect_lemmas("2: ry ax2 / 0: ax1 / 1: ay1 / ok 0: ax1 / ok 1: ay1 / ok 2: ry[1] ax2", "");
    /* Real time alone also orders unseen appends: for lists only lemmas do. */
    expect_lemmas("0: ax1 / ok 0: ax1 / 1: ax2 / ok 1: ax2", "x1<x2 wwr-realtime: 0-realtime->1");
    expect_lemmas("0: ax1 / 1: ax2 / ok 0: ax1 / ok 1: ax2", "");
}

/* x1 before x2 is a ww, unless there is a G-single-item: no rw stands there any more. */
static void lemmas_rest_on_lemmas(void **state) {
    (void)state;
    expect_lemmas("ok 0: ax1 av1 rz[] / ok 1: az1 ax2 ry[] / ok 2: ay1 av2",
                  "x1<x2 single: 0-rw->1, v1<v2 single: 0-ww*->1-rw->2");
    expect_lemmas("ok 0: ax1 av1 rz[] / ok 1: az1 aw2 ry[] / ok 2: ay1 av2",
                  "v1<v2 item: 0-rw->1-rw->2");
}

/* A read that contradicts the order of its key still read its last element. */
static void reads_that_disagree(void **state) {
    (void)state;
    expect_lemmas("ok 0: ax1 ay1 / ok 1: ry[1] ax2 / ok 2: ry[2,3] / ok 3: ay2 / ok 4: ay3",
                  "x1<x2 wwr: 0-wr->1");
    expect_lemmas("ok 0: ax1 ay1 / ok 1: ry[3] ax2 / ok 2: ry[2,3] / ok 3: ay2 / ok 4: ay3", "");
}

/* ---- Against a naive fixed point ------------------------------------------------------------- */

/* The dependencies that rest on nothing are those of the graph before anything was inferred. */
static void compare(unit *u, lemma_tally *t) {
    mns_graph graph, folded;
    const mns_observation *o = &u->observation;
    assert_int_equal(mns_graph_build(o, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    assert_int_equal(mns_infer_orders(&u->observation), MINOS_OK);
    lemma_naive *expected = lemma_naive_new(o);
    for (uint32_t a = 0; a < o->history->txns.count; a++) {
        for (uint32_t b = 0; b < o->history->txns.count; b++) {
            expected->wwr[a][b] = graph_has(&folded, a, b, MNS_WW) ||
                                  graph_has(&folded, a, b, MNS_WW_OPEN) ||
                                  graph_has(&folded, a, b, MNS_WR);
            expected->rw[a][b] = graph_has(&folded, a, b, MNS_RW);
        }
    }
    lemma_naive_run(expected);
    lemma_compare(expected, MNS_CLASS_GIVEN, t);
    lemma_check_paths(o, t);
    lemma_naive_free(expected);
    mns_graph_release(&graph);
    mns_graph_release(&folded);
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    static const uint32_t sizes[] = {8, 14, 20, 40};
    lemma_tally t = {0};
    for (size_t s = 0; s < MNS_COUNT_OF(sizes); s++) {
        uint64_t random = 5 + s;
        for (int round = 0; round < 100; round++) {
            unit u;
            char *notation = unit_random_history(&random, sizes[s], 3, 5);
            unit_open(&u, notation);
            compare(&u, &t);
            unit_close(&u);
            free(notation);
        }
    }
    lemma_expect_exact(&t);
    for (int level = MNS_CLASS_WWR; level < MNS_CLASS_COUNT; level++) {
        assert_true(t.concluded[level] > 1000);
    }
    assert_true(t.nested > 1000 && t.ordered > 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_between_unseen_appends),
        cmocka_unit_test(paths_through_missed_appends),
        cmocka_unit_test(paths_of_sessions_and_real_time),
        cmocka_unit_test(lemmas_rest_on_lemmas),
        cmocka_unit_test(reads_that_disagree),
        cmocka_unit_test(random_histories_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
