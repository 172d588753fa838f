/*
 * test_shrink_minimize.c - src/shrink/minimize.c: what counts as still showing an anomaly, and how
 * far a draft comes down from the whole history, with no witness to start from.
 */
#include "shrink_support.h"

static void expect_met(const char *notation, mns_anomaly anomaly, uint32_t without, bool expected) {
    checked c;
    mns_draft d;
    checked_open(&c, notation);
    mns_goal goal = checked_goal(&c, anomaly);
    draft_open(&d, &c, false);
    if (without != MNS_NONE) {
        d.has_txn[without] = false;
    }
    bool met = !expected;
    assert_int_equal(mns_goal_met(&goal, &d, &met), MINOS_OK);
    assert_int_equal(met, expected);
    mns_draft_release(&d);
    checked_close(&c);
}

static void the_goal(void **state) {
    (void)state;
    const char *skew = "ok 0: rx[] ay1 / ok 1: ry[] ax1 / ok 2: az1";
    expect_met(skew, MNS_A_G2_ITEM, MNS_NONE, true);
    expect_met(skew, MNS_A_G2_ITEM, 2, true);
    expect_met(skew, MNS_A_G2_ITEM, 1, false);
    /* Not there from the start. */
    expect_met(skew, MNS_A_G1A, MNS_NONE, false);
}

static void the_goal_admits_nothing_new(void **state) {
    (void)state;
    /* Without 1, who appended between the two, 0 and 2 read the same version: a lost update that
     * the history does not have. */
    const char *apart = "0: rx ax2 / 1: ax1 / 2: rx ax3 / ok 0: rx[] ax2 / ok 1: ax1 / "
                        "ok 2: rx[1] ax3 / 3: rx / ok 3: rx[1 3 2]";
    expect_met(apart, MNS_A_G_SINGLE_ITEM, MNS_NONE, true);
    expect_met(apart, MNS_A_G_SINGLE_ITEM, 1, false);
}

static void what_is_implied_is_not_new(void **state) {
    (void)state;
    checked c;
    checked_open(&c, "ok 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: rx[1 2] ry[2 1]");
    mns_goal goal = checked_goal(&c, MNS_A_G0);
    assert_true(goal.allowed[MNS_A_G1C]);
    assert_false(goal.allowed[MNS_A_G1B]);
    checked_close(&c);
}

/* In JSON a keyword and a string become one key; then an element is appended twice. */
static void what_cannot_be_read_does_not_meet_it(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    bool met = true;
    checked_open_text(&c, "{:type :ok, :process 0, :value [[:append :x 1] [:r :x []]]}\n"
                          "{:type :ok, :process 1, :value [[:append \"x\" 1]]}\n");
    mns_goal goal = checked_goal(&c, MNS_A_INTERNAL);
    draft_open(&d, &c, true);
    assert_int_equal(mns_goal_met(&goal, &d, &met), MINOS_OK);
    assert_false(met);
    mns_draft_release(&d);
    checked_close(&c);
}

static void work_has_a_limit(void **state) {
    (void)state;
    const char *skew = "ok 0: rx[] ay1 / ok 1: ry[] ax1 / ok 2: az1 / ok 3: rz[1]";
    checked c;
    mns_draft d;
    checked_open(&c, skew);
    mns_goal goal = checked_goal(&c, MNS_A_G2_ITEM);
    draft_open(&d, &c, false);
    goal.limit = 0;
    assert_int_equal(mns_draft_minimize(&d, &goal), MINOS_OK);
    assert_int_equal(goal.work, 0);
    draft_expect(&d, skew); /* nothing was tried */
    goal.limit = 10000;     /* two tries: the first half, and then the second */
    assert_int_equal(mns_draft_minimize(&d, &goal), MINOS_OK);
    assert_true(goal.work < 20000);
    draft_expect(&d, "ok 0: rx[] ay1 / ok 1: ry[] ax1");
    mns_draft_release(&d);
    checked_close(&c);
}

static void expect_minimal(const char *notation, mns_anomaly anomaly, const char *expected) {
    checked c;
    mns_draft d;
    checked_open(&c, notation);
    mns_goal goal = checked_goal(&c, anomaly);
    draft_open(&d, &c, false);
    assert_int_equal(mns_draft_minimize(&d, &goal), MINOS_OK);
    draft_expect(&d, expected);
    mns_draft_release(&d);
    checked_close(&c);
}

static void transactions_go(void **state) {
    (void)state;
    expect_minimal("ok 0: az1 / ok 1: rx[] ay1 / ok 2: rz[1] / ok 3: ry[] ax1 / ok 4: rw[]",
                   MNS_A_G2_ITEM, "ok 1: rx[] ay1 / ok 3: ry[] ax1");
    expect_minimal("fail 0: ax1 / ok 1: rx[1] / ok 2: rx[1] / fail 3: az1 / ok 4: rz[1]", MNS_A_G1A,
                   "fail 3: az1 / ok 4: rz[1]");
}

static void reads_go(void **state) {
    (void)state;
    expect_minimal("ok 1: rx[] rz[] ay1 rw[] / ok 3: rz[] ry[] ax1", MNS_A_G2_ITEM,
                   "ok 1: rx[] ay1 / ok 3: ry[] ax1");
}

static void elements_go_with_their_appends(void **state) {
    (void)state;
    expect_minimal("ok 0: ax1 ay1 ax2 / ok 1: rx[1 2] ry[] / ok 2: rx[1 2]", MNS_A_G_SINGLE_ITEM,
                   "ok 0: ax1 ay1 / ok 1: rx[1] ry[]");
    /* Near miss: both are needed. */
    expect_minimal("ok 0: ax1 ax2 / ok 1: rx[1]", MNS_A_G1B, "ok 0: ax1 ax2 / ok 1: rx[1]");
}

static void one_makes_another_superfluous(void **state) {
    (void)state;
    /* Each of 0, 1 and 2 stands in the lists; none is needed once the elements have gone. */
    expect_minimal("ok 0: ax1 / ok 1: ax2 / ok 2: ax3 / ok 3: ax4 ay1 / ok 4: rx[1 2 3 4] ry[] / "
                   "ok 5: rx[1 2 3]",
                   MNS_A_G_SINGLE_ITEM, "ok 3: ax4 ay1 / ok 4: rx[4] ry[]");
    /* As long as 2 and 4 are there, leaving out 0 would make theirs a lost update. */
    expect_minimal("ok 0: ax1 / ok 1: ry[] az1 / ok 2: rx[] ax2 / ok 3: rz[] ay1 / ok 4: rx[1] ax3",
                   MNS_A_G2_ITEM, "ok 1: ry[] az1 / ok 3: rz[] ay1");
}

static void what_settles_an_outcome_stays(void **state) {
    (void)state;
    expect_minimal("info 0: rx[] ay1 az5 / ok 1: ry[] ax1 / ok 2: rz[5] / ok 3: rz[5]",
                   MNS_A_G2_ITEM, "info 0: rx[] ay1 az5 / ok 1: ry[] ax1 / ok 3: rz[5]");
    /* Near miss: an ok transaction needs no such read. */
    expect_minimal("ok 0: rx[] ay1 az5 / ok 1: ry[] ax1 / ok 2: rz[5]", MNS_A_G2_ITEM,
                   "ok 0: rx[] ay1 / ok 1: ry[] ax1");
}

static void order_stays(void **state) {
    (void)state;
    expect_minimal("0: ax1 / 5: az1 / ok 0: ax1 / 1: rx rz / ok 1: rx[] rz[] / ok 5: az1",
                   MNS_A_G_SINGLE_ITEM_REALTIME, "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_goal),
        cmocka_unit_test(the_goal_admits_nothing_new),
        cmocka_unit_test(what_is_implied_is_not_new),
        cmocka_unit_test(what_cannot_be_read_does_not_meet_it),
        cmocka_unit_test(work_has_a_limit),
        cmocka_unit_test(transactions_go),
        cmocka_unit_test(reads_go),
        cmocka_unit_test(elements_go_with_their_appends),
        cmocka_unit_test(one_makes_another_superfluous),
        cmocka_unit_test(what_settles_an_outcome_stays),
        cmocka_unit_test(order_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
