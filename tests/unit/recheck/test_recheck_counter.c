/*
 * test_recheck_counter.c - dependencies and anomalies of counters: what follows is accepted,
 * nothing near.
 */
#include "unit/support/recheck_support.h"

static void test_steps(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:inc :x 1] [:inc :y 1]")     /* 0 1 */
                 OK(1, "[:r :x 0] [:r :y 1]")             /* 2 3 */
                 OK(2, "[:r :x 1] [:r :y 0]")             /* 4 5 */
                 OK(3, "[:inc :y 2] [:r :x 1] [:r :y 2]") /* 6 7 8 */
                 OK(4, "[:r :x 1] [:r :y 1] [:r :x 0]")); /* 9 10 11 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_NONADJACENT_ITEM);
    sketch_step(&s, MNS_RW_SEEN, 2, 4, MNS_NONE);
    sketch_step(&s, MNS_RW_SEEN, 5, 3, MNS_NONE);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.steps[0].reason.value, fixture_number(&f, 1));
    REJECTS_WITH(&s, s.steps[0].reason.next, fixture_number(&f, 2));
    REJECTS_WITH(&s, s.steps[0].reason.from_mop, 3); /* another key */
    REJECTS_WITH(&s, s.steps[0].reason.to_mop, 5);
    s.steps[0].reason.rests_on = s.steps[1].reason.rests_on = MNS_RW; /* then they are adjacent */
    assert_false(accepts(&s));
    s.witness.anomaly = MNS_A_G2_ITEM;
    assert_true(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_NONADJACENT_ITEM);
    sketch_step(&s, MNS_RW_SEEN, 2, 9, MNS_NONE);
    sketch_step(&s, MNS_RW_SEEN, 10, 3, MNS_NONE); /* equal sums */
    assert_false(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_NONADJACENT_ITEM);
    sketch_step(&s, MNS_RW_SEEN, 11, 4, MNS_NONE); /* not its first read */
    sketch_step(&s, MNS_RW_SEEN, 5, 10, MNS_NONE);
    assert_false(accepts(&s));
    sketch_begin(&s, &f, MNS_A_G_NONADJACENT_ITEM);
    sketch_step(&s, MNS_RW_SEEN, 2, 7, MNS_NONE);
    sketch_step(&s, MNS_RW_SEEN, 8, 3, MNS_NONE); /* a greater sum */
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* Own increments before it may be in the smaller sum, but not in the greater one; and where anybody
 * subtracts, sums say nothing. */
static bool accepts_order(const char *first, const char *second, uint32_t from, uint32_t to,
                          const char *others) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s" OK(2, "[:r :y 0]") OK(3, "[:r :y 1]") "%s", first, second,
             others);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM_PROCESS);
    sketch_step(&s, MNS_RW_SEEN, from, to, MNS_NONE);
    sketch_order(&s, MNS_PROCESS, f.history.txn_of_mop[to]);
    bool accepted = accepts(&s);
    fixture_close(&f);
    return accepted;
}

static void test_own_increments(void **state) {
    (void)state;
    static const char more[] = OK(0, "[:r :x 3]"), less[] = OK(0, "[:r :x 2]");
    static const char add[] = FAIL(4, "[:inc :x 1]"), subtract[] = FAIL(4, "[:inc :x -1]");
    assert_true(accepts_order(more, less, 1, 0, add));
    assert_false(accepts_order(more, less, 1, 0, subtract)); /* of whatever outcome */
    assert_false(accepts_order(less, more, 1, 0, add));
    assert_false(accepts_order(more, less, 1, 0, FAIL(4, "[:inc :x 0]"))); /* then not all add */
    assert_true(accepts_order(more, OK(0, "[:inc :x 1] [:r :x 2]"), 2, 0, add));
    assert_false(accepts_order(OK(0, "[:inc :x 1] [:r :x 3]"), less, 2, 1, add));
}

static void test_internal(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x 3] [:inc :x 1] [:r :x 3]") /* 0 1 2 */
                 OK(1, "[:r :x 3] [:inc :x 1] [:r :x 4]")     /* 3 4 5 */
                 OK(2, "[:inc :x 2] [:r :x 1]")               /* 6 7: with 2 in it? */
                 OK(3, "[:inc :y 2] [:r :y 1]") /* 8 9: there is a negative increment */
                 FAIL(4, "[:inc :x -1]") INFO(5, "[:inc :y -1]")); /* 10 11 */
    sketch s;
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 2, 0, 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.mop_count, 2); /* the increment is left out */
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 5, 3, 4);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 7, 6);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 9, 8);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static bool accepts_garbage(const char *increments, const char *sum) {
    char text[1024];
    snprintf(text, sizeof text, "%s{:type :ok, :process 9, :value [[:r :x %s]]}\n", increments,
             sum);
    fixture f;
    fixture_open(&f, text);
    sketch s;
    CASE(&s, &f, MNS_A_GARBAGE_READ, MNS_VALUE_NONE, f.history.tables.mops.count - 1);
    bool accepted = accepts(&s);
    s.witness.element = fixture_number(&f, 1); /* a counter has no element */
    assert_false(accepts(&s));
    fixture_close(&f);
    return accepted;
}

static void test_garbage(void **state) {
    (void)state;
    static const char both[] = OK(0, "[:inc :x 2]") FAIL(1, "[:inc :x 3]");
    static const char *const sums[] = {"0", "2", "3", "5"};
    for (size_t i = 0; i < MNS_COUNT_OF(sums); i++) {
        assert_false(accepts_garbage(both, sums[i])); /* failed ones may have been seen */
    }
    assert_true(accepts_garbage(both, "1"));
    assert_true(accepts_garbage(both, "4"));
    assert_true(accepts_garbage(both, "6"));
    assert_true(accepts_garbage(both, "-1"));
    static const char signs[] = OK(0, "[:inc :x -2] [:inc :x 5] [:inc :x 0]");
    assert_false(accepts_garbage(signs, "-2"));
    assert_false(accepts_garbage(signs, "3"));
    assert_true(accepts_garbage(signs, "1"));
    static const char many[] = OK(0, "[:inc :x 7] [:inc :x 7] [:inc :x 7] [:inc :x 7] [:inc :x 7]");
    assert_false(accepts_garbage(many, "21"));
    assert_true(accepts_garbage(many, "22")); /* no multiple */
    static const char wide[] = OK(0, "[:inc :x 70] [:inc :x 130] [:inc :x 1] [:inc :x 63]");
    assert_false(accepts_garbage(wide, "133")); /* 70 and 63 */
    assert_false(accepts_garbage(wide, "264"));
    assert_false(accepts_garbage(wide, "200"));
    assert_true(accepts_garbage(wide, "132"));
    assert_true(accepts_garbage(wide, "65"));
    static const char far[] = OK(0, "[:inc :x 1000000] [:inc :x 999999]");
    assert_true(accepts_garbage(far, "2000000"));            /* above all of them */
    assert_false(accepts_garbage(far, "3"));                 /* too far apart to decide */
    assert_true(accepts_garbage(OK(0, "[:inc :y 1]"), "1")); /* of another key */
    assert_true(accepts_garbage(OK(0, "[:inc :x 0]"), "1"));
    assert_false(accepts_garbage(OK(0, "[:inc :x 0]"), "0"));
}

/* Twice as many of a size are one of twice the size: no sum is lost or made up by that. */
static void test_garbage_of_many(void **state) {
    (void)state;
    uint64_t random = 1;
    for (uint32_t round = 0; round < 60; round++) {
        char text[2048] = "";
        size_t size = 0;
        bool reached[64] = {[0] = true};
        for (uint32_t i = 0; i < 9; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            uint32_t amount = 1 + (uint32_t)(random >> 33) % 6;
            size += (size_t)snprintf(text + size, sizeof text - size, "[:inc :x %u] ", amount);
            for (uint32_t sum = 64; sum-- > amount;) {
                reached[sum] = reached[sum] || reached[sum - amount];
            }
        }
        char history[4096], sum[16];
        snprintf(history, sizeof history, "{:type :ok, :process 0, :value [%s]}\n", text);
        for (int i = 0; i < 64; i++) {
            snprintf(sum, sizeof sum, "%d", i);
            assert_int_equal(accepts_garbage(history, sum), !reached[i]);
        }
    }
}

static void test_out_of_reach(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, FAIL(0, "[:inc :x 5]") OK(1, "[:inc :x 1]")     /* 0 1 */
                 OK(2, "[:r :x 5]") OK(3, "[:r :x 1]")               /* 2 3 */
                 OK(4, "[:r :y 5] [:inc :y 5]") OK(5, "[:inc :y 1]") /* 4 5 6 */
                 FAIL(6, "[:inc :x -9]") OK(7, "[:r :x 7]"));        /* 7 8: garbage */
    sketch s;
    CASE(&s, &f, MNS_A_G1A, MNS_VALUE_NONE, 2, 0);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, fixture_number(&f, 5));
    CASE(&s, &f, MNS_A_G1A, MNS_VALUE_NONE, 2, 7); /* that would make it less */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, MNS_VALUE_NONE, 2, 1); /* that did not fail */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, MNS_VALUE_NONE, 3, 0); /* 1 is what was added */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, MNS_VALUE_NONE, 8, 0); /* not even with it */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, MNS_VALUE_NONE, 4, 5);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, MNS_VALUE_NONE, 4, 6); /* another's */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, MNS_VALUE_NONE, 3, 1);
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* Readers that failed are evidence of nothing, nor are reads that only repeat. */
static void test_reads_that_are_no_evidence(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, FAIL(0, "[:inc :x 5]") FAIL(1, "[:r :x 5]")       /* 0 1 */
                 FAIL(2, "[:r :y 5] [:inc :y 5]")                      /* 2 3 */
                 OK(3, "[:r :x 0] [:r :x 5]")                          /* 4 5 */
                 OK(4, "[:r :y 0] [:r :y 7] [:inc :y 7]")              /* 6 7 8 */
                 FAIL(5, "[:r :x 9]") FAIL(6, "[:r :x 0] [:r :x 1]")); /* 9 10 11 */
    sketch s;
    CASE(&s, &f, MNS_A_G1A, MNS_VALUE_NONE, 1, 0);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, MNS_VALUE_NONE, 2, 3);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, MNS_VALUE_NONE, 5, 0);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, MNS_VALUE_NONE, 7, 8);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_GARBAGE_READ, MNS_VALUE_NONE, 9);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 11, 10);
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_lost_update(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x 0] [:inc :x 1]") OK(1, "[:r :x 0] [:inc :x 2]") /* 0 .. 3 */
                 OK(2, "[:r :x 1] [:inc :x 3]")
                     OK(3, "[:inc :x 1] [:r :x 0] [:inc :x 1]")                   /* 4..8 */
                 OK(4, "[:r :y 0] [:inc :y 1]") OK(5, "[:r :y 0] [:inc :y -1]")); /* 9 .. 12 */
    sketch s;
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 0, 1, 2, 3);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 0, 1, 4, 5); /* other sums */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 0, 1, 7, 8); /* after an own increment */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 9, 10, 11,
         12); /* there is a negative increment */
    assert_false(accepts(&s));
    fixture_close(&f);
}

#define ADD INVOKE(0, "[:inc :x 2]") OK(0, "[:inc :x 2]")
#define FAR INVOKE(5, "[:inc :x 9]") /* under way all the time */
#define READ(process, sum) INVOKE(process, "[:r :x nil]") OK(process, "[:r :x " #sum "]")

static bool accepts_case(const char *text, mns_anomaly anomaly, uint32_t read, uint32_t increment) {
    fixture f;
    fixture_open(&f, text);
    sketch s;
    CASE(&s, &f, anomaly, MNS_VALUE_NONE, read, increment);
    bool accepted = accepts(&s);
    s.witness.mop_count = 1; /* an increment must be named */
    s.witness.txn_count = 1;
    assert_false(accepts(&s));
    fixture_close(&f);
    return accepted;
}

static void test_missed(void **state) {
    (void)state;
    mns_anomaly process = MNS_A_MISSED_INCREMENT_PROCESS, real = MNS_A_MISSED_INCREMENT_REALTIME;
    assert_true(accepts_case(ADD READ(0, 0), process, 1, 0));
    assert_true(accepts_case(ADD READ(0, 0), real, 1, 0));
    assert_true(accepts_case(ADD READ(1, 0), real, 1, 0));
    assert_false(accepts_case(ADD READ(1, 0), process, 1, 0)); /* of another process */
    assert_false(accepts_case(ADD READ(1, 2), real, 1, 0));    /* it is included */
    assert_true(accepts_case(FAR ADD READ(1, 0), real, 1, 0));
    assert_false(accepts_case(INVOKE(5, "[:inc :x -2]") ADD READ(1, 0), real, 1, 0)); /* undone */
    assert_true(
        accepts_case(INVOKE(5, "[:inc :x -2]") FAIL(5, "[:inc :x -2]") ADD READ(1, 0), real, 2, 1));
    assert_false(accepts_case(ADD READ(1, -1), real, 1, 0)); /* wrong in any order */
    assert_false(accepts_case(ADD INVOKE(1, "[:r :x nil]") FAIL(1, "[:r :x 0]"), real, 1, 0));
    assert_false(accepts_case(ADD INVOKE(1, "[:r :x nil] [:r :x nil]") OK(1, "[:r :x 2] [:r :x 0]"),
                              real, 2, 0)); /* not its first read */
    assert_true(
        accepts_case(INVOKE(0, "[:inc :x -2]") OK(0, "[:inc :x -2]") READ(1, 0), real, 1, 0));
    assert_false(
        accepts_case(INVOKE(0, "[:inc :x 2]") READ(1, 0) OK(0, "[:inc :x 2]"), real, 0, 1));
    assert_false(
        accepts_case(INVOKE(0, "[:inc :x 2]") INFO(0, "[:inc :x 2]") READ(1, 0), real, 1, 0));
    /* without invocations there is no real time, but there are processes */
    assert_false(accepts_case(OK(0, "[:inc :x 2]") OK(0, "[:r :x 0]"), real, 1, 0));
    assert_true(accepts_case(OK(0, "[:inc :x 2]") OK(0, "[:r :x 0]"), process, 1, 0));
}

static void test_early(void **state) {
    (void)state;
    mns_anomaly process = MNS_A_EARLY_INCREMENT_PROCESS, real = MNS_A_EARLY_INCREMENT_REALTIME;
    assert_true(accepts_case(READ(0, 2) ADD, process, 0, 1));
    assert_true(accepts_case(READ(1, 2) ADD, real, 0, 1));
    assert_false(accepts_case(READ(1, 2) ADD, process, 0, 1));
    assert_false(accepts_case(READ(1, 0) ADD, real, 0, 1));
    assert_false(accepts_case(READ(1, 3) ADD, real, 0, 1));     /* unreachable in any case */
    assert_false(accepts_case(FAR READ(1, 2) ADD, real, 0, 1)); /* between 0 and 9 */
    assert_false(
        accepts_case(INVOKE(0, "[:inc :x 2]") READ(1, 2) OK(0, "[:inc :x 2]"), real, 0, 1));
    assert_false(accepts_case(READ(1, 2) ADD, MNS_A_MISSED_INCREMENT_REALTIME, 0, 1));
    assert_false(accepts_case(ADD READ(1, 2), real, 1, 0)); /* it was there before */
    assert_true(
        accepts_case(READ(1, 2) INVOKE(0, "[:inc :x 2]"), real, 0, 1)); /* never completed */
    assert_false(
        accepts_case(READ(1, 2) INVOKE(0, "[:inc :x 2]") FAIL(0, "[:inc :x 2]"), real, 0, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_own_increments),
        cmocka_unit_test(test_internal),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_garbage_of_many),
        cmocka_unit_test(test_out_of_reach),
        cmocka_unit_test(test_reads_that_are_no_evidence),
        cmocka_unit_test(test_lost_update),
        cmocka_unit_test(test_missed),
        cmocka_unit_test(test_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
