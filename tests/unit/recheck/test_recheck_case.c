/*
 * test_recheck_case.c - anomalies without a cycle that follow from a history are accepted, and
 * nothing near them.
 */
#include "unit/support/recheck_support.h"

static mns_value number(fixture *f, int64_t integer) { return fixture_number(f, integer); }

static void test_g1a(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, FAIL(0, "[:append :x 1]") OK(1, "[:append :x 2]") OK(2, "[:r :x [1 2]]")
                         FAIL(3, "[:r :x [1]]"));
    sketch s;
    CASE(&s, &f, MNS_A_G1A, number(&f, 1), 2, 0);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 2));
    REJECTS_WITH(&s, s.witness.mop_count, 1);
    REJECTS_WITH(&s, s.witness.txn_count, 1);
    REJECTS_WITH(&s, s.txns[0], 1);
    REJECTS_WITH(&s, s.mops[0], 77);
    REJECTS_WITH(&s, s.witness.key, 5);
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G1B);
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_G0);
    CASE(&s, &f, MNS_A_G1A, number(&f, 2), 2, 1); /* its writer committed */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1A, number(&f, 1), 3, 0); /* its reader failed */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_g1b(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:append :y 9] [:append :x 2]") /* 0 1 2 */
                 OK(1, "[:r :x [1]]") OK(2, "[:r :x [1 2]]")               /* 3 4 */
                 OK(3, "[:append :z 1] [:r :z [1]] [:append :z 2]")        /* 5 6 7 */
                 OK(4, "[:append :w 1] [:append :v 2] [:r :w [1]]")        /* 8 9 10 */
                 OK(5, "[:r :w [1]]"));                                    /* 11 */
    sketch s;
    CASE(&s, &f, MNS_A_G1B, number(&f, 1), 11, 8); /* it went on with another key */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1B, number(&f, 1), 3, 0);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_G1B, number(&f, 1), 4, 0); /* 1 is not where it ends */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1B, number(&f, 2), 4, 2); /* nothing follows 2 */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_G1B, number(&f, 1), 6, 5); /* its own */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_internal(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x [1]] [:append :x 2] [:r :x [1]]")             /* 0 1 2 */
                 OK(1, "[:append :x 3] [:r :x [3 4]] [:r :x [3 4]]")             /* 3 4 5 */
                 OK(2, "[:r :x [1]] [:append :x 5] [:r :x [1 5]]")               /* 6 7 8 */
                 OK(3, "[:append :x 6] [:r :x [1 6]]")                           /* 9 10 */
                 OK(4, "[:r :x nil] [:r :x []]")                                 /* 11 12 */
                 OK(5, "[:r :x [1]] [:r :y [1]] [:append :x 7] [:r :x [2 7]]")); /* 13 .. 16 */
    sketch s;
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 16, 13, 15); /* the beginning differs */
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 16, 13, 14, 15); /* one of another key */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 16, 15); /* by itself, 7 is where it belongs */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 2, 0, 1);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 2, 1); /* an append alone is proof enough */
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 2, 0); /* the append is left out */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 4, 3);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 5, 4);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 8, 6, 7);
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 10, 9); /* a prefix it did not know of */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 12, 11); /* nil and [] are one state */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 8, 0); /* another transaction's */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_INTERNAL, MNS_VALUE_NONE, 0, 1); /* what came later */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_future_read(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x [1]] [:append :x 1]") OK(1, "[:append :x 2] [:r :x [1 2]]"));
    sketch s;
    CASE(&s, &f, MNS_A_FUTURE_READ, number(&f, 1), 0, 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 2));
    CASE(&s, &f, MNS_A_FUTURE_READ, number(&f, 2), 3, 2); /* the append came first */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_FUTURE_READ, number(&f, 1), 3, 1); /* of another transaction */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_dirty_update(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, FAIL(0, "[:append :x 1]") OK(1, "[:append :x 2]") OK(2, "[:r :x [1 2 3]]")
                         OK(3, "[:append :x 3]") OK(4, "[:append :x 4]"));
    sketch s;
    CASE(&s, &f, MNS_A_DIRTY_UPDATE, number(&f, 1), 2, 0, 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.mop_count, 2);
    CASE(&s, &f, MNS_A_DIRTY_UPDATE, number(&f, 1), 2, 1, 3); /* both committed */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_DIRTY_UPDATE, number(&f, 1), 2, 1, 0); /* reversed */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_DIRTY_UPDATE, number(&f, 1), 2, 0, 1, 3); /* 2 was committed already */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_DIRTY_UPDATE, number(&f, 1), 2, 0, 4); /* 4 was not read */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_duplicates_and_garbage(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1]") OK(1, "[:r :x [1 1 2]]") FAIL(2, "[:append :x 3]")
                         OK(3, "[:r :x [1 1 2 3]]") FAIL(4, "[:r :x [1 5 5]]"));
    sketch s;
    CASE(&s, &f, MNS_A_DUPLICATE_ELEMENTS, number(&f, 1), 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 2));
    CASE(&s, &f, MNS_A_DUPLICATE_ELEMENTS, number(&f, 5), 4); /* read by a failed one */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_GARBAGE_READ, number(&f, 2), 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.element, number(&f, 1)); /* appended */
    REJECTS_WITH(&s, s.witness.element, number(&f, 4)); /* not read */
    CASE(&s, &f, MNS_A_GARBAGE_READ, number(&f, 3), 3); /* a failed append is an append */
    assert_false(accepts(&s));
    fixture_close(&f);
}

static void test_incompatible_order(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:append :x 2]") OK(1, "[:r :x [1 2]]")
                         OK(2, "[:r :x [2 1]]") OK(3, "[:r :x [1]]") OK(4, "[:r :x []]")
                             FAIL(5, "[:r :x [2]]"));
    sketch s;
    CASE(&s, &f, MNS_A_INCOMPATIBLE_ORDER, MNS_VALUE_NONE, 2, 3);
    assert_true(accepts(&s));
    static const uint32_t harmless[][2] = {{2, 4}, {2, 5}, {2, 6}, {6, 2}, {2, 2}};
    for (size_t i = 0; i < MNS_COUNT_OF(harmless); i++) {
        CASE(&s, &f, MNS_A_INCOMPATIBLE_ORDER, MNS_VALUE_NONE, harmless[i][0], harmless[i][1]);
        assert_false(accepts(&s));
    }
    fixture_close(&f);
}

static void test_lost_update(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:r :x nil] [:append :x 1]")            /* 0 1 */
                 OK(1, "[:r :x []] [:append :x 2]")                 /* 2 3 */
                 OK(2, "[:r :x [1]] [:append :x 3]")                /* 4 5 */
                 OK(3, "[:append :x 4] [:r :x [1]] [:append :x 5]") /* 6 7 8 */
                 OK(4, "[:r :x [1]] [:append :x 6] [:append :x 7]") /* 9 10 11 */
                 FAIL(5, "[:r :x []] [:append :x 8]")               /* 12 13 */
                 OK(6, "[:append :y 1] [:r :x [2]] [:append :x 9]") /* 14 15 16 */
                 OK(7, "[:r :y [1]] [:r :x [2]] [:append :x 10]")); /* 17 18 19 */
    sketch s;
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 15, 16, 18, 19); /* other keys first */
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 4, 5, 18, 19); /* as long, but different */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 0, 1, 2, 3);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.mop_count, 2);
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 4, 5, 9, 10);
    assert_true(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 0, 1, 4, 5); /* different lists */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 4, 5, 7, 8); /* appended before it read */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 9, 10, 9, 11); /* one transaction */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 0, 1, 12, 13); /* one failed */
    assert_false(accepts(&s));
    CASE(&s, &f, MNS_A_LOST_UPDATE, MNS_VALUE_NONE, 0, 1, 3, 2); /* append and read swapped */
    assert_false(accepts(&s));
    fixture_close(&f);
}

/* A list against the order in which one transaction appended. */
static void test_writes_out_of_order(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append :x 1] [:append :x 2] [:append :y 3]") /* 0 1 2 */
                 OK(1, "[:append :x 4]")                                   /* 3 */
                 OK(2, "[:r :x [2 1]]") OK(3, "[:r :x [2]]")               /* 4 5 */
                 OK(4, "[:r :x [1 2]]") OK(5, "[:r :x [1]]")               /* 6 7: nothing wrong */
                 FAIL(6, "[:append :x 5] [:append :x 6]")                  /* 8 9 */
                 OK(7, "[:r :x [4 1]] [:r :x [6]]")                        /* 10 11 */
                 FAIL(8, "[:r :x [2 1]]"));                                /* 12 */
    sketch s;
    CASE(&s, &f, MNS_A_INCOMPATIBLE_ORDER, number(&f, 2), 4, 0, 1);
    assert_true(accepts(&s));
    REJECTS_WITH(&s, s.witness.anomaly, MNS_A_DIRTY_UPDATE);
    CASE(&s, &f, MNS_A_INCOMPATIBLE_ORDER, number(&f, 2), 5, 0, 1); /* the earlier is missing */
    assert_true(accepts(&s));
    static const uint32_t harmless[][3] = {
        {6, 0, 1},              /* in order */
        {7, 0, 1},              /* the later is not there yet: an intermediate read, if anything */
        {4, 1, 0},              /* the appends reversed */
        {4, 0, 2},              /* of another key */
        {10, 0, 3},             /* of two transactions, in whatever order */
        {10, 3, 0}, {11, 8, 9}, /* of a failed transaction: an aborted read */
        {12, 0, 1},             /* the reader failed */
        {0, 0, 1},              /* not a read */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(harmless); i++) {
        CASE(&s, &f, MNS_A_INCOMPATIBLE_ORDER, number(&f, 2), harmless[i][0], harmless[i][1],
             harmless[i][2]);
        assert_false(accepts(&s));
    }
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_g1a),
        cmocka_unit_test(test_g1b),
        cmocka_unit_test(test_internal),
        cmocka_unit_test(test_future_read),
        cmocka_unit_test(test_dirty_update),
        cmocka_unit_test(test_duplicates_and_garbage),
        cmocka_unit_test(test_incompatible_order),
        cmocka_unit_test(test_lost_update),
        cmocka_unit_test(test_writes_out_of_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
