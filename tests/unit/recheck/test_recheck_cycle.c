/*
 * test_recheck_cycle.c - cycles that follow from a history are accepted, and nothing near them.
 */
#include <stdio.h>

#include "unit/support/recheck_support.h"

static void test_read_skew(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, READ_SKEW);
    sketch s;
    sketch_read_skew(&s, &f);
    assert_true(accepts(&s));
    mns_reason *rw = &s.steps[0].reason;
    mns_reason *wr = &s.steps[1].reason;
    REJECTS_WITH(&s, rw->kind, MNS_WR);
    REJECTS_WITH(&s, wr->kind, MNS_WW);
    REJECTS_WITH(&s, wr->kind, MNS_TAIL);
    REJECTS_WITH(&s, rw->from_mop, 3);        /* a read of the other key */
    REJECTS_WITH(&s, rw->to_mop, 1);          /* an append to the other key */
    REJECTS_WITH(&s, rw->to_mop, 5);          /* of another transaction */
    REJECTS_WITH(&s, rw->from_mop, 4);        /* of another transaction */
    REJECTS_WITH(&s, rw->from_mop, MNS_NONE); /* of none */
    REJECTS_WITH(&s, rw->key, MNS_NONE);      /* no such key */
    REJECTS_WITH(&s, rw->key, wr->key);       /* the other key */
    REJECTS_WITH(&s, rw->next, mns_values_integer(&f.history.tables.values, 2));
    REJECTS_WITH(&s, rw->value, rw->next);    /* it read the initial state, not 1 */
    REJECTS_WITH(&s, rw->shown_by, MNS_NONE); /* 1 was read, so its place must be shown */
    REJECTS_WITH(&s, rw->shown_by, 7);        /* a list, but not a longest one */
    REJECTS_WITH(&s, rw->shown_by, 3);        /* of another key */
    REJECTS_WITH(&s, rw->shown_by, 5);        /* not a read */
    REJECTS_WITH(&s, rw->shown_by, 1000000u); /* not there */
    REJECTS_WITH(&s, wr->value, mns_values_integer(&f.history.tables.values, 2));
    REJECTS_WITH(&s, wr->from_mop, 0);
    rw->shown_by = 6; /* as good a proof as mop 4 */
    assert_true(accepts(&s));
    fixture_close(&f);
}

static void test_cycle_must_close(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, READ_SKEW);
    sketch s;
    sketch_read_skew(&s, &f);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.steps[0].to, 0);
    REJECTS_WITH(&s, s.steps[1].to, 1);
    REJECTS_WITH(&s, s.steps[1].to, 7);
    REJECTS_WITH(&s, s.steps[0].from, 1);
    REJECTS_WITH(&s, s.steps[0].from, 7);
    REJECTS_WITH(&s, s.txns[0], s.txns[1]);
    REJECTS_WITH(&s, s.txns[0], 2);
    REJECTS_WITH(&s, s.txns[0], 1000u);
    REJECTS_WITH(&s, s.witness.txn_count, 1);
    REJECTS_WITH(&s, s.witness.step_count, 1);
    /* Numbers need not follow the order of the cycle. */
    uint32_t first = s.txns[0];
    s.txns[0] = s.txns[1];
    s.txns[1] = first;
    s.steps[0].from = s.steps[1].to = 1;
    s.steps[0].to = s.steps[1].from = 0;
    assert_true(accepts(&s));
    sketch_read_skew(&s, &f);
    /* Twice around is not a cycle. */
    sketch_step(&s, MNS_RW, 2, 0, 4);
    sketch_step(&s, MNS_WR, 1, 3, MNS_NONE);
    s.witness.anomaly = MNS_A_G_NONADJACENT_ITEM;
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_class_must_fit(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, READ_SKEW);
    sketch s;
    sketch_read_skew(&s, &f);
    assert_true(accepts(&s));
    static const mns_anomaly others[] = {
        MNS_A_G0,        MNS_A_G1C,          MNS_A_G_NONADJACENT_ITEM,
        MNS_A_G2_ITEM,   MNS_A_G0_PROCESS,   MNS_A_G_SINGLE_ITEM_PROCESS,
        MNS_A_G1A,       MNS_A_G1C_REALTIME, MNS_A_G_SINGLE_ITEM_REALTIME,
        MNS_A_G2_PROCESS};
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        REJECTS_WITH(&s, s.witness.anomaly, others[i]);
    }
    fixture_close(&f);
}

static void test_write_skew(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x []] [:append :y 1]")       /* 0 1 */
                 OK(1, "[:r :y []] [:append :x 1]")           /* 2 3 */
                 OK(2, "[:r :x [1]]")                         /* 4 */
                 OK(3, "[:append :z 5]") OK(4, "[:r :z nil]") /* 5 6 */
                 OK(5, "[:append :z 6] [:r :y []]"));         /* 7 8 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G2_ITEM);
    sketch_step(&s, MNS_RW, 0, 3, 4);
    sketch_step(&s, MNS_RW, 2, 1, MNS_NONE); /* y was never read with anything in it */
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G_SINGLE_ITEM);
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G_NONADJACENT_ITEM); /* the two rw are adjacent */
    REJECTS_WITH(&s, s.steps[1].reason.from_mop, 8); /* the right list, another transaction */
    fixture_close(&f);
}

static void test_dirty_write(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:append :y 2]")  /* 0 1 */
                 OK(1, "[:append :x 2] [:append :y 1]")      /* 2 3 */
                 OK(2, "[:r :x [1 2]] [:r :y [1 2]]")        /* 4 5 */
                 OK(3, "[:r :x [1]]") OK(4, "[:r :y [1]]")); /* 6 7 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G0);
    sketch_step(&s, MNS_WW, 0, 2, 4);
    sketch_step(&s, MNS_WW, 3, 1, 5);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.steps[0].reason.shown_by, MNS_NONE);
    REJECTS_WITH(&s, s.steps[0].reason.shown_by, 5);
    REJECTS_WITH(&s, s.steps[0].reason.shown_by, 6);
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G1C); /* no wr in it */
    /* Both orders of x cannot be: the second is against what was read. */
    sketch_begin(&s, &f, MNS_A_G0);
    sketch_step(&s, MNS_WW, 0, 2, 4);
    sketch_step(&s, MNS_WW, 2, 0, 4);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_unread_append_comes_last(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:r :y [7]]") /* 0 1 */
                 OK(1, "[:append :x 2] [:r :y [7]]")     /* 2 3 */
                 OK(2, "[:append :x 3] [:append :y 7]")  /* 4 5: 3 is never read */
                 OK(3, "[:r :x [1 2]]")                  /* 6 */
                 FAIL(4, "[:r :x [1 2 9 3]]"));          /* 7: no evidence, it failed */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WW, 2, 4, MNS_NONE);
    sketch_step(&s, MNS_WR, 5, 3, MNS_NONE);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.steps[0].reason.shown_by, 6);
    REJECTS_WITH(&s, s.steps[0].reason.shown_by, 7);
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WW, 0, 4, MNS_NONE); /* 1 is not the last that was read */
    sketch_step(&s, MNS_WR, 5, 1, MNS_NONE);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_ww_skips_nothing(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:r :y [7]]") /* 0 1 */
                 OK(1, "[:append :x 2]")                 /* 2 */
                 OK(2, "[:append :x 3] [:append :y 7]")  /* 3 4 */
                 OK(3, "[:r :x [1 1 2 1 3]]"));          /* 5: repeated elements count once */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WW, 0, 3, 5); /* 2 is between them */
    sketch_step(&s, MNS_WR, 4, 1, MNS_NONE);
    assert_false(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WW, 0, 2, 5);
    sketch_step(&s, MNS_WW, 2, 3, 5);
    sketch_step(&s, MNS_WR, 4, 1, MNS_NONE);
    assert_true(accepts(&s));
    fixture_close(&f);
}

static void test_rw_needs_the_next_element(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1]")            /* 0 */
                 OK(1, "[:append :x 2]")                /* 1 */
                 OK(2, "[:append :x 3] [:append :y 7]") /* 2 3 */
                 OK(3, "[:r :x [1]] [:r :y [7]]")       /* 4 5 */
                 OK(4, "[:r :x [1 2 3]]")               /* 6 */
                 OK(5, "[:r :x [1 2]] [:r :y [7]]")     /* 7 8 */
                 OK(6, "[:r :x [2]] [:r :y [7]]"));     /* 9 10: no prefix of 1 2 3 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    sketch_step(&s, MNS_RW, 7, 2, 6);
    sketch_step(&s, MNS_WR, 3, 8, MNS_NONE);
    assert_true(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    sketch_step(&s, MNS_RW, 4, 2, 6); /* after [1] comes 2, not 3 */
    sketch_step(&s, MNS_WR, 3, 5, MNS_NONE);
    assert_false(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    sketch_step(&s, MNS_RW, 9, 2, 6);
    sketch_step(&s, MNS_WR, 3, 10, MNS_NONE);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_wr_needs_the_last_element(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:r :y [5]]")            /* 0 1 */
                 OK(1, "[:append :y 5] [:r :x [1 2]]")              /* 2 3 */
                 OK(2, "[:append :x 2]")                            /* 4 */
                 OK(3, "[:append :z 1] [:append :z 2] [:r :w [8]]") /* 5 6 7 */
                 OK(4, "[:append :w 8] [:r :z [1 2 1]]"));          /* 8 9 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WR, 0, 3, MNS_NONE); /* that read ends with 2 */
    sketch_step(&s, MNS_WR, 2, 1, MNS_NONE);
    assert_false(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WR, 5, 9, MNS_NONE); /* 1 is the last written down, 2 the last new one */
    sketch_step(&s, MNS_WR, 8, 7, MNS_NONE);
    assert_true(accepts(&s));
    s.steps[0].reason.from_mop = 6;
    s.steps[0].reason.value = f.history.tables.mops.value[6];
    assert_true(accepts(&s));
    fixture_close(&f);
}

/* The longest list is on another spine than the read, which is a prefix of both. */
static void test_prefix_on_another_spine(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x [1 2 3]] [:r :y [7]]") /* 0 1 */
                 OK(1, "[:r :x [1 2]] [:r :y [7]]")       /* 2 3 */
                 OK(2, "[:append :x 4] [:append :y 7]")   /* 4 5 */
                 OK(3, "[:r :x [1 2 4 5]]"));             /* 6 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    sketch_step(&s, MNS_RW, 2, 4, 6);
    sketch_step(&s, MNS_WR, 5, 3, MNS_NONE);
    assert_true(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    sketch_step(&s, MNS_RW, 0, 4, 6); /* [1 2 3] is no prefix of [1 2 4 5] */
    sketch_step(&s, MNS_WR, 5, 1, MNS_NONE);
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* A list that repeats elements at its end proves no more than one without them. */
static void test_all_that_was_read(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x [1 2]] [:r :y [7]]") /* 0 1 */
                 OK(1, "[:r :x [1 2 1]] [:r :y [7]]")   /* 2 3 */
                 OK(2, "[:append :x 9] [:append :y 7]") /* 4 5: 9 is never read */
                 OK(3, "[:r :x [1]] [:r :y [7]]"));     /* 6 7 */
    static const uint32_t reads[][2] = {{0, 1}, {2, 3}, {6, 7}};
    static const bool good[] = {true, true, false};
    for (size_t i = 0; i < MNS_COUNT_OF(reads); i++) {
        sketch s;
        sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
        sketch_step(&s, MNS_RW, reads[i][0], 4, MNS_NONE);
        sketch_step(&s, MNS_WR, 5, reads[i][1], MNS_NONE);
        assert_int_equal(accepts(&s), good[i]);
    }
    fixture_close(&f);
}

/* ---- Orders --------------------------------------------------------------------------------- */

/* p0 appends, p1 reads nothing; the two overlap, or not. */
#define STALE(first, second)                                                                       \
    INVOKE(0, "[:append :x 1]")                                                                    \
    first OK(0, "[:append :x 1]") second OK(1, "[:r :x []]") INVOKE(2, "[:r :x nil]")              \
        OK(2, "[:r :x [1]]")

static bool accepts_stale(const char *text) {
    fixture f;
    fixture_open(&f, text);
    uint32_t read = 0;
    while (!mns_mop_is_answered(&f.history.tables.mops, read)) {
        read++;
    }
    uint32_t append = read == 0 ? 1 : 0;
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM_REALTIME);
    sketch_step(&s, MNS_RW, read, append, 2);
    sketch_order(&s, MNS_REALTIME, f.history.txn_of_mop[append]);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_realtime(void **state) {
    (void)state;
    assert_true(accepts_stale(STALE("", INVOKE(1, "[:r :x nil]"))));
    assert_false(accepts_stale(STALE(INVOKE(1, "[:r :x nil]"), "")));
}

static void test_realtime_needs_ok_and_invocations(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(0, "[:append :x 1]") INFO(0, "[:append :x 1]") INVOKE(1, "[:r :x nil]")
                         OK(1, "[:r :x []]") INVOKE(2, "[:r :x nil]") OK(2, "[:r :x [1]]"));
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM_REALTIME);
    sketch_step(&s, MNS_RW, 1, 0, 2);
    sketch_order(&s, MNS_REALTIME, 0); /* info: it may have taken effect at any later time */
    assert_false(accepts(&s));
    fixture_close(&f);
    fixture_open(&f, OK(0, "[:append :x 1]") OK(0, "[:r :x []]") OK(2, "[:r :x [1]]"));
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM_REALTIME);
    sketch_step(&s, MNS_RW, 1, 0, 2);
    sketch_order(&s, MNS_REALTIME, 0); /* completions only: its start is unknown */
    assert_false(accepts(&s));
    /* The same two, by their process. */
    s.witness.anomaly = MNS_A_G_SINGLE_ITEM_PROCESS;
    s.steps[1].reason.kind = s.steps[1].reason.rests_on = MNS_PROCESS;
    assert_true(accepts(&s));
    fixture_close(&f);
}

static void test_process(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(0, "[:append :x 1]") OK(0, "[:append :x 1]") INVOKE(0, "[:r :x nil]")
                         OK(0, "[:r :x []]") INVOKE(1, "[:r :x nil]") OK(1, "[:r :x []]")
                             INVOKE(2, "[:r :x nil]") OK(2, "[:r :x [1]]"));
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM_PROCESS);
    sketch_step(&s, MNS_RW, 1, 0, 3);
    sketch_order(&s, MNS_PROCESS, 0);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G_SINGLE_ITEM_REALTIME);
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G_SINGLE_ITEM);
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM_PROCESS);
    sketch_step(&s, MNS_RW, 2, 0, 3);
    sketch_order(&s, MNS_PROCESS, 0); /* another process */
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* ---- Unknown outcomes ----------------------------------------------------------------------- */

/* A read skew whose writer is info; y shows it, or does not. */
static bool accepts_info(const char *shown) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s",
             INVOKE(0, "[:append :x 1] [:append :y 1]") INFO(0, "[:append :x 1] [:append :y 1]")
                 INVOKE(1, "[:r :x nil] [:append :y 2]"),
             OK(1, "[:r :x []] [:append :y 2]"), shown);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    sketch_step(&s, MNS_RW, 2, 0, MNS_NONE);
    sketch_step(&s, MNS_WW, 1, 3, 4);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_info_counts_once_it_is_read(void **state) {
    (void)state;
    assert_true(accepts_info(INVOKE(2, "[:r :y nil]") OK(2, "[:r :y [1 2]]")));
    assert_false(accepts_info(INVOKE(2, "[:r :y nil]") OK(2, "[:r :y [2]]")));
    assert_false(accepts_info(INVOKE(2, "[:r :y nil]") FAIL(2, "[:r :y [1 2]]")));
    assert_false(accepts_info(INVOKE(2, "[:r :y nil]") INFO(2, "[:r :y [1 2]]")));
    /* An info read counts where its own transaction is proven by an ok one. */
    assert_true(accepts_info(INVOKE(2, "[:r :y nil] [:append :z 1]") INFO(
        2, "[:r :y [1 2]] [:append :z 1]") INVOKE(3, "[:r :z nil]") OK(3, "[:r :z [1]]")));
}

static void test_unanswered_read_proves_nothing(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(0, "[:r :x nil] [:append :y 1]") INFO(0, "[:r :x nil] [:append :y 1]")
                         INVOKE(1, "[:r :y nil] [:append :x 1]") OK(1, "[:r :y []] [:append :x 1]")
                             INVOKE(2, "[:r :x nil] [:r :y nil]") OK(2, "[:r :x [1]] [:r :y [1]]"));
    sketch s;
    sketch_begin(&s, &f, MNS_A_G2_ITEM);
    sketch_step(&s, MNS_RW, 0, 3, 4);
    sketch_step(&s, MNS_RW, 2, 1, 5);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_failed_transaction_is_in_no_cycle(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, FAIL(0, "[:append :x 1] [:append :y 1]") OK(1, "[:r :x []] [:r :y [1]]")
                         OK(2, "[:r :x [1]]"));
    sketch s;
    sketch_read_skew(&s, &f);
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* A ww to an append of an info transaction that was not read is part of a G1c, not of a G0: the
 * transaction may have been rolled back. With ok in its place, or the append shown, it is a G0. */
static bool accepts_open(const char *outcome, const char *shown, mns_anomaly anomaly, mns_kind kind,
                         uint32_t shown_by) {
    char text[1024];
    snprintf(text, sizeof text,
             OK(0, "[:append :x 1] [:append :y 1]") "%s" OK(2, "[:r :x [2 1]] [:r :y %s]"), outcome,
             shown);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    sketch_begin(&s, &f, anomaly);
    sketch_step(&s, kind, 1, 3, shown_by);
    sketch_step(&s, MNS_WW, 2, 0, 4);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_unseen_append_of_info_is_no_dirty_write(void **state) {
    (void)state;
    static const char info[] = INFO(1, "[:append :x 2] [:append :y 2]");
    static const char ok[] = OK(1, "[:append :x 2] [:append :y 2]");
    assert_true(accepts_open(info, "[1]", MNS_A_G1C, MNS_WW_OPEN, MNS_NONE));
    assert_false(accepts_open(info, "[1]", MNS_A_G1C, MNS_WW, MNS_NONE)); /* it rests on more */
    assert_false(accepts_open(info, "[1]", MNS_A_G0, MNS_WW, MNS_NONE));
    assert_false(accepts_open(info, "[1]", MNS_A_G0, MNS_WW_OPEN, MNS_NONE));
    assert_true(accepts_open(ok, "[1]", MNS_A_G0, MNS_WW, MNS_NONE));
    assert_false(accepts_open(ok, "[1]", MNS_A_G1C, MNS_WW, MNS_NONE));
    assert_true(accepts_open(info, "[1 2]", MNS_A_G0, MNS_WW, 5)); /* seen, so taken as installed */
    assert_false(accepts_open(info, "[1 2]", MNS_A_G1C, MNS_WW, 5));
}

/* A G0 whose order of x is shown by one list, and another list of x is also read. */
static bool accepts_contested(const char *other, mns_anomaly anomaly, mns_kind kind) {
    char text[1024];
    snprintf(text, sizeof text,
             OK(0, "[:append :x 1] [:append :y 1]") OK(1, "[:append :x 2] [:append :y 2]")
                 OK(2, "[:r :x [2 1]] [:r :y [1 2]]") OK(3, "[:r :x %s]"),
             other);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    sketch_begin(&s, &f, anomaly);
    sketch_step(&s, MNS_WW, 1, 3, 5);
    sketch_step(&s, kind, 2, 0, 4);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

/* Where lists contradict each other, none of them proves a dirty write. */
static void test_contested_list_is_no_dirty_write(void **state) {
    (void)state;
    assert_true(accepts_contested("[2]", MNS_A_G0, MNS_WW));
    assert_true(accepts_contested("[2 1]", MNS_A_G0, MNS_WW));
    static const char *const others[] = {"[1]", "[1 2]"};
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        assert_false(accepts_contested(others[i], MNS_A_G0, MNS_WW));
        assert_false(accepts_contested(others[i], MNS_A_G0, MNS_WW_OPEN));
        assert_false(accepts_contested(others[i], MNS_A_G1C, MNS_WW));
        assert_true(accepts_contested(others[i], MNS_A_G1C, MNS_WW_OPEN));
    }
}

/* Nor does a list that contradicts the order in which a transaction appended. */
static bool accepts_disordered(const char *list, mns_anomaly anomaly, mns_kind kind) {
    char text[1024];
    snprintf(text, sizeof text,
             OK(0, "[:append :x 1] [:append :x 2]") OK(1, "[:append :x 3] [:append :y 1]")
                 OK(2, "[:append :y 2] [:append :z 1]") OK(3, "[:r :x %s] [:r :y [2 1]]")
                     OK(4, "[:append :z 2]") OK(5, "[:r :z [2 1]]"),
             list);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    sketch_begin(&s, &f, anomaly);
    sketch_step(&s, kind, strcmp(list, "[1 3 2]") == 0 ? 0 : 1, 2, 6);
    sketch_step(&s, kind, 2, strcmp(list, "[1 3 2]") == 0 ? 1 : 0, 6);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_disordered_list_is_no_dirty_write(void **state) {
    (void)state;
    assert_true(accepts_disordered("[1 3 2]", MNS_A_G0, MNS_WW));
    assert_false(accepts_disordered("[2 3 1]", MNS_A_G0, MNS_WW));
    assert_true(accepts_disordered("[2 3 1]", MNS_A_G1C, MNS_WW_OPEN));
}

/* Two rw that are not side by side are a G-nonadjacent-item, and a G2-item, but nothing less. */
static void test_two_rw(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1]") OK(1, "[:append :y 1]") /* 0 1 */
                 OK(2, "[:r :x [1]] [:r :y []]")                     /* 2 3 */
                 OK(3, "[:r :x []] [:r :y [1]]"));                   /* 4 5 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_NONADJACENT_ITEM);
    sketch_step(&s, MNS_RW, 3, 1, 5);
    sketch_step(&s, MNS_WR, 1, 5, MNS_NONE);
    sketch_step(&s, MNS_RW, 4, 0, 2);
    sketch_step(&s, MNS_WR, 0, 2, MNS_NONE);
    assert_true(accepts(&s));
    s.witness.anomaly = MNS_A_G2_ITEM;
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G_SINGLE_ITEM);
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G1C);
    REJECTS_WITH(&s, s.steps[1].to, 3);
    REJECTS_WITH(&s, s.steps[1].from, 0);
    fixture_close(&f);
}

/* The condition of a step must be one of the variants of its kind. */
static void test_footing_must_fit(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, READ_SKEW);
    sketch s;
    sketch_read_skew(&s, &f);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.steps[0].reason.rests_on, MNS_WW);
    REJECTS_WITH(&s, s.steps[0].reason.rests_on, (mns_kind)0);
    REJECTS_WITH(&s, s.steps[0].reason.rests_on, (mns_kind)(MNS_RW | MNS_WR));
    REJECTS_WITH(&s, s.steps[0].reason.rests_on, (mns_kind)(1 << 30));
    REJECTS_WITH(&s, s.steps[0].reason.rests_on, MNS_RW_ITEM);     /* then it is a G2-item */
    REJECTS_WITH(&s, s.steps[0].reason.rests_on, MNS_RW_REALTIME); /* then one of real time */
    REJECTS_WITH(&s, s.steps[0].reason.rests_on, MNS_RW_SEEN);     /* of counters only */
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_skew),
        cmocka_unit_test(test_cycle_must_close),
        cmocka_unit_test(test_class_must_fit),
        cmocka_unit_test(test_write_skew),
        cmocka_unit_test(test_dirty_write),
        cmocka_unit_test(test_unread_append_comes_last),
        cmocka_unit_test(test_ww_skips_nothing),
        cmocka_unit_test(test_rw_needs_the_next_element),
        cmocka_unit_test(test_wr_needs_the_last_element),
        cmocka_unit_test(test_prefix_on_another_spine),
        cmocka_unit_test(test_all_that_was_read),
        cmocka_unit_test(test_realtime),
        cmocka_unit_test(test_realtime_needs_ok_and_invocations),
        cmocka_unit_test(test_process),
        cmocka_unit_test(test_info_counts_once_it_is_read),
        cmocka_unit_test(test_unanswered_read_proves_nothing),
        cmocka_unit_test(test_failed_transaction_is_in_no_cycle),
        cmocka_unit_test(test_unseen_append_of_info_is_no_dirty_write),
        cmocka_unit_test(test_contested_list_is_no_dirty_write),
        cmocka_unit_test(test_disordered_list_is_no_dirty_write),
        cmocka_unit_test(test_two_rw),
        cmocka_unit_test(test_footing_must_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
