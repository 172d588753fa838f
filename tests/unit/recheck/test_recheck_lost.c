/*
 * test_recheck_lost.c - lost-write is accepted only by its definition.
 */
#include "unit/support/recheck_support.h"

#define FINAL(process, mops)                                                                       \
    "{:type :ok, :process " #process ", :f :txn, :value [" mops "], :final true}\n"

static mns_value number(fixture *f, int64_t integer) { return fixture_number(f, integer); }

/* T1 writes 1, T2 writes 2, then T3 reads, and T4 in a final read. Is 2 lost? */
static bool accepts_register(const char *first, const char *third, const char *fourth) {
    char text[1024];
    snprintf(text, sizeof text,
             "%s" INVOKE(1, "[:w :x 2]") OK(1, "[:w :x 2]") INVOKE(2, "[:r :x nil]")
                 OK(2, "[:r :x %s]") INVOKE(3, "[:r :x nil]") FINAL(3, "[:r :x %s]"),
             first, third, fourth);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 2), f.history.tables.mops.count - 3,
         f.history.tables.mops.count - 1);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_registers(void **state) {
    (void)state;
    static const char older[] = INVOKE(0, "[:w :x 1]") OK(0, "[:w :x 1]");
    assert_true(accepts_register(older, "1", "1"));
    assert_true(accepts_register(older, "nil", "1"));
    assert_true(accepts_register("", "nil", "nil"));
    assert_true(accepts_register(older, "2", "1")); /* an earlier read shows it, or anything */
    assert_true(accepts_register(older, "9", "1"));
    assert_false(accepts_register(older, "1", "2"));
    assert_false(accepts_register(older, "1", "9")); /* of no transaction */
    assert_false(accepts_register(INVOKE(0, "[:w :x 1]") INFO(0, "[:w :x 1]"), "nil", "1"));
    assert_false(accepts_register(INVOKE(0, "[:w :x 1]") FAIL(0, "[:w :x 1]"), "nil", "1"));
    assert_false(
        accepts_register(INVOKE(0, "[:w :x 1] [:w :x 3]") OK(0, "[:w :x 1] [:w :x 3]"), "3", "1"));
}

static void test_register_cases(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(0, "[:w :x 1] [:w :x 2]") OK(0, "[:w :x 1] [:w :x 2]") /* 0, 1 */
                 INVOKE(1, "[:r :x nil]") OK(1, "[:r :x nil]")                     /* 2 */
                 INVOKE(2, "[:r :x nil]") FINAL(2, "[:r :x nil]")                  /* 3 */
                 INVOKE(3, "[:w :x 4]") OK(3, "[:w :x 4]"));                       /* 4 */
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 2), 1, 3);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 3); /* overwritten by its own transaction */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 2), 1, 2, 3); /* the first read must be final */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 2), 1); /* no read */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 4), 4, 3); /* the read came before */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 1, 3); /* another value */
    assert_false(accepts(&s));
    fixture_close(&f);
    fixture_open(&f, OK(0, "[:w :x 1]") FINAL(1, "[:r :x nil]")); /* no real time */
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 1);
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* T1 writes 1, T2 reads it, T3 makes a final read without it, and T4 another read. */
static void open_seen(fixture *f, const char *last, const char *final) {
    static char text[1024]; /* the history refers to it */
    snprintf(text, sizeof text,
             INVOKE(0, "[:append :x 1]") OK(0, "[:append :x 1]") INVOKE(1, "[:r :x nil]")
                 OK(1, "[:r :x [1]]") INVOKE(2, "[:r :x nil]") FINAL(2, "[:r :x []]")
                     INVOKE(3, "[:r :x nil]") "{:type :ok, :process 3, :f :txn, "
                                              ":value [[:r :x %s]]%s}\n",
             last, final);
    fixture_open(f, text);
}

static void test_seen_and_lost(void **state) {
    (void)state;
    static const struct {
        const char *last, *final;
        bool accepted;
    } ends[] = {{"[]", ", :final true", true},
                {"[]", "", true},
                {"[1]", ", :final true", false}, /* a node lags */
                {"[1]", "", false}};
    fixture f;
    sketch s;
    for (size_t i = 0; i < MNS_COUNT_OF(ends); i++) {
        open_seen(&f, ends[i].last, ends[i].final);
        CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2);
        assert_int_equal(accepts(&s), ends[i].accepted);
        CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2, 1);
        assert_int_equal(accepts(&s), ends[i].accepted);
        fixture_close(&f);
    }
    open_seen(&f, "[]", ", :final true");
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2, 3, 1);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 1); /* no read that misses it */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 1, 2); /* the one that shows it is last */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2, 1, 3);
    assert_false(accepts(&s));
    fixture_close(&f);
    open_seen(&f, "[]", "");
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2, 3); /* not final */
    assert_false(accepts(&s));
    fixture_close(&f);
    /* The reader was not done, or is the writer. */
    fixture_open(&f, INVOKE(0, "[:append :x 1] [:r :x nil]") OK(0, "[:append :x 1] [:r :x [1]]")
                         INVOKE(1, "[:r :x nil]") INVOKE(2, "[:r :x nil]") FINAL(2, "[:r :x []]")
                             OK(1, "[:r :x [1]]"));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2, 1);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, number(&f, 1), 0, 2, 3);
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* T1 adds 2, then T2 does what is given, T3 reads, and T4 in a final read. Is T1's lost? */
static bool accepts_counter(const char *second, const char *third, const char *fourth) {
    char text[1024];
    snprintf(text, sizeof text,
             INVOKE(0, "[:inc :x 2]") OK(0, "[:inc :x 2]") "%s" INVOKE(2, "[:r :x nil]")
                 OK(2, "[:r :x %s]") INVOKE(3, "[:r :x nil]") FINAL(3, "[:r :x %s]"),
             second, third, fourth);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, MNS_VALUE_NONE, f.history.tables.mops.count - 1, 0);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_counters(void **state) {
    (void)state;
    assert_true(accepts_counter("", "0", "1"));
    assert_true(accepts_counter(INVOKE(1, "[:inc :x -1]") FAIL(1, "[:inc :x -1]"), "1", "1"));
    assert_true(accepts_counter(INVOKE(1, "[:inc :x 1]") INFO(1, "[:inc :x 1]"), "1", "0"));
    assert_true(accepts_counter("", "2", "1")); /* an earlier read shows it, or anything */
    assert_true(accepts_counter("", "-1", "1"));
    assert_false(accepts_counter("", "1", "2"));
    assert_false(accepts_counter("", "1", "-1")); /* out of reach */
    assert_false(accepts_counter("", "1", "3"));
    assert_false(accepts_counter(INVOKE(1, "[:inc :x -1]") INFO(1, "[:inc :x -1]"), "1", "1"));
    assert_false(accepts_counter(INVOKE(1, "[:inc :x -1]") OK(1, "[:inc :x -1]"), "1", "1"));
}

static void test_counter_cases(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(0, "[:inc :x 1]") OK(0, "[:inc :x 1]") /* 0 */
                 INVOKE(1, "[:inc :x 1]") INFO(1, "[:inc :x 1]")   /* 1 */
                 INVOKE(2, "[:inc :x 0]") OK(2, "[:inc :x 0]")     /* 2 */
                 INVOKE(3, "[:r :x nil]") OK(3, "[:r :x 0]")       /* 3 */
                 INVOKE(4, "[:r :x nil]") FINAL(4, "[:r :x 0]")    /* 4 */
                 INVOKE(5, "[:inc :x 1]") OK(5, "[:inc :x 1]"));   /* 5 */
    sketch s;
    CASE(&s, &f, MNS_A_LOST_WRITE, MNS_VALUE_NONE, 4, 0);
    assert_true(accepts(&s));
    static const uint32_t wrong[] = {1, 2, 5}; /* unknown, nothing, later */
    for (size_t i = 0; i < 3; i++) {
        CASE(&s, &f, MNS_A_LOST_WRITE, MNS_VALUE_NONE, 4, wrong[i]);
        assert_false(accepts(&s));
    }
    CASE(&s, &f, MNS_A_LOST_WRITE, MNS_VALUE_NONE, 3, 0); /* not a final read */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, MNS_VALUE_NONE, 4);
    assert_false(accepts(&s));
    fixture_close(&f);
    /* A decrement. */
    fixture_open(&f, INVOKE(0, "[:inc :x 2]") OK(0, "[:inc :x 2]") INVOKE(1, "[:inc :x -1]")
                         OK(1, "[:inc :x -1]") INVOKE(2, "[:r :x nil]") FINAL(2, "[:r :x 2]"));
    CASE(&s, &f, MNS_A_LOST_WRITE, MNS_VALUE_NONE, 2, 1);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_WRITE, MNS_VALUE_NONE, 2, 0); /* the increment is there */
    assert_false(accepts(&s));
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers),     cmocka_unit_test(test_register_cases),
        cmocka_unit_test(test_seen_and_lost), cmocka_unit_test(test_counters),
        cmocka_unit_test(test_counter_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
