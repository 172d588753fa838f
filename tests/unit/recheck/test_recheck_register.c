/*
 * test_recheck_register.c - dependencies and anomalies of registers: what follows is accepted, and
 * nothing near. How the order of two versions is known has tests of its own:
 * test_recheck_version.c.
 */
#include "unit/support/recheck_support.h"

static mns_value number(fixture *f, int64_t integer) { return fixture_number(f, integer); }

/* A step from the initial state. */
static void rw_initial(sketch *s, uint32_t read, uint32_t write) {
    sketch_step(s, MNS_RW, read, write, MNS_NONE)->source = MNS_BY_INITIAL;
}

static void test_read_skew(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:w :y 1]")       /* 0 1 */
                 OK(1, "[:r :x nil] [:r :y 1]")         /* 2 3 */
                 OK(2, "[:w :x 8] [:w :x 9] [:r :x 9]") /* 4 5 6 */
                 OK(3, "[:w :y 7]"));                   /* 7 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    rw_initial(&s, 2, 0);
    sketch_step(&s, MNS_WR, 1, 3, MNS_NONE);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.steps[0].reason.next, number(&f, 2));
    REJECTS_WITH(&s, s.steps[0].reason.value, number(&f, 1));
    REJECTS_WITH(&s, s.steps[0].reason.from_mop, 3);
    REJECTS_WITH(&s, s.steps[0].reason.source, MNS_BY_VERSIONS);
    REJECTS_WITH(&s, s.steps[0].reason.source, MNS_BY_LEMMA);
    REJECTS_WITH(&s, s.steps[1].reason.value, number(&f, 7));
    REJECTS_WITH(&s, s.steps[1].reason.to_mop, 2);
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    rw_initial(&s, 2, 4); /* 8 is no version: it was overwritten at once */
    sketch_step(&s, MNS_WR, 1, 3, MNS_NONE);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static bool accepts_g1c(const char *first, uint32_t written, uint32_t read) {
    char text[512];
    snprintf(text, sizeof text, "%s" OK(1, "[:w :y 1] [:r :x 1]") OK(2, "[:r :z 1]"), first);
    fixture f;
    fixture_open_ambiguous(&f, text);
    sketch s;
    uint32_t second = f.history.tables.mops.count - 3;
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WR, written, second + 1, MNS_NONE);
    sketch_step(&s, MNS_WR, second, read, MNS_NONE);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_wr(void **state) {
    (void)state;
    assert_true(accepts_g1c(OK(0, "[:w :x 1] [:r :y 1]"), 0, 1));
    assert_true(accepts_g1c(INFO(0, "[:w :x 1] [:r :y 1]"), 0, 1)); /* seen, so it happened */
    assert_false(accepts_g1c(FAIL(0, "[:w :x 1] [:r :y 1]"), 0, 1));
    assert_false(accepts_g1c(OK(0, "[:w :x 1] [:r :y 1] [:w :x 2]"), 0, 1)); /* intermediate */
    /* Not external: it saw it all the same. */
    assert_true(accepts_g1c(OK(0, "[:w :x 1] [:r :y nil] [:r :y 1]"), 0, 2));
    assert_true(accepts_g1c(OK(0, "[:w :x 1] [:w :y 7] [:r :y 1]"), 0, 2));
    assert_false(accepts_g1c(OK(0, "[:w :x 1] [:w :y 7] [:r :y 7]"), 0, 2)); /* its own */
    /* written twice: its writer is unknown */
    assert_false(accepts_g1c(OK(0, "[:w :x 1] [:r :y 1]") OK(5, "[:w :x 1]"), 0, 1));
}

/* Only what a transaction wrote last is a version. */
static void test_ww_of_last_writes(void **state) {
    (void)state;
    static const char *const writes[][2] = {
        {OK(0, "[:w :x 1 {:version 1}] [:w :y 1 {:version 2}] [:r :z nil]"),
         OK(1, "[:w :x 2 {:version 2}] [:w :y 2 {:version 1}] [:r :z nil]")},
        {OK(0, "[:w :x 1 {:version 1}] [:w :y 1 {:version 2}] [:w :x 7]"),
         OK(1, "[:w :x 2 {:version 2}] [:w :y 2 {:version 1}] [:r :z nil]")},
        {OK(0, "[:w :x 1 {:version 1}] [:w :y 1 {:version 2}] [:r :z nil]"),
         OK(1, "[:w :x 2 {:version 2}] [:w :y 2 {:version 1}] [:w :x 7]")},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(writes); i++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", writes[i][0], writes[i][1]);
        fixture f;
        fixture_open(&f, text);
        sketch s;
        sketch_begin(&s, &f, MNS_A_G0);
        mns_reason *r = sketch_step(&s, MNS_WW, 0, 3, 0);
        r->source = MNS_BY_VERSIONS;
        r->shown_also = 3;
        r = sketch_step(&s, MNS_WW, 4, 1, 4);
        r->source = MNS_BY_VERSIONS;
        r->shown_also = 1;
        assert_int_equal(accepts(&s), i == 0);
        fixture_close(&f);
    }
}

/* An info transaction of which one write was seen is taken to have made the other, too; if it was
 * rolled back there is a G1a. So that makes no G0. */
static bool accepts_g0(const char *writer, const char *seen, mns_anomaly anomaly, mns_kind kind) {
    char text[1024];
    snprintf(text, sizeof text,
             OK(0, "[:w :x 1 {:version 1}] [:w :y 1 {:version 2}]")            /* 0 1 */
             "%s"                                                              /* 2 3 */
             OK(2, "[:r :x 2 {:version 2}]") OK(3, "[:r :y %s {:version 1}]"), /* 4 5 */
             writer, seen);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    sketch_begin(&s, &f, anomaly);
    mns_reason *r = sketch_step(&s, MNS_WW, 0, 2, 0);
    r->source = MNS_BY_VERSIONS;
    r->shown_also = 4;
    r = sketch_step(&s, kind, 3, 1, 3);
    r->source = MNS_BY_VERSIONS;
    r->shown_also = 1;
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_unseen_write_of_info(void **state) {
    (void)state;
    static const char ok[] = OK(1, "[:w :x 2 {:version 2}] [:w :y 2 {:version 1}]");
    static const char info[] = INFO(1, "[:w :x 2 {:version 2}] [:w :y 2 {:version 1}]");
    assert_true(accepts_g0(ok, "2", MNS_A_G0, MNS_WW));
    assert_true(accepts_g0(ok, "nil", MNS_A_G0, MNS_WW));
    assert_true(accepts_g0(info, "2", MNS_A_G0, MNS_WW));
    assert_false(accepts_g0(info, "nil", MNS_A_G0, MNS_WW));
    assert_false(accepts_g0(info, "nil", MNS_A_G1C, MNS_WW));
    assert_true(accepts_g0(info, "nil", MNS_A_G1C, MNS_WW_OPEN));
}

/* ---- Cases ---------------------------------------------------------------------------------- */

static void test_shared_cases(void **state) {
    (void)state;
    fixture f;
    fixture_open_ambiguous(&f, FAIL(0, "[:w :x 1]") OK(1, "[:r :x 1]")     /* 0 1 */
                           OK(2, "[:r :x 5]") OK(3, "[:r :y 2] [:w :y 2]") /* 2 3 4 */
                           OK(4, "[:r :x nil]") FAIL(5, "[:w :z 1]")       /* 5 6 */
                           FAIL(6, "[:w :z 1]") OK(7, "[:r :z 1]"));       /* 7 8 */
    sketch s;
    CASE(&s, &f, MNS_A_G1A, number(&f, 1), 1, 0);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, number(&f, 1), 8, 6); /* written twice */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_GARBAGE_READ, number(&f, 5), 2);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 1));
    CASE(&s, &f, MNS_A_GARBAGE_READ, MNS_VALUE_INITIAL, 5); /* the initial state has no writer */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, number(&f, 2), 3, 4);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_DUPLICATE_ELEMENTS, number(&f, 5), 2); /* of lists and sets */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_g1b(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:w :y 1] [:w :x 2]") /* 0 1 2 */
                 OK(1, "[:r :x 1]") OK(2, "[:r :x 2]")      /* 3 4 */
                 OK(3, "[:w :z 1] [:r :z 1] [:w :z 2]"));   /* 5 6 7 */
    sketch s;
    CASE(&s, &f, MNS_A_G1B, number(&f, 1), 3, 0);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_G1B, number(&f, 2), 4, 2); /* nothing follows it */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1B, number(&f, 1), 4, 0); /* not what was read */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1B, number(&f, 1), 6, 5); /* its own */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_internal(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:r :x 2]") OK(1, "[:w :x 2] [:r :x 2]") /* 0 .. 3 */
                 OK(2, "[:r :x nil] [:r :x 2]")                                /* 4 5 */
                 OK(3, "[:r :x 2] [:w :x 3] [:r :x 3]"));                      /* 6 7 8 */
    sketch s;
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 1, 0);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 3, 2);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 5, 4); /* a read that did not repeat */
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 8, 6); /* it wrote in between */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 3, 0); /* another transaction's */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_lost_update(void **state) {
    (void)state;
    fixture f;
    fixture_open_ambiguous(&f, OK(0, "[:w :x 1]")                                      /* 0 */
                           OK(1, "[:r :x 1] [:w :x 2]") OK(2, "[:r :x 1] [:w :x 3]")   /* 1 .. 4 */
                           OK(3, "[:r :x nil] [:w :x 4]")                              /* 5 6 */
                           OK(4, "[:r :x nil] [:r :x 1] [:w :x 5]")                    /* 7 8 9 */
                           OK(5, "[:w :y 1]") OK(6, "[:w :y 1]")                       /* 10 11 */
                           OK(7, "[:r :y 1] [:w :y 2]") OK(8, "[:r :y 1] [:w :y 3]")); /* 12 .. */
    sketch s;
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 1, 2, 3, 4);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 5, 6, 7, 9); /* the initial state */
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 1, 2, 5, 6); /* of two versions */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 1, 2, 8, 9); /* not its first read */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 12, 13, 14, 15); /* of which of the two? */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_incompatible_versions(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1 {:version 3}]") OK(1, "[:w :x 2 {:version 3}]") /* 0 1 */
                 OK(2, "[:r :x 1 {:version 4}]") OK(3, "[:r :x 1 {:version 3}]")     /* 2 3 */
                 OK(4, "[:r :x 1]") FAIL(5, "[:w :x 3 {:version 3}]")                /* 4 5 */
                 OK(6, "[:w :x 5 {:version 9}] [:w :x 6 {:version 9}]")              /* 6 7 */
                 OK(7, "[:r :x nil {:version 3}]"));                                 /* 8 */
    sketch s;
    CASE(&s, &f, MNS_A_INCOMPATIBLE_VERSIONS, number(&f, 1), 0, 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 2));
    CASE(&s, &f, MNS_A_INCOMPATIBLE_VERSIONS, number(&f, 1), 0, 2);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INCOMPATIBLE_VERSIONS, number(&f, 1), 0, 8);
    assert_true(accepts(&s));
    static const uint32_t harmless[][2] = {
        {0, 3}, /* one version, one value */
        {0, 4}, /* no number */
        {0, 5}, /* failed */
        {6, 7}, /* overwritten at once */
        {1, 2}, /* two of each */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(harmless); i++) {
        uint32_t first = harmless[i][0];
        CASE(&s, &f, MNS_A_INCOMPATIBLE_VERSIONS, f.history.tables.mops.value[first], first,
             harmless[i][1]);
        assert_false(accepts(&s));
    }
    fixture_close(&f);
}

static void test_cyclic_versions(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1 {:version 1}]") OK(1, "[:r :x nil {:version 2}]") /* 0 1 */
                 OK(2, "[:r :x nil]") OK(3, "[:r :x nil {:version 0}]"));              /* 2 3 */
    sketch s;
    CASE(&s, &f, MNS_A_CYCLIC_VERSIONS, MNS_VALUE_NONE, 1, 0, 0, 1);
    s.witness.sources = 1u << MNS_BY_INITIAL | 1u << MNS_BY_VERSIONS;
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.sources, 1u << MNS_BY_VERSIONS);
    REJECTS_WITH(&s, s.witness.sources, 1u << MNS_BY_INITIAL);
    REJECTS_WITH(&s, s.mops[3], 2); /* without a number */
    REJECTS_WITH(&s, s.mops[3], 3); /* with a smaller one */
    REJECTS_WITH(&s, s.witness.mop_count, 3);
    CASE(&s, &f, MNS_A_CYCLIC_VERSIONS, MNS_VALUE_NONE, 1, 0); /* a beginning, but no circle */
    s.witness.sources = 1u << MNS_BY_INITIAL | 1u << MNS_BY_VERSIONS;
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* The order of a process's accesses proves an order only if the user assumes so. */
static void test_cyclic_by_assumption(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1]") OK(1, "[:w :x 2]")                  /* 0 1 */
                 OK(2, "[:r :x 1]") OK(2, "[:r :x 2]")                      /* 2 3 */
                 OK(3, "[:r :x 2]") OK(3, "[:r :x 1]")                      /* 4 5 */
                 FAIL(4, "[:w :x 3]") OK(5, "[:r :x 3]") OK(5, "[:r :x 1]") /* 6 7 8 */
                 OK(6, "[:r :x 1]") OK(6, "[:r :x 3]"));                    /* 9 10 */
    sketch s;
    CASE(&s, &f, MNS_A_CYCLIC_VERSIONS, MNS_VALUE_NONE, 2, 3, 4, 5);
    s.witness.sources = 1u << MNS_BY_PROCESS;
    assert_false(accepts(&s));
    s.assumptions.sequential = true;
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.mops[1], 4); /* of another process */
    REJECTS_WITH(&s, s.witness.sources, 1u << MNS_BY_REALTIME);
    CASE(&s, &f, MNS_A_CYCLIC_VERSIONS, MNS_VALUE_NONE, 7, 8, 9, 10);
    s.witness.sources = 1u << MNS_BY_PROCESS;
    s.assumptions.sequential = true;
    assert_false(accepts(&s)); /* an aborted write is no version */
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_skew),
        cmocka_unit_test(test_wr),
        cmocka_unit_test(test_ww_of_last_writes),
        cmocka_unit_test(test_unseen_write_of_info),
        cmocka_unit_test(test_shared_cases),
        cmocka_unit_test(test_g1b),
        cmocka_unit_test(test_internal),
        cmocka_unit_test(test_lost_update),
        cmocka_unit_test(test_incompatible_versions),
        cmocka_unit_test(test_cyclic_versions),
        cmocka_unit_test(test_cyclic_by_assumption),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
