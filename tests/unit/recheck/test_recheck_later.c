/*
 * test_recheck_later.c - a lost append is accepted only if no read that began later shows it.
 */
#include "unit/support/recheck_support.h"

static mns_value number(fixture *f, int64_t integer) { return fixture_number(f, integer); }

/* T1 appends 1 and 2; T2 reads, before or after T1 is done; T3 and T4 read last. Is 2 lost to T2?
 * */
static bool accepts_lost(const char *appends, const char *second, const char *third,
                         const char *fourth) {
    char text[1024];
    bool first = appends[0] != '\0'; /* transactions are numbered by completion */
    snprintf(text, sizeof text,
             INVOKE(0, "[:append :x 1] [:append :x 2]") "%s" INVOKE(
                 1, "[:r :x nil]") "{:type :ok, :process 1, :value [[:r :x %s]], :final "
                                   "true}\n" INVOKE(2, "[:r :x nil]") OK(2, "[:r :x %s]")
                                       INVOKE(3, "[:r :x nil]") OK(3, "[:r :x %s]") "%s",
             appends, second, third, fourth, first ? "" : OK(0, "[:append :x 1] [:append :x 2]"));
    fixture f;
    fixture_open(&f, text);
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 2), first ? 1 : 4, first ? 2 : 0);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_lists(void **state) {
    (void)state;
    static const char done[] = OK(0, "[:append :x 1] [:append :x 2]");
    assert_true(accepts_lost(done, "[]", "[]", "[1]"));
    assert_true(accepts_lost(done, "[1]", "[1]", "[1 1]"));
    assert_true(accepts_lost(done, "[1]", "[7 1]", "[1 7 7]")); /* they disagree on all else */
    assert_false(accepts_lost(done, "[1 2]", "[1]", "[1]"));    /* the read shows it */
    assert_false(accepts_lost(done, "[1]", "[1 2]", "[1]"));    /* a later one does */
    assert_false(accepts_lost(done, "[1]", "[1 2 7]", "[1]"));
    assert_false(accepts_lost(done, "[1]", "[1 7]", "[2]")); /* on another spine */
    assert_false(accepts_lost("", "[]", "[]", "[]"));        /* it was still under way */
    assert_false(accepts_lost(INFO(0, "[:append :x 1] [:append :x 2]"), "[]", "[]", "[]"));
}

/* Reads that do not count, or began too early, show nothing. */
static void test_other_reads(void **state) {
    (void)state;
    fixture f;
    fixture_open(
        &f,
        INVOKE(0, "[:append :x 1]") INVOKE(1, "[:r :x nil]") OK(0, "[:append :x 1]")
            OK(1, "[:r :x [1]]") INVOKE(2, "[:r :x nil]") FAIL(2, "[:r :x [1]]") INVOKE(
                3, "[:r :x nil]") "{:type :ok, :process 3, :value [[:r :x []]], :final true}\n");
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 3);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2, 3); /* one of them failed */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0); /* no read missed it */
    assert_false(accepts(&s));
    fixture_close(&f);
    fixture_open(&f, OK(0, "[:append :x 1]") OK(1, "[:r :x []]")); /* no real time */
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 1);
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* A read that is not final, and shows nothing newer, is a stale read. */
static void test_stale_reads(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(0, "[:append :x 1]") OK(0, "[:append :x 1]") /* 0 */
                 INVOKE(1, "[:r :x nil]") OK(1, "[:r :x []]")            /* 1 */
                 INVOKE(2, "[:append :x 2]") OK(2, "[:append :x 2]")     /* 2 */
                 INVOKE(3, "[:r :x nil]") OK(3, "[:r :x [2]]"));         /* 3 */
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 1);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 3, 1);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 1, 3); /* the first of them is the proof */
    assert_false(accepts(&s));
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_other_reads),
        cmocka_unit_test(test_stale_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
