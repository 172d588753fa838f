/* test_recheck_set.c - dependencies and anomalies of sets: what follows is accepted, nothing near.
 * */
#include "unit/support/recheck_support.h"

static mns_value number(fixture *f, int64_t integer) { return fixture_number(f, integer); }

/* A read skew: T2 missed T1's add to x and saw its add to y. */
static void test_steps(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:add :x 1] [:add :y 1]")              /* 0 1 */
                 OK(1, "[:r :x #{}] [:r :y #{1}]")                 /* 2 3 */
                 OK(2, "[:r :x #{1}] [:r :x #{}]")                 /* 4 5 */
                 OK(3, "[:add :y 2] [:r :x nil] [:r :y #{1 2}]")); /* 6 7 8 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE);
    sketch_step(&s, MNS_RW, 2, 0, MNS_NONE);
    sketch_step(&s, MNS_WR, 1, 3, MNS_NONE);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.anomaly,
                 MNS_A_G_SINGLE_ITEM); /* rows that were missed are no items */
    REJECTS_WITH(&s, s.assumptions.sets_are_objects, true);
    REJECTS_WITH(&s, s.steps[0].reason.next, number(&f, 2)); /* it does not add that */
    REJECTS_WITH(&s, s.steps[0].reason.value, number(&f, 1));
    REJECTS_WITH(&s, s.steps[0].reason.from_mop, 3); /* another key */
    REJECTS_WITH(&s, s.steps[0].reason.to_mop, 1);
    REJECTS_WITH(&s, s.steps[1].reason.value, number(&f, 2));
    REJECTS_WITH(&s, s.steps[1].reason.to_mop, 2); /* it does not show it */
    sketch_begin(&s, &f, MNS_A_G_SINGLE);
    sketch_step(&s, MNS_RW, 2, 0, MNS_NONE);
    sketch_step(&s, MNS_WR, 0, 3, MNS_NONE)->key = f.history.tables.mops.key[0];
    assert_false(accepts(&s)); /* 1 is in it, but that is another key's */
    sketch_begin(&s, &f, MNS_A_G_SINGLE);
    sketch_step(&s, MNS_RW, 4, 0, MNS_NONE); /* it shows 1 */
    sketch_step(&s, MNS_WR, 0, 4, MNS_NONE);
    assert_false(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_SINGLE);
    sketch_step(&s, MNS_RW, 5, 0, MNS_NONE); /* a later read misses what it misses */
    sketch_step(&s, MNS_WR, 0, 4, MNS_NONE);
    assert_true(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_SINGLE);
    sketch_step(&s, MNS_RW, 7, 0, MNS_NONE); /* own adds before it do not matter */
    sketch_step(&s, MNS_WR, 1, 8, MNS_NONE);
    assert_true(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WW, 1, 6, 8); /* there is no ww */
    sketch_step(&s, MNS_WW, 6, 1, 8);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static bool accepts_g1c(const char *outcome, const char *read) {
    char text[512];
    snprintf(text, sizeof text, "%s" OK(1, "[:add :y 1] [:r :x #{1}]") OK(2, "[:r :y #{%s}]"),
             outcome, read);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WR, 0, 3, MNS_NONE);
    sketch_step(&s, MNS_WR, 2, 1, MNS_NONE);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

/* An info transaction counts if a counting transaction read its add. */
static void test_outcomes(void **state) {
    (void)state;
    assert_true(accepts_g1c(OK(0, "[:add :x 1] [:r :y #{1}]"), ""));
    assert_true(accepts_g1c(INFO(0, "[:add :x 1] [:r :y #{1}]"), ""));
    assert_false(accepts_g1c(FAIL(0, "[:add :x 1] [:r :y #{1}]"), ""));
    assert_false(accepts_g1c(INFO(0, "[:add :z 1] [:r :y #{1}]"), "")); /* not read */
}

static void test_ambiguous(void **state) {
    (void)state;
    fixture f;
    fixture_open_ambiguous(&f, OK(0, "[:add :x 1] [:add :y 1]")           /* 0 1 */
                           OK(1, "[:r :x #{}] [:r :y #{1}]")              /* 2 3 */
                           OK(2, "[:add :x 1]") FAIL(3, "[:add :z 1]")    /* 4 5 */
                           FAIL(4, "[:add :z 1]") OK(5, "[:r :z #{1}]")); /* 6 7 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE);
    sketch_step(&s, MNS_RW, 2, 0, MNS_NONE); /* which add of 1 would it have shown? */
    sketch_step(&s, MNS_WR, 1, 3, MNS_NONE);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, number(&f, 1), 7, 5);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_shared_cases(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, FAIL(0, "[:add :x 1]") OK(1, "[:add :x 2]")   /* 0 1 */
                 OK(2, "[:r :x #{1 2 3}]") FAIL(3, "[:r :x #{1}]") /* 2 3 */
                 OK(4, "[:r :x #{4}] [:add :x 4]"));               /* 4 5 */
    sketch s;
    CASE(&s, &f, MNS_A_G1A, number(&f, 1), 2, 0);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, number(&f, 2), 2, 1); /* it committed */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, number(&f, 1), 3, 0); /* the reader did not */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_GARBAGE_READ, number(&f, 3), 2);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 1)); /* added, if in vain */
    REJECTS_WITH(&s, s.witness.element, number(&f, 5)); /* not read */
    CASE(&s, &f, MNS_A_FUTURE_READ, number(&f, 4), 4, 5);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, number(&f, 4), 2, 5); /* of another */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 4, 5, 4, 5); /* adds are never lost so */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_duplicates(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:add :x 1]") OK(1, "[:r :x [1 1 2]]") OK(2, "[:r :x [1 2]]")
                         FAIL(3, "[:r :x [1 1]]") OK(4, "[:r :x []]"));
    sketch s;
    CASE(&s, &f, MNS_A_DUPLICATE_ELEMENTS, number(&f, 1), 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 2));
    REJECTS_WITH(&s, s.witness.element, MNS_VALUE_NONE);
    for (uint32_t read = 2; read <= 4; read++) {
        CASE(&s, &f, MNS_A_DUPLICATE_ELEMENTS, number(&f, 1), read);
        assert_false(accepts(&s));
    }
    fixture_close(&f);
}

static void test_internal(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x #{1}] [:add :x 2] [:r :x #{1}]")           /* 0 1 2 */
                 OK(1, "[:r :x #{1}] [:add :x 3] [:r :x #{1 3}]")             /* 3 4 5 */
                 OK(2, "[:r :x #{1}] [:r :x #{1 2}]")                         /* 6 7 */
                 OK(3, "[:add :x 4] [:r :x #{1 4}] [:add :x 5] [:r :x #{5}]") /* 8 9 10 11 */
                 OK(4, "[:add :x 6] [:r :x #{1}]")                            /* 12 13 */
                 OK(5, "[:r :x nil] [:r :x #{}]")
                     FAIL(6, "[:r :x #{1}] [:add :x 9] [:r :x #{1}]")); /* 16 17 18 */
    sketch s;
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 2, 0, 1); /* its own add is missing */
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.mop_count, 2);           /* correct without the add */
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 7, 6); /* one that was not there before */
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 11, 9, 10); /* an element is missing */
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 13, 12); /* no read before, but its own add */
    assert_true(accepts(&s));
    static const uint32_t harmless[][3] = {
        {5, 3, 4}, {9, 8, 8}, {15, 14, 14}, {7, 0, 1}, {18, 16, 17}};
    for (size_t i = 0; i < MNS_COUNT_OF(harmless); i++) {
        CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, harmless[i][0], harmless[i][1],
             harmless[i][2]);
        s.witness.mop_count = harmless[i][1] == harmless[i][2] ? 2 : 3;
        assert_false(accepts(&s));
    }
    fixture_close(&f);
}

static void test_incomparable_reads(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:add :x 1]") OK(1, "[:add :x 2]")   /* 0 1 */
                 OK(2, "[:r :x #{1}]") OK(3, "[:r :x #{2}]")     /* 2 3 */
                 OK(4, "[:r :x #{1 2}]") FAIL(5, "[:r :x #{2}]") /* 4 5 */
                 FAIL(6, "[:add :x 7]") OK(7, "[:r :x #{7}]")    /* 6 7 */
                 OK(8, "[:add :x 3] [:r :x #{3}]")               /* 8 9 */
                 OK(9, "[:r :x #{9}]")                           /* 10: 9 is never added */
                 OK(10, "[:r :x #{1}] [:r :x #{2}]"));           /* 11 12 */
    sketch s;
    CASE(&s, &f, MNS_A_INCOMPARABLE_READS, number(&f, 1), 2, 3);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 2));
    REJECTS_WITH(&s, s.witness.element, MNS_VALUE_NONE);
    static const uint32_t harmless[][2] = {
        {2, 4},   /* the one includes the other */
        {2, 5},   /* a failed reader */
        {2, 7},   /* of a failed add: an aborted read, and no more */
        {2, 9},   /* of the reader's own add */
        {2, 10},  /* never added */
        {11, 12}, /* of one transaction */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(harmless); i++) {
        CASE(&s, &f, MNS_A_INCOMPARABLE_READS, number(&f, 1), harmless[i][0], harmless[i][1]);
        assert_false(accepts(&s));
    }
    fixture_close(&f);
}

/* T1 adds 1; T2 reads, before or after T1 is done; T3 reads last. */
static bool accepts_lost(const char *adds, const char *second, const char *third) {
    char text[1024];
    snprintf(text, sizeof text,
             INVOKE(0, "[:add :x 1]") "%s" INVOKE(
                 1, "[:r :x nil]") "{:type :ok, :process 1, :value [[:r :x %s]], :final "
                                   "true}\n" INVOKE(2, "[:r :x nil]") OK(2, "[:r :x %s]") "%s",
             adds, second, third, adds[0] == '\0' ? OK(0, "[:add :x 1]") : "");
    fixture f;
    fixture_open(&f, text);
    sketch s;
    bool first = adds[0] != '\0'; /* transactions are numbered by completion */
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), first ? 0 : 2, first ? 1 : 0);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

/* Without a final read: what the reader added itself, and what it read, decide. */
static bool accepts_newer(const char *own, const char *read) {
    char text[1024];
    snprintf(text, sizeof text,
             INVOKE(4, "[:add :x 4]") INVOKE(0, "[:add :x 1]") OK(0, "[:add :x 1]")
                 INVOKE(1, "[:add :x 2]") OK(1, "[:add :x 2]") INVOKE(2, "%s [:r :x nil]")
                     OK(2, "%s [:r :x %s]") OK(4, "[:add :x 4]"),
             own, own, read);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, own[0] == '\0' ? 2 : 3);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_newer_write_is_shown(void **state) {
    (void)state;
    assert_true(accepts_newer("", "#{2}"));
    assert_false(accepts_newer("", "#{}"));
    assert_false(accepts_newer("", "#{4}")); /* it began before the lost one was complete */
    assert_true(accepts_newer("", "#{2 4}"));
    assert_false(accepts_newer("[:add :x 3]", "#{3}")); /* its own */
    assert_true(accepts_newer("[:add :x 3]", "#{2 3}"));
}

static void test_lost_write(void **state) {
    (void)state;
    assert_true(accepts_lost(OK(0, "[:add :x 1]"), "#{}", "#{}"));
    assert_false(accepts_lost(OK(0, "[:add :x 1]"), "#{1}", "#{}"));  /* the read shows it */
    assert_false(accepts_lost(OK(0, "[:add :x 1]"), "#{}", "#{1}"));  /* a later one does */
    assert_false(accepts_lost("", "#{}", "#{}"));                     /* it was still under way */
    assert_false(accepts_lost(INFO(0, "[:add :x 1]"), "#{}", "#{}")); /* unknown outcome */
    fixture f;
    fixture_open(&f, OK(0, "[:add :x 1]") OK(1, "[:r :x #{}]")); /* no real time */
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 1);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0);
    assert_false(accepts(&s));
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_newer_write_is_shown),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_ambiguous),
        cmocka_unit_test(test_shared_cases),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_internal),
        cmocka_unit_test(test_incomparable_reads),
        cmocka_unit_test(test_lost_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
