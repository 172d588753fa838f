/*
 * test_conflicts.c - src/schedule/conflicts.c: circles of transactions that wait for each other.
 */
#include "schedule/conflicts.h"
#include "unit/support/schedule_support.h"

/* Runs into the conflict. */
static void open_stuck(scheduled *s, const char *notation, mns_candidates kept,
                       const char *committed) {
    scheduled_open(s, notation, kept);
    assert_false(mns_frontier_run(&s->frontier, UINT64_MAX));
    scheduled_expect(s, committed);
}

/* T0 writes x1 first. T1 would replace it, but T2 still has to read it, and waits for T1's y1. So
 * T1 comes before T0. */
static void a_circle_with_one_choice(void **state) {
    (void)state;
    scheduled s;
    open_stuck(&s, "ok 0: wx1 / ok 1: wx2 wy1 / ok 2: rx1 ry1", serial, "0");
    assert_int_equal(mns_conflict_resolve(&s.frontier, &s.links), MNS_CONFLICT_RESOLVED);
    assert_true(s.links > 0);
    assert_true(mns_orders_is_fixed(&s.frontier.orders, (mns_pair){1, 0}));
    scheduled_expect(&s, ""); /* undone */
    assert_true(mns_frontier_run(&s.frontier, UINT64_MAX));
    scheduled_expect(&s, "1 0 2");
    scheduled_close(&s);
}

/* The same of two keys, crosswise: T2 (x2, p) waits for T4, which reads x1 and waits for T3's q;
 * T3 (y2, q) waits for T5, which reads y1 and waits for T2's p. One of T2 before T0 and T3 before
 * T1 is enough. */
static void a_circle_with_two_choices(void **state) {
    (void)state;
    scheduled s;
    open_stuck(&s,
               "ok 0: wx1 / ok 1: wy1 / ok 2: wx2 wp1 / ok 3: wy2 wq1 / ok 4: rx1 rq1 / "
               "ok 5: ry1 rp1",
               serial, "0 1");
    assert_int_equal(mns_conflict_resolve(&s.frontier, &s.links), MNS_CONFLICT_RESOLVED);
    assert_int_equal(s.frontier.orders.count, 2);
    assert_true(s.frontier.count < 2);
    assert_true(mns_frontier_run(&s.frontier, UINT64_MAX));
    scheduled_close(&s);
}

/* Circular information flow rests on no choice. */
static void a_circle_without_a_choice(void **state) {
    (void)state;
    scheduled s;
    open_stuck(&s, "ok 0: wx1 ry1 / ok 1: wy1 rx1", serial, "");
    assert_int_equal(mns_conflict_resolve(&s.frontier, &s.links), MNS_CONFLICT_IMPOSSIBLE);
    scheduled_close(&s);
    open_stuck(&s, "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx", serial_in_time, "");
    assert_int_equal(mns_conflict_resolve(&s.frontier, &s.links), MNS_CONFLICT_IMPOSSIBLE);
    scheduled_close(&s);
}

/* Neither order of x1 and x2 is possible: T2 and T3 read x1 and x2 and each waits for the other
 * writer. */
static void no_order_is_left(void **state) {
    (void)state;
    scheduled s;
    mns_conflict_result result = MNS_CONFLICT_RESOLVED;
    scheduled_open(&s, "ok 0: wx1 wy1 / ok 1: wx2 wz1 / ok 2: rx1 rz1 / ok 3: rx2 ry1", serial);
    for (int i = 0; i < 10 && result == MNS_CONFLICT_RESOLVED; i++) {
        assert_false(mns_frontier_run(&s.frontier, UINT64_MAX));
        result = mns_conflict_resolve(&s.frontier, &s.links);
    }
    assert_int_equal(result, mns_solver_name() != NULL ? MNS_CONFLICT_IMPOSSIBLE : result);
    assert_int_not_equal(result, MNS_CONFLICT_RESOLVED);
    scheduled_close(&s);
}

/* Who holds a key is a choice, too. */
static void snapshots_choose_who_begins(void **state) {
    (void)state;
    scheduled s;
    open_stuck(&s, "ok 0: rx wx1 / ok 1: rx wx2", snapshots, "");
    assert_int_equal(mns_conflict_resolve(&s.frontier, &s.links), MNS_CONFLICT_IMPOSSIBLE);
    scheduled_close(&s);
    open_stuck(&s, "ok 0: wx1 / ok 1: wx2 wy1 / ok 2: rx1 ry1", snapshots, "0");
    assert_int_equal(mns_conflict_resolve(&s.frontier, &s.links), MNS_CONFLICT_RESOLVED);
    assert_true(mns_frontier_run(&s.frontier, UINT64_MAX));
    scheduled_expect(&s, "1 0 2");
    scheduled_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_with_one_choice),    cmocka_unit_test(a_circle_with_two_choices),
        cmocka_unit_test(a_circle_without_a_choice),   cmocka_unit_test(no_order_is_left),
        cmocka_unit_test(snapshots_choose_who_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
