/*
 * test_recheck_snapshot.c - G-SIa and G-SIb by revealed times: what follows is accepted, nothing
 * near.
 */
#include "unit/support/recheck_support.h"

#define AT(process, start, commit, mops)                                                           \
    "{:type :ok, :process " #process ", :start-ts " #start ", :commit-ts " #commit                 \
    ", :value [" mops "]}\n"
/* Without times. */
#define SOME(process, mops) OK(process, mops)

/* A case of the first and the second micro-operation given, and a third unless it is MNS_NONE. */
static bool accepts_case(const char *text, mns_anomaly anomaly, int64_t element, uint32_t first,
                         uint32_t second, uint32_t third) {
    fixture f;
    fixture_open_ambiguous(&f, text);
    mns_value value = element < 0 ? MNS_VALUE_NONE : fixture_number(&f, element);
    sketch s;
    if (third == MNS_NONE) {
        CASE(&s, &f, anomaly, value, first, second);
    } else {
        CASE(&s, &f, anomaly, value, first, second, third);
    }
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static bool is_a(const char *text, int64_t element, uint32_t read, uint32_t write) {
    return accepts_case(text, MNS_A_G_SIA, element, read, write, MNS_NONE);
}

static bool is_b(const char *text, int64_t element, uint32_t read, uint32_t write) {
    return accepts_case(text, MNS_A_G_SIB, element, read, write, MNS_NONE);
}

static void test_shown(void **state) {
    (void)state;
    assert_true(is_a(AT(0, 1, 3, "[:append :x 1]") AT(1, 2, 4, "[:r :x [1]]"), 1, 1, 0));
    assert_true(is_a(AT(0, 1, 3, "[:add :x 1]") AT(1, 2, 4, "[:r :x #{1}]"), 1, 1, 0));
    assert_true(is_a(AT(0, 1, 3, "[:w :x 1]") AT(1, 2, 4, "[:r :x 1]"), 1, 1, 0));
    assert_false(is_b(AT(0, 1, 3, "[:w :x 1]") AT(1, 2, 4, "[:r :x 1]"), 1, 1, 0));
    assert_false(is_a(AT(0, 1, 2, "[:w :x 1]") AT(1, 2, 4, "[:r :x 1]"), 1, 1, 0)); /* a tie */
    assert_false(is_a(SOME(0, "[:w :x 1]") AT(1, 2, 4, "[:r :x 1]"), 1, 1, 0));
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") SOME(1, "[:r :x 1]"), 1, 1, 0));
    assert_false(is_a(AT(0, 9, 3, "[:w :x 1]") AT(1, 2, 4, "[:r :x 1]"), 1, 1, 0)); /* nonsense */
    assert_false(is_a(AT(0, 2, 4, "[:w :x 1] [:r :x 1]"), 1, 1, 0));                /* its own */
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1] [:w :x 2]") AT(1, 2, 4, "[:r :x 1]"), 1, 2, 1));
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") "{:type :fail, :process 1, :start-ts 2, :value "
                                               "[[:r :x 1]]}\n",
                      1, 1, 0)); /* the reader failed */
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") AT(1, 2, 4, "[:w :x 2] [:r :x 1]"), 1, 2, 0));
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") AT(2, 1, 3, "[:w :x 1]") AT(1, 2, 4, "[:r :x 1]"), 1,
                      2, 0)); /* written twice */
}

static void test_missed(void **state) {
    (void)state;
    assert_true(is_b(AT(0, 1, 2, "[:append :x 1]") AT(1, 3, 4, "[:r :x []]"), 1, 1, 0));
    assert_true(is_a(AT(0, 1, 2, "[:append :x 1]") AT(1, 3, 4, "[:r :x []]"), 1, 1, 0));
    assert_true(is_b(AT(0, 1, 2, "[:add :x 1]") AT(1, 3, 4, "[:r :x #{}]"), 1, 1, 0));
    assert_true(is_b(AT(0, 1, 2, "[:w :x 1]") AT(1, 3, 4, "[:r :x nil]"), 1, 1, 0));
    assert_false(is_b(AT(0, 1, 3, "[:w :x 1]") AT(1, 3, 4, "[:r :x nil]"), 1, 1, 0)); /* a tie */
    assert_false(is_b(AT(0, 1, 2, "[:w :x 1] [:w :x 5]") AT(1, 3, 4, "[:r :x nil]"), 1, 2, 0));
    assert_false(is_b(AT(0, 1, 2, "[:w :x 1]") AT(1, 3, 4, "[:r :x 2]") AT(2, 1, 2, "[:w :x 2]"), 1,
                      1, 0)); /* it read what another wrote: that is part of the case */
}

/* What is not there was missed, however many wrote it. */
static void test_missed_twice(void **state) {
    (void)state;
    assert_true(is_b(AT(0, 1, 2, "[:w :x 1]") AT(1, 3, 4, "[:r :x nil]") AT(2, 1, 2, "[:w :x 1]"),
                     1, 1, 0));
}

/* If the reader writes the key itself, its own version may be the one after what it read. */
static void test_reader_that_writes(void **state) {
    (void)state;
#define STALE(write, read, own)                                                                    \
    AT(0, 1, 2, "[:" write " :x 1]") AT(1, 3, 4, "[:r :x " read "] [:" write " :x 2]") own
    assert_false(is_b(STALE("append", "[]", ""), 1, 1, 0));
    assert_true(is_a(STALE("append", "[]", ""), 1, 1, 0));
    assert_false(is_b(STALE("add", "#{}", ""), 1, 1, 0));
    assert_true(is_a(STALE("add", "#{}", ""), 1, 1, 0));
    assert_false(is_b(STALE("w", "nil", ""), 1, 1, 0));
    assert_true(is_a(STALE("w", "nil", ""), 1, 1, 0));
    /* of lists the order may tell */
    assert_true(is_b(STALE("append", "[]", AT(2, 5, 6, "[:r :x [1 2]]")), 1, 1, 0));
    assert_false(is_b(STALE("append", "[]", AT(2, 5, 6, "[:r :x [2 1]]")), 1, 1, 0));
#undef STALE
}

/* T1 and T2 wrote 1 and 2, in this order by their commits; T3 read 1. */
static bool accepts_stale(const char *first, const char *second, const char *read,
                          mns_anomaly anomaly) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", first, second, read);
    return accepts_case(text, anomaly, 2, 2, 1, 0);
}

static void test_out_of_date(void **state) {
    (void)state;
    static const char one[] = AT(0, 1, 2, "[:w :x 1]"), two[] = AT(1, 3, 4, "[:w :x 2]");
    static const char read[] = AT(2, 5, 6, "[:r :x 1]");
    assert_true(accepts_stale(one, two, read, MNS_A_G_SIA));
    assert_false(accepts_stale(one, two, read, MNS_A_G_SIB)); /* which came first? */
    assert_true(accepts_stale(AT(0, 1, 2, "[:w :x 1 {:version 1}]"),
                              AT(1, 3, 4, "[:w :x 2 {:version 2}]"), read, MNS_A_G_SIB));
    assert_false(accepts_stale(AT(0, 1, 2, "[:w :x 1 {:version 3}]"),
                               AT(1, 3, 4, "[:w :x 2 {:version 2}]"), read, MNS_A_G_SIB));
    assert_true(accepts_stale(one, AT(1, 3, 4, "[:w :x 2 {:version 2}]"),
                              AT(2, 5, 6, "[:r :x 1 {:version 1}]"), MNS_A_G_SIB));
    assert_false(accepts_stale(AT(0, 1, 2, "[:w :x 1 {:version 1}]"),
                               AT(1, 3, 4, "[:w :x 2 {:version 2}]"),
                               AT(2, 5, 6, "[:r :x 1] [:w :x 3]"), MNS_A_G_SIB));
    assert_false(accepts_stale(AT(0, 1, 5, "[:w :x 1]"), two, AT(2, 6, 7, "[:r :x 1]"),
                               MNS_A_G_SIA)); /* committed last */
    assert_false(accepts_stale(one, two, AT(2, 3, 6, "[:r :x 1]"), MNS_A_G_SIA)); /* too early */
    assert_false(accepts_stale(SOME(0, "[:w :x 1]"), two, read, MNS_A_G_SIA));
    assert_false(accepts_stale(AT(0, 1, 4, "[:w :x 1]"), two, read, MNS_A_G_SIA)); /* at once */
    assert_false(accepts_stale(AT(0, 1, 2, "[:w :x 1 {:version 2}]"),
                               AT(1, 3, 4, "[:w :x 2 {:version 2}]"), read, MNS_A_G_SIB));
    assert_false(accepts_stale(one, two, AT(2, 5, 6, "[:r :x 2]"), MNS_A_G_SIA));
}

static void test_overlap(void **state) {
    (void)state;
    static const char first[] = AT(0, 1, 3, "[:w :x 1]");
    char text[512];
    snprintf(text, sizeof text, "%s%s", first, AT(1, 2, 4, "[:w :x 2]"));
    assert_true(is_a(text, -1, 0, 1));
    assert_true(is_a(text, -1, 1, 0));
    assert_false(is_b(text, -1, 0, 1));
    assert_false(is_a(text, 1, 0, 1));
    assert_false(accepts_case(text, MNS_A_G_SIA, -1, 0, 1, 0));
    assert_true(is_a(AT(0, 1, 3, "[:append :x 1]") AT(1, 2, 4, "[:append :x 2]"), -1, 0, 1));
    assert_false(is_a(AT(0, 1, 3, "[:add :x 1]") AT(1, 2, 4, "[:add :x 2]"), -1, 0, 1));
    assert_false(is_a(AT(0, 1, 3, "[:inc :x 1]") AT(1, 2, 4, "[:inc :x 2]"), -1, 0, 1));
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") AT(1, 3, 4, "[:w :x 2]"), -1, 0, 1)); /* a tie */
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") AT(1, 3, 4, "[:w :x 2]"), -1, 1, 0));
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") AT(1, 2, 4, "[:w :y 2]"), -1, 0, 1));
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1]") SOME(1, "[:w :x 2]"), -1, 0, 1));
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1] [:w :x 2]"), -1, 0, 1)); /* one transaction */
    assert_false(is_a(AT(0, 1, 3, "[:w :x 1] [:w :x 5]") AT(1, 2, 4, "[:w :x 2]"), -1, 0, 2));
}

/* ---- Counters ------------------------------------------------------------------------------- */

static void test_sums(void **state) {
    (void)state;
    static const char late[] = AT(0, 1, 4, "[:inc :x 1]"), early[] = AT(0, 1, 2, "[:inc :x 1]");
    char text[512];
#define WITH(first, second) (snprintf(text, sizeof text, "%s%s", first, second), text)
    assert_true(is_a(WITH(late, AT(1, 3, 5, "[:r :x 1]")), -1, 1, 0));
    assert_false(is_b(WITH(late, AT(1, 3, 5, "[:r :x 1]")), -1, 1, 0));
    assert_false(is_a(WITH(late, AT(1, 3, 5, "[:r :x 0]")), -1, 1, 0));
    assert_false(is_a(WITH(late, AT(1, 4, 5, "[:r :x 1]")), -1, 1, 0)); /* a tie: either is fine */
    assert_false(is_a(WITH(late, AT(1, 4, 5, "[:r :x 0]")), -1, 1, 0));
    assert_true(is_b(WITH(early, AT(1, 3, 5, "[:r :x 0]")), -1, 1, 0));
    assert_true(is_a(WITH(early, AT(1, 3, 5, "[:r :x 0]")), -1, 1, 0));
    assert_false(is_b(WITH(early, AT(1, 3, 5, "[:r :x 1]")), -1, 1, 0));
    assert_false(is_b(WITH(early, AT(1, 3, 5, "[:r :x 0] [:inc :x 1]")), -1, 1, 0)); /* its own? */
    assert_true(is_a(WITH(early, AT(1, 3, 5, "[:r :x 0] [:inc :x 1]")), -1, 1, 0));
    assert_false(is_b(WITH(early, SOME(1, "[:r :x 0]")), -1, 1, 0));
    assert_false(is_b(WITH(SOME(0, "[:inc :x 1]"), AT(1, 3, 5, "[:r :x 0]")), -1, 1, 0));
    assert_false(is_b(WITH(early, AT(1, 3, 5, "[:inc :x 5] [:r :x 0]")), -1, 2, 0)); /* internal */
#undef WITH
}

static void test_sums_of_both_signs(void **state) {
    (void)state;
    /* too low: the 1 was missed, or the -1 seen, which was committed later */
    static const char both[] =
        AT(0, 1, 2, "[:inc :x 1]") AT(1, 1, 9, "[:inc :x -1]") AT(2, 3, 4, "[:r :x 0]");
    assert_true(accepts_case(both, MNS_A_G_SIA, -1, 2, 0, 1));
    assert_true(is_a(both, -1, 2, 0));
    assert_true(is_a(both, -1, 2, 1));
    assert_false(is_b(both, -1, 2, 0)); /* it may have been the other */
    /* what has no time may have happened at any */
    assert_false(is_a(AT(0, 1, 2, "[:inc :x 1]") SOME(1, "[:inc :x -1]") AT(2, 3, 4, "[:r :x 0]"),
                      -1, 2, 0));
    assert_false(is_a(AT(0, 1, 2, "[:inc :x 1]") INFO(1, "[:inc :x -1]") AT(2, 3, 4, "[:r :x 0]"),
                      -1, 2, 0));
    assert_true(is_b(AT(0, 1, 2, "[:inc :x 1]") FAIL(1, "[:inc :x -1]") AT(2, 3, 4, "[:r :x 0]"),
                     -1, 2, 0));
    /* the reader's own increments are committed after its start, and are not to blame */
    static const char own[] = AT(0, 1, 2, "[:inc :x -1]") AT(1, 3, 4, "[:r :x 0] [:inc :x 1]");
    assert_true(is_a(own, -1, 1, 0));
    assert_false(is_a(own, -1, 1, 2));
    assert_false(is_b(own, -1, 1, 0));
    /* nor is one that adds nothing */
    assert_false(is_a(AT(0, 1, 2, "[:inc :x 1] [:inc :x 0]") AT(1, 3, 4, "[:r :x 0]"), -1, 2, 1));
    /* too high: one above 0 that was seen, not one that was missed */
    static const char high[] =
        AT(0, 1, 2, "[:inc :x 1]") AT(1, 1, 9, "[:inc :x 2]") AT(2, 3, 4, "[:r :x 3]");
    assert_true(is_a(high, -1, 2, 1));
    assert_false(is_a(high, -1, 2, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown),        cmocka_unit_test(test_missed),
        cmocka_unit_test(test_missed_twice), cmocka_unit_test(test_reader_that_writes),
        cmocka_unit_test(test_out_of_date),  cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_sums),         cmocka_unit_test(test_sums_of_both_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
