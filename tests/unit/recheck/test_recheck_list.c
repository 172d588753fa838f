/*
 * test_recheck_list.c - src/recheck/recheck_list.c: a ww between appends that no read shows, by a
 * derivation. Steps that reads show are in test_recheck_cycle.c.
 */
#include <stdio.h>

#include "unit/support/derived_support.h"

/*
 * T1 (0 1 2) appended 1 to x and to z; T2 (3 4 5) read that z and appended 2 to x. So 1 precedes 2
 * in x, or there is a G1c; and T1 saw what T2 appended to y.
 */
#define PAIR                                                                                       \
    OK(0, "[:append :x 1] [:r :y [2]] [:append :z 1]")                                             \
    OK(1, "[:r :z [1]] [:append :x 2] [:append :y 2]")

static mns_reason *derive_pair(derived *d, fixture *f) {
    memset(d, 0, sizeof *d);
    sketch_begin(&d->s, f, MNS_A_G1C);
    mns_reason *r = by_lemma(sketch_step(&d->s, MNS_WW_OPEN, 0, 4, MNS_NONE), 0);
    sketch_step(&d->s, MNS_WR, 5, 1, MNS_NONE);
    derive_step(d, derive(d, 0, 4), MNS_WR, 2, 3);
    return r;
}

static void test_derivation(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, PAIR);
    derived d;
    mns_reason *r = derive_pair(&d, &f);
    sketch *s = &d.s;
    mns_derivation *of = &d.derivations[0];
    assert_true(accepts(s));
    REJECTS_WITH(s, r->rests_on, MNS_WW);
    REJECTS_WITH(s, r->lemma, 1);
    REJECTS_WITH(s, r->lemma, MNS_NONE); /* then 1 would have to be the last that was seen */
    REJECTS_WITH(s, s->witness.derivation_count, 0);
    REJECTS_WITH(s, s->witness.anomaly, MNS_A_G0);
    REJECTS_WITH(s, of->to_mop, 3);   /* a read is no end of one */
    REJECTS_WITH(s, of->to_mop, 5);   /* another key */
    REJECTS_WITH(s, of->from_mop, 2); /* another key */
    REJECTS_WITH(s, of->from_mop, MNS_NONE);
    REJECTS_WITH(s, of->step_count, 0);
    REJECTS_WITH(s, of->txns[1], 0);
    REJECTS_WITH(s, of->steps[0].to_mop, 1);
    REJECTS_WITH(s, r->next, r->value);
    fixture_close(&f);
}

/* The order of elements that were read is that of the lists, never of a derivation. */
static void test_derivation_of_seen_appends(void **state) {
    (void)state;
    static const struct {
        const char *read;
        bool accepted;
    } rows[] = {{OK(2, "[:r :x []]"), true},
                {OK(2, "[:r :x [1 2]]"), false},
                {OK(2, "[:r :x [1]]"), false},
                {OK(2, "[:r :x [2]]"), false},
                {FAIL(2, "[:r :x [1 2]]"), true}}; /* of one that failed */
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s", PAIR, rows[i].read);
        fixture f;
        fixture_open(&f, text);
        derived d;
        derive_pair(&d, &f);
        assert_int_equal(accepts(&d.s), rows[i].accepted);
        fixture_close(&f);
    }
}

/* An rw on the way: 1 precedes 2, or there is a G-single-item, which is no G1c. */
static void test_derivation_through_rw(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:r :y [2]] [:r :z []]")      /* 0 1 2 */
                 OK(1, "[:append :z 1] [:append :x 2] [:append :y 2]")); /* 3 4 5 */
    derived d;
    memset(&d, 0, sizeof d);
    sketch *s = &d.s;
    sketch_begin(s, &f, MNS_A_G_SINGLE_ITEM);
    mns_reason *r = by_lemma(sketch_step(s, MNS_WW_SINGLE, 0, 4, MNS_NONE), 0);
    sketch_step(s, MNS_WR, 5, 1, MNS_NONE);
    derive_step(&d, derive(&d, 0, 4), MNS_RW, 2, 3);
    assert_true(accepts(s));
    REJECTS_WITH(s, r->rests_on, MNS_WW_OPEN);
    REJECTS_WITH(s, s->witness.anomaly, MNS_A_G1C);
    fixture_close(&f);
}

/* By process order; the near miss is of another process. */
static void test_derivation_by_process(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 OK(0, "[:append :x 1] [:r :y [2]]")                   /* 0 1 */
                 "{:type :ok, :process %u, :value [[:append :z 1]]}\n" /* 2 */
                 OK(2, "[:r :z [1]] [:append :x 2] [:append :y 2]"),   /* 3 4 5 */
                 (unsigned)i);
        fixture f;
        fixture_open(&f, text);
        derived d;
        memset(&d, 0, sizeof d);
        sketch_begin(&d.s, &f, MNS_A_G1C_PROCESS);
        mns_reason *r = by_lemma(sketch_step(&d.s, MNS_WW_OPEN_PROCESS, 0, 4, MNS_NONE), 0);
        sketch_step(&d.s, MNS_WR, 5, 1, MNS_NONE);
        mns_derivation *of = derive(&d, 0, 4);
        derive_order(of, MNS_PROCESS, 1);
        derive_step(&d, of, MNS_WR, 2, 3);
        assert_int_equal(accepts(&d.s), i == 0);
        if (i == 0) {
            REJECTS_WITH(&d.s, r->rests_on, MNS_WW_OPEN);
            REJECTS_WITH(&d.s, d.s.witness.anomaly, MNS_A_G1C);
        }
        fixture_close(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derivation),
        cmocka_unit_test(test_derivation_of_seen_appends),
        cmocka_unit_test(test_derivation_through_rw),
        cmocka_unit_test(test_derivation_by_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
