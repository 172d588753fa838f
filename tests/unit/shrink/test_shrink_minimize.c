/*
 * test_shrink_minimize.c - src/shrink/minimize.c: what counts as still showing an anomaly, and how
 * far a draft comes down from the whole history, with no witness to start from.
 */
#include "support/support.h"
#include "unit/support/shrink_support.h"

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
    /* Without 1, which appended between the two, 0 and 2 read the same version: a lost update that
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

/* ---- Other datatypes ------------------------------------------------------------------------ */

static void registers(void **state) {
    (void)state;
    expect_minimal("ok 0: wx1 / ok 1: rx1 wy1 ry1 / fail 2: wx2 / ok 3: rx2 ry1", MNS_A_G1A,
                   "fail 2: wx2 / ok 3: rx2");
    /* Both reads are needed, and both writes because of them. */
    expect_minimal("ok 0: wx1 wz1 / ok 1: wx2 / ok 2: rx1 rx2 rz1", MNS_A_INTERNAL,
                   "ok 0: wx1 / ok 1: wx2 / ok 2: rx1 rx2");
}

static void sets(void **state) {
    (void)state;
    expect_minimal("ok 0: sx1 sx2 / ok 1: sx3 / ok 2: sx4 / ok 3: rx{1 2 3} / ok 4: rx{1 2 4}",
                   MNS_A_INCOMPARABLE_READS, "ok 1: sx3 / ok 2: sx4 / ok 3: rx{3} / ok 4: rx{4}");
}

/* In a draft of the whole history, what a sum is made of stays. */
static void counters(void **state) {
    (void)state;
    expect_minimal(
        "0: ix1 / ok 0: ix1 / 1: ix1 iy1 / ok 1: ix1 iy1 / 2: rx ry / ok 2: rx1 ry1 / "
        "3: ix1 / ok 3: ix1",
        MNS_A_MISSED_INCREMENT_REALTIME,
        "0: ix1 / ok 0: ix1 / 1: ix1 / ok 1: ix1 / 2: rx / ok 2: rx1 / 3: ix1 / ok 3: ix1");
}

/* A sum alone would be taken for a register. */
static void its_workload_can_be_told(void **state) {
    (void)state;
    const char *history = "ok 0: ix1 / ok 1: rx7 / ok 2: iy1";
    checked c;
    mns_draft d;
    bool met = false;
    checked_open(&c, history);
    mns_goal goal = checked_goal(&c, MNS_A_GARBAGE_READ);
    draft_open(&d, &c, false);
    d.sums.rule = MNS_SUMS_KEPT;
    assert_int_equal(mns_draft_minimize(&d, &goal), MINOS_OK);
    draft_expect(&d, "ok 0: ix1 / ok 1: rx7");
    d.has_txn[0] = false;
    assert_int_equal(mns_goal_met(&goal, &d, &met), MINOS_OK);
    assert_false(met);
    goal.told = false; /* the reader is told by an option */
    assert_int_equal(mns_goal_met(&goal, &d, &met), MINOS_OK);
    assert_true(met);
    mns_draft_release(&d);
    checked_close(&c);
}

/* ---- Assumptions ---------------------------------------------------------------------------- */

static void expect_met_under(const char *text, const minos_options *options, mns_anomaly anomaly) {
    checked c;
    mns_draft d;
    bool met = false;
    checked_open_under(&c, text, options);
    mns_goal goal = checked_goal(&c, anomaly);
    draft_open(&d, &c, false);
    assert_int_equal(mns_goal_met(&goal, &d, &met), MINOS_OK);
    assert_true(met);
    goal.assumptions = &(mns_assumptions){.wfr = false};
    c.result->observation.transaction_order = NULL;
    assert_int_equal(mns_goal_met(&goal, &d, &met), MINOS_OK);
    assert_false(met);
    mns_draft_release(&d);
    checked_close(&c);
}

static void what_was_assumed_is_assumed_again(void **state) {
    (void)state;
    minos_options options = checked_options();
    options.assume_wfr = 1;
    char *text = unit_text("ok 0: rx1 wx2 / ok 1: rx2 wx1", false);
    expect_met_under(text, &options, MNS_A_CYCLIC_VERSIONS);
    free(text);
    options = checked_options();
    options.assume_linearizable = 1;
    text = unit_text("0: wx1 / ok 0: wx1 / 1: wx2 wy1 / 2: ry rx / ok 1: wx2 wy1 / ok 2: ry1 rx1",
                     false);
    expect_met_under(text, &options, MNS_A_G_SINGLE_ITEM);
    free(text);
    options = checked_options();
    options.assume_sequential = 1;
    text = unit_text("0: wx1 / ok 0: wx1 / 0: wx2 wy1 / ok 0: wx2 wy1 / 2: ry rx / ok 2: ry1 rx1",
                     false);
    expect_met_under(text, &options, MNS_A_G_SINGLE_ITEM);
    free(text);
}

/* The order names transactions by what the whole history has as their index. */
static void an_order_of_transactions_is_kept(void **state) {
    (void)state;
    minos_options options = checked_options();
    char *order = temporary_write("{1 10, 3 20}", 12);
    options.transaction_order = order;
    char *text =
        unit_text("ok 0: wz1 / ok 1: wx1 / ok 2: rz1 / ok 3: wx2 wy1 / ok 4: ry1 rx1", false);
    expect_met_under(text, &options, MNS_A_G_SINGLE_ITEM);
    checked c;
    mns_draft d;
    checked_open_under(&c, text, &options);
    mns_goal goal = checked_goal(&c, MNS_A_G_SINGLE_ITEM);
    draft_open(&d, &c, false);
    assert_int_equal(mns_draft_minimize(&d, &goal), MINOS_OK);
    mns_buf out;
    mns_buf_init(&out);
    assert_true(mns_draft_resolve(&d));
    mns_draft_write(&d, &out);
    assert_string_equal(out.data,
                        "{:index 1, :type :ok, :process 1, :value [[:w :x 1]]}\n"
                        "{:index 3, :type :ok, :process 3, :value [[:w :x 2] [:w :y 1]]}\n"
                        "{:index 4, :type :ok, :process 4, :value [[:r :y 1] [:r :x 1]]}\n");
    mns_buf_release(&out);
    mns_draft_release(&d);
    checked_close(&c);
    temporary_remove(order);
    free(text);
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
        cmocka_unit_test(registers),
        cmocka_unit_test(sets),
        cmocka_unit_test(counters),
        cmocka_unit_test(its_workload_can_be_told),
        cmocka_unit_test(what_was_assumed_is_assumed_again),
        cmocka_unit_test(an_order_of_transactions_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
