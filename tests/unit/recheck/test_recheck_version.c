/*
 * test_recheck_version.c - the order of two versions of a register: by each source, at the level
 * that it has, and by derivations.
 *
 * Each history has a ww step from T1 to T2 whose order is in question, and a way back that is
 * beyond doubt: T1 read what T2 wrote to y.
 */
#include "unit/support/derived_support.h"

/* T1 is mops 0 1, T2 is 2 3. */
#define PAIR OK(0, "[:w :x 1] [:r :y 2]") OK(1, "[:w :x 2] [:w :y 2]")

/* The ww step of a cycle that is a G1c at least. */
static mns_reason *ww(sketch *s, fixture *f, mns_anomaly anomaly, mns_kind kind,
                      mns_source_of_order source, uint32_t by, uint32_t also) {
    sketch_begin(s, f, anomaly);
    mns_reason *r = sketch_step(s, kind, 0, 2, by);
    r->source = source;
    r->shown_also = also;
    sketch_step(s, MNS_WR, 3, 1, MNS_NONE);
    return r;
}

static void test_numbers(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1 {:version 4}] [:r :y 2]") /* 0 1 */
                 OK(1, "[:w :x 2] [:w :y 2]")                  /* 2 3 */
                 OK(2, "[:r :x 2 {:version 5}]")               /* 4 */
                 OK(3, "[:r :x 2 {:version 4}]")               /* 5 */
                 OK(4, "[:r :y 2 {:version 9}]"));             /* 6 */
    sketch s;
    mns_reason *r = ww(&s, &f, MNS_A_G1C, MNS_WW, MNS_BY_VERSIONS, 0, 4);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, r->shown_also, 5); /* no greater number */
    REJECTS_WITH(&s, r->shown_also, 2); /* no number */
    REJECTS_WITH(&s, r->shown_also, 6); /* of another key */
    REJECTS_WITH(&s, r->shown_by, 4);   /* of another version */
    REJECTS_WITH(&s, r->shown_also, MNS_NONE);
    REJECTS_WITH(&s, r->shown_also, 77);
    REJECTS_WITH(&s, r->source, MNS_BY_INITIAL);
    REJECTS_WITH(&s, r->source, MNS_BY_TRANSACTIONS);
    REJECTS_WITH(&s, r->source, (mns_source_of_order)99);
    REJECTS_WITH(&s, r->rests_on, MNS_WW_SINGLE); /* then it is no G1c */
    fixture_close(&f);
}

/* A read of its own transaction's last write proves its version number, and nothing else. */
static void test_numbers_of_own_reads(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:r :y 2] [:r :x 1 {:version 4}]")          /* 0 1 2 */
                 OK(1, "[:w :x 2] [:w :y 2] [:r :x 2 {:version 5}]")              /* 3 4 5 */
                 OK(2, "[:w :x 7] [:r :x 7 {:version 4}] [:w :x 8]")              /* 6 7 8 */
                 OK(3, "[:r :x 1] [:r :x 1 {:version 4}] [:r :x 2 {:version 5}]") /* 9 10 11 */
                 FAIL(4, "[:r :x 1 {:version 4}]"));                              /* 12 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G1C);
    mns_reason *r = sketch_step(&s, MNS_WW, 0, 3, 2);
    r->source = MNS_BY_VERSIONS;
    r->shown_also = 5;
    sketch_step(&s, MNS_WR, 4, 1, MNS_NONE);
    assert_true(accepts(&s));
    r->shown_by = 10; /* one that repeats another */
    r->shown_also = 11;
    assert_true(accepts(&s));
    REJECTS_WITH(&s, r->shown_by, 9);  /* no number */
    REJECTS_WITH(&s, r->shown_by, 5);  /* of another version */
    REJECTS_WITH(&s, r->shown_by, 7);  /* of what was overwritten */
    REJECTS_WITH(&s, r->shown_by, 12); /* of one that failed */
    REJECTS_WITH(&s, r->source, MNS_BY_PROCESS);
    REJECTS_WITH(&s, r->source, MNS_BY_WFR);
    fixture_close(&f);
}

static void test_transactions(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, PAIR OK(2, "[:r :x 2]")); /* 4 */
    int64_t order[] = {3, 7, 9};
    sketch s;
    mns_reason *r = ww(&s, &f, MNS_A_G1C, MNS_WW, MNS_BY_TRANSACTIONS, 0, 2);
    assert_false(accepts(&s)); /* no order was given */
    s.assumptions.transaction_order = order;
    assert_true(accepts(&s));
    REJECTS_WITH(&s, r->shown_also, 4); /* the order is of writers, not of readers */
    REJECTS_WITH(&s, order[1], 3);
    REJECTS_WITH(&s, order[1], 2);
    REJECTS_WITH(&s, order[0], INT64_MIN); /* not in the file */
    fixture_close(&f);
}

static void test_wfr(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:r :y 2]")       /* 0 1 */
                 OK(1, "[:w :y 2] [:r :x 1] [:w :x 2]") /* 2 3 4 */
                 OK(2, "[:r :x 1]"));                   /* 5 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G1C);
    mns_reason *r = sketch_step(&s, MNS_WW_OPEN, 0, 4, 3);
    r->source = MNS_BY_WFR;
    r->shown_also = 4;
    sketch_step(&s, MNS_WR, 2, 1, MNS_NONE);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, r->rests_on, MNS_WW); /* the opposite order would be a G1c */
    REJECTS_WITH(&s, r->shown_by, 5);      /* of another transaction */
    REJECTS_WITH(&s, r->shown_by, 0);      /* not a read */
    s.assumptions.wfr = true;
    r->rests_on = MNS_WW;
    assert_true(accepts(&s));
    fixture_close(&f);
}

/* Accesses of 1 before 2: by process 2, and by all processes in real time. */
static void test_meetings(void **state) {
    (void)state;
    fixture f;
    fixture_open(
        &f, INVOKE(0, "[:w :x 1] [:r :y nil]") INVOKE(1, "[:w :x 2] [:w :y 2]") PAIR /* 0 .. 3 */
                INVOKE(2, "[:r :x nil]") INVOKE(4, "[:r :x nil]") OK(2, "[:r :x 1]") /* 4 */
        INVOKE(2, "[:r :x nil]") OK(2, "[:r :x 2]")                                  /* 5 */
        INVOKE(3, "[:r :x nil]") OK(3, "[:r :x 2]")                                  /* 6 */
        OK(4, "[:r :x 2]"));                                                         /* 7 */
    sketch s;
    mns_reason *r = ww(&s, &f, MNS_A_G_SINGLE_ITEM_PROCESS, MNS_WW_PROCESS, MNS_BY_PROCESS, 4, 5);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, r->rests_on, MNS_WW);
    REJECTS_WITH(&s, r->rests_on, MNS_WW_SINGLE);
    REJECTS_WITH(&s, r->rests_on, MNS_WW_REALTIME); /* then it is one of real time */
    REJECTS_WITH(&s, r->shown_also, 6);             /* of another process */
    r = ww(&s, &f, MNS_A_G_SINGLE_ITEM_REALTIME, MNS_WW_REALTIME, MNS_BY_REALTIME, 4, 6);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, r->rests_on, MNS_WW_PROCESS);
    REJECTS_WITH(&s, r->shown_also, 7); /* it had begun before */
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G1C_REALTIME);
    r = ww(&s, &f, MNS_A_G1C, MNS_WW, MNS_BY_PROCESS, 4, 5);
    assert_false(accepts(&s));
    s.assumptions.sequential = true;
    assert_true(accepts(&s));
    s.assumptions = (mns_assumptions){.linearizable = true}; /* which says more */
    assert_true(accepts(&s));
    r = ww(&s, &f, MNS_A_G1C, MNS_WW, MNS_BY_REALTIME, 4, 6);
    s.assumptions.sequential = true; /* which says less */
    assert_false(accepts(&s));
    s.assumptions.linearizable = true;
    assert_true(accepts(&s));
    fixture_close(&f);
}

/* A transaction of unknown outcome has no end, so nothing follows it. */
static void test_meetings_need_ok(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, PAIR INFO(2, "[:r :x 1] [:w :z 1]") OK(2, "[:r :x 2] [:r :z 1]")); /* 4 .. 7 */
    sketch s;
    ww(&s, &f, MNS_A_G_SINGLE_ITEM_PROCESS, MNS_WW_PROCESS, MNS_BY_PROCESS, 4, 6);
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* ---- Derivations ---------------------------------------------------------------------------- */

/*
 * T1 (0 1 2) wrote x=1 and z=1; T3 (5 6) read z=1 and wrote v=1; T4 (7 8) read v=1 and x=2, which
 * T2 (3 4) wrote. So 1 precedes 2 in x, or T4 -rw-> T1 closes a cycle.
 */
#define PATH                                                                                       \
    OK(0, "[:w :x 1] [:r :y 2] [:w :z 1]")                                                         \
    OK(1, "[:w :x 2] [:w :y 2]")                                                                   \
    OK(2, "[:r :z 1] [:w :v 1]")                                                                   \
    OK(3, "[:r :v 1] [:r :x 2]")

static mns_reason *derive_path(derived *d, fixture *f) {
    memset(d, 0, sizeof *d);
    sketch_begin(&d->s, f, MNS_A_G_SINGLE_ITEM);
    mns_reason *r = by_lemma(sketch_step(&d->s, MNS_WW_SINGLE, 0, 3, MNS_NONE), 0);
    sketch_step(&d->s, MNS_WR, 4, 1, MNS_NONE);
    mns_derivation *of = derive(d, 0, 8);
    derive_step(d, of, MNS_WR, 2, 5);
    derive_step(d, of, MNS_WR, 6, 7);
    return r;
}

static void test_derivation(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, PATH);
    derived d;
    mns_reason *r = derive_path(&d, &f);
    sketch *s = &d.s;
    mns_derivation *of = &d.derivations[0];
    assert_true(accepts(s));
    REJECTS_WITH(s, r->rests_on, MNS_WW_OPEN); /* to a read: an rw would close it */
    REJECTS_WITH(s, r->lemma, 1);
    REJECTS_WITH(s, r->lemma, MNS_NONE);
    REJECTS_WITH(s, s->witness.derivation_count, 0);
    REJECTS_WITH(s, of->key, 1);
    REJECTS_WITH(s, of->from_mop, 2); /* another key */
    REJECTS_WITH(s, of->to_mop, 7);
    REJECTS_WITH(s, of->to_mop, 3); /* not of the last transaction */
    REJECTS_WITH(s, of->to_mop, MNS_NONE);
    REJECTS_WITH(s, of->step_count, 1); /* it leads nowhere */
    REJECTS_WITH(s, of->step_count, 0);
    REJECTS_WITH(s, of->txns[1], 1);
    REJECTS_WITH(s, of->txns[1], 99);
    REJECTS_WITH(s, of->steps[0].value, fixture_number(&f, 2));
    REJECTS_WITH(s, r->next, r->value);
    REJECTS_WITH(s, of->steps[0].to_mop, 7);
    REJECTS_WITH(s, of->steps[1].kind, MNS_RW);
    REJECTS_WITH(s, of->steps[1].rests_on, MNS_WW);
    fixture_close(&f);
}

/* A derivation of other versions, or of another key, is none of these. */
static void test_derivation_of_others(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, PATH OK(4, "[:w :x 3] [:w :u 1]") OK(5, "[:r :u 1] [:r :x 2]") /* 9 .. 12 */
                 OK(6, "[:w :w 1] [:w :t 1]") OK(7, "[:r :t 1] [:w :w 2]"));        /* 13 .. 16 */
    derived d;
    mns_reason *r = derive_path(&d, &f);
    derive_step(&d, derive(&d, 9, 12), MNS_WR, 10, 11);  /* 3 before 2 in x */
    derive_step(&d, derive(&d, 13, 16), MNS_WR, 14, 15); /* 1 before 2 in w */
    assert_true(accepts(&d.s));
    REJECTS_WITH(&d.s, r->lemma, 1);
    REJECTS_WITH(&d.s, r->lemma, 2);
    fixture_close(&f);
}

/* All transactions of the path must have committed. */
static void test_derivation_counts(void **state) {
    (void)state;
    static const char *const outcomes[] = {OK(2, "[:r :z 1] [:w :v 1]"),
                                           FAIL(2, "[:r :z 1] [:w :v 1]")};
    for (size_t i = 0; i < MNS_COUNT_OF(outcomes); i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s%s",
                 OK(0, "[:w :x 1] [:r :y 2] [:w :z 1]") OK(1, "[:w :x 2] [:w :y 2]"), outcomes[i],
                 OK(3, "[:r :v 1] [:r :x 2]"));
        fixture f;
        fixture_open(&f, text);
        derived d;
        derive_path(&d, &f);
        assert_int_equal(accepts(&d.s), i == 0);
        fixture_close(&f);
    }
}

/*
 * T1 (0 1) wrote x=1, then its process wrote z=1 in T3 (4); T5 (6 7) read that, and x=2:
 *
 *     T1 -process-> T3 -wr z-> T5
 *
 * so 1 precedes 2 in x, or there is a G-single-item-process.
 */
static void test_derivation_by_process(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:r :y 2]")         /* T1: 0 1 */
                 OK(1, "[:w :x 2] [:w :y 2]")             /* T2: 2 3 */
                 OK(0, "[:w :z 1]") OK(2, "[:w :z 2]")    /* T3: 4; T4: 5 */
                 OK(3, "[:r :z 1] [:r :x 2] [:r :v nil]") /* T5: 6 7 8 */
                 OK(4, "[:r :z 2] [:r :x 2]"));           /* T6: 9 10 */
    derived d;
    memset(&d, 0, sizeof d);
    sketch *s = &d.s;
    sketch_begin(s, &f, MNS_A_G_SINGLE_ITEM_PROCESS);
    mns_reason *r = by_lemma(sketch_step(s, MNS_WW_PROCESS, 0, 2, MNS_NONE), 0);
    sketch_step(s, MNS_WR, 3, 1, MNS_NONE);
    mns_derivation *of = derive(&d, 0, 7);
    derive_order(of, MNS_PROCESS, 2);
    derive_step(&d, of, MNS_WR, 4, 6);
    assert_true(accepts(s));
    /* Every class that is too low: without the order, or with less than the rw that would close it.
     * */
    REJECTS_WITH(s, r->rests_on, MNS_WW);
    REJECTS_WITH(s, r->rests_on, MNS_WW_SINGLE);
    REJECTS_WITH(s, r->rests_on, MNS_WW_ITEM);
    REJECTS_WITH(s, r->rests_on, MNS_WW_OPEN_PROCESS);
    REJECTS_WITH(s, r->rests_on, MNS_WW_REALTIME); /* then it is one of real time */
    REJECTS_WITH(s, s->witness.anomaly, MNS_A_G_SINGLE_ITEM);
    REJECTS_WITH(s, s->witness.anomaly, MNS_A_G1C_PROCESS);
    /* Near: T4 is of another process, and without invocations there is no real time. */
    REJECTS_WITH(s, of->steps[0].kind, MNS_REALTIME);
    REJECTS_WITH(s, of->steps[0].rests_on, MNS_WR);
    of->txns[1] = 3;
    of->steps[1].from_mop = 5;
    of->steps[1].to_mop = 9;
    of->steps[1].value = fixture_number(&f, 2);
    of->txns[2] = 5;
    of->to_mop = 10;
    assert_false(accepts(s));
    fixture_close(&f);
}

/* The same in real time: T3 began when T1 had completed; T4 had begun before. */
static void test_derivation_in_real_time(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(1, "[:w :x 2] [:w :y 2] [:r :z nil] [:r :u nil]")
                         INVOKE(0, "[:w :x 1] [:r :y nil]") INVOKE(5, "[:w :u 1]")
                             OK(0, "[:w :x 1] [:r :y 2]")           /* T1: 0 1 */
                 INVOKE(2, "[:w :z 1]") OK(2, "[:w :z 1]")          /* T2: 2 */
                 OK(5, "[:w :u 1]")                                 /* T3: 3 */
                 OK(1, "[:w :x 2] [:w :y 2] [:r :z 1] [:r :u 1]")); /* T4: 4 5 6 7 */
    derived d;
    memset(&d, 0, sizeof d);
    sketch *s = &d.s;
    sketch_begin(s, &f, MNS_A_G1C_REALTIME);
    mns_reason *r = by_lemma(sketch_step(s, MNS_WW_OPEN_REALTIME, 0, 4, MNS_NONE), 0);
    sketch_step(s, MNS_WR, 5, 1, MNS_NONE);
    mns_derivation *of = derive(&d, 0, 4);
    derive_order(of, MNS_REALTIME, 1);
    derive_step(&d, of, MNS_WR, 2, 6);
    assert_true(accepts(s));
    REJECTS_WITH(s, r->rests_on, MNS_WW);
    REJECTS_WITH(s, r->rests_on, MNS_WW_OPEN);
    REJECTS_WITH(s, r->rests_on, MNS_WW_OPEN_PROCESS);
    REJECTS_WITH(s, s->witness.anomaly, MNS_A_G1C);
    REJECTS_WITH(s, s->witness.anomaly, MNS_A_G1C_PROCESS);
    REJECTS_WITH(s, of->steps[0].kind, MNS_PROCESS); /* of two processes */
    of->txns[1] = 2;                                 /* T3 had begun before T1 completed */
    of->steps[1].from_mop = 3;
    of->steps[1].to_mop = 7;
    of->steps[1].key = f.history.tables.mops.key[3];
    assert_false(accepts(s));
    fixture_close(&f);
}

/*
 * Two rw, the closing one included, with other steps on both sides:
 *
 *     T1 (0 1 2) -wr z-> T3 (5 6) -rw u-> T4 (7 8) -wr v-> T5 (9 10), which read x=2
 *
 * so 1 precedes 2 in x, or there is a G-nonadjacent-item.
 */
static void test_derivation_nonadjacent(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:r :y 2] [:w :z 1]") /* 0 1 2 */
                 OK(1, "[:w :x 2] [:w :y 2]")               /* 3 4 */
                 OK(2, "[:r :z 1] [:r :u nil]")             /* 5 6 */
                 OK(3, "[:w :u 1] [:w :v 1] [:r :x 2]")     /* 7 8 9 */
                 OK(4, "[:r :v 1] [:r :x 2]"));             /* 10 11 */
    derived d;
    memset(&d, 0, sizeof d);
    sketch *s = &d.s;
    /* The cycle has no rw: its class is that of its condition. */
    sketch_begin(s, &f, MNS_A_G_NONADJACENT_ITEM);
    mns_reason *r = by_lemma(sketch_step(s, MNS_WW_NONADJACENT, 0, 3, MNS_NONE), 0);
    sketch_step(s, MNS_WR, 4, 1, MNS_NONE);
    mns_derivation *of = derive(&d, 0, 11);
    derive_step(&d, of, MNS_WR, 2, 5);
    derive_step(&d, of, MNS_RW, 6, 7)->source = MNS_BY_INITIAL;
    derive_step(&d, of, MNS_WR, 8, 10);
    assert_true(accepts(s));
    REJECTS_WITH(s, r->rests_on, MNS_WW_OPEN);
    REJECTS_WITH(s, r->rests_on, MNS_WW_SINGLE);
    REJECTS_WITH(s, s->witness.anomaly, MNS_A_G_SINGLE_ITEM);
    /* T4 read x=2 itself: the rw to it and the one that closes the cycle are next to each other. */
    of->step_count = 2;
    of->to_mop = 9;
    assert_false(accepts(s));
    r->rests_on = MNS_WW_ITEM;
    s->witness.anomaly = MNS_A_G2_ITEM;
    assert_true(accepts(s));
    fixture_close(&f);
}

/* To the writer of the later version, by ww and wr: nothing but a G1c could be there instead. */
static void test_derivation_to_writer(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:r :y 2] [:w :z 1]") /* 0 1 2 */
                 OK(1, "[:r :z 1] [:w :x 2] [:w :y 2]"));   /* 3 4 5 */
    derived d;
    memset(&d, 0, sizeof d);
    sketch *s = &d.s;
    sketch_begin(s, &f, MNS_A_G1C);
    mns_reason *r = by_lemma(sketch_step(s, MNS_WW_OPEN, 0, 4, MNS_NONE), 0);
    sketch_step(s, MNS_WR, 5, 1, MNS_NONE);
    derive_step(&d, derive(&d, 0, 4), MNS_WR, 2, 3);
    assert_true(accepts(s));
    REJECTS_WITH(s, r->rests_on, MNS_WW);
    REJECTS_WITH(s, r->rests_on, MNS_WW_ITEM); /* then it is a G2-item */
    fixture_close(&f);
}

/*
 * A derivation with an rw on its way, and one that rests on it:
 *
 *     T1 (0 1 2) -rw u-> T3 (5 6) -wr v-> T4 (7 8), which read x=2
 *
 * so 1 precedes 2 in x, or there is a G2-item.
 */
static void test_derivations_in_order(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:r :y 2] [:r :u nil]") /* 0 1 2 */
                 OK(1, "[:w :x 2] [:w :y 2]")                 /* 3 4 */
                 OK(2, "[:w :u 1] [:w :v 1]")                 /* 5 6 */
                 OK(3, "[:r :v 1] [:r :x 2]"));               /* 7 8 */
    derived d;
    memset(&d, 0, sizeof d);
    sketch *s = &d.s;
    sketch_begin(s, &f, MNS_A_G2_ITEM);
    mns_reason *r = by_lemma(sketch_step(s, MNS_WW_ITEM, 0, 3, MNS_NONE), 0);
    sketch_step(s, MNS_WR, 4, 1, MNS_NONE);
    mns_derivation *first = derive(&d, 0, 8);
    derive_step(&d, first, MNS_RW, 2, 5)->source = MNS_BY_INITIAL;
    derive_step(&d, first, MNS_WR, 6, 7);
    assert_true(accepts(s));
    REJECTS_WITH(s, r->rests_on, MNS_WW_SINGLE);           /* two rw: a G2-item */
    REJECTS_WITH(s, first->steps[0].source, MNS_BY_LEMMA); /* there is no earlier derivation */
    /* one that rests on the first, and on which the first must not rest */
    mns_derivation *second = derive(&d, 0, 3);
    by_lemma(derive_step(&d, second, MNS_WW_ITEM, 0, 3), 0);
    assert_true(accepts(s)); /* the same derivation again */
    REJECTS_WITH(s, second->steps[0].lemma, 1);
    REJECTS_WITH(s, second->steps[0].rests_on, MNS_WW_SINGLE);
    REJECTS_WITH(s, r->lemma, 2);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_numbers_of_own_reads),
        cmocka_unit_test(test_transactions),
        cmocka_unit_test(test_wfr),
        cmocka_unit_test(test_meetings),
        cmocka_unit_test(test_meetings_need_ok),
        cmocka_unit_test(test_derivation),
        cmocka_unit_test(test_derivation_of_others),
        cmocka_unit_test(test_derivation_counts),
        cmocka_unit_test(test_derivation_by_process),
        cmocka_unit_test(test_derivation_in_real_time),
        cmocka_unit_test(test_derivation_nonadjacent),
        cmocka_unit_test(test_derivation_to_writer),
        cmocka_unit_test(test_derivations_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
