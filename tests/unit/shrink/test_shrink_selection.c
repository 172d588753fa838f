/*
 * test_shrink_selection.c - src/shrink/selection.c: what the proof of an anomaly needs, no less and
 * no more.
 */
#include "shrink/elements.h"
#include "unit/support/shrink_support.h"

/* " *9" for each selected element of a read that no write stands for. */
static void put_loose(mns_buf *out, const mns_history *h, const mns_selection *s) {
    const mns_mops *mops = &h->tables.mops;
    for (uint32_t mop = 0; mop < mops->count && !s->all_loose; mop++) {
        uint32_t count = 0;
        const mns_value *elements =
            mns_mop_is_answered(mops, mop) ? mns_elements_read(h, mop, &count) : NULL;
        for (uint32_t i = 0; i < count && s->mop[mop]; i++) {
            uint32_t writer = mns_history_writer(h, mops->key[mop], elements[i]);
            if ((writer == MNS_NONE || writer == MNS_AMBIGUOUS) &&
                mns_selection_has(s, mops->key[mop], elements[i])) {
                mns_buf_printf(out, " *%s", unit_value(&h->tables.values, elements[i]));
            }
        }
    }
}

/* "0(0,2) 3()": transactions with the places of their micro-operations, then *element for each
 * that no write stands for. */
static void expect_selected(const char *notation, mns_anomaly anomaly, mns_breadth breadth,
                            const char *expected) {
    checked c;
    checked_open(&c, notation);
    const mns_witness *witness = breadth == MNS_BREADTH_ALL ? NULL : checked_witness(&c, anomaly);
    const mns_history *h = &c.result->history;
    mns_selection s;
    assert_int_equal(mns_selection_init(&s, &c.result->observation, witness, breadth), MINOS_OK);
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t txn = 0; txn < h->txns.count; txn++) {
        const char *before = "";
        uint32_t first = h->txns.first_mop[txn];
        if (s.txn[txn]) {
            mns_buf_printf(&out, "%s%u(", out.size == 0 ? "" : " ", txn);
        }
        for (uint32_t mop = first; mop < h->txns.first_mop[txn + 1]; mop++) {
            assert_true(s.txn[txn] || !s.mop[mop]);
            if (s.mop[mop]) {
                mns_buf_printf(&out, "%s%u", before, mop - first);
                before = ",";
            }
        }
        mns_buf_str(&out, s.txn[txn] ? ")" : "");
    }
    put_loose(&out, h, &s);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    mns_selection_release(&s);
    checked_close(&c);
}

static void a_cycle_needs_what_its_reasons_name(void **state) {
    (void)state;
    const char *skew = "ok 0: rx[] rz[] ay1 / ok 1: ry[] ax1 / ok 2: az1";
    expect_selected(skew, MNS_A_G2_ITEM, MNS_BREADTH_WITNESS, "0(0,2) 1(0,1)");
    /* The reads that show the order of appends, but not the element before them. */
    expect_selected("ok 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: rx[7 1 2] ry[2 1] / ok 3: ax7", MNS_A_G0,
                    MNS_BREADTH_WITNESS, "0(0,1) 1(0,1) 2(0,1)");
}

static void order_needs_no_micro_operation(void **state) {
    (void)state;
    expect_selected("0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]", MNS_A_G_SINGLE_ITEM_REALTIME,
                    MNS_BREADTH_WITNESS, "0(0) 1(0)");
}

static void a_case_needs_its_transactions_on_its_key(void **state) {
    (void)state;
    expect_selected("ok 0: ax1 az1 ax2 / ok 1: rx[1] rz[1]", MNS_A_G1B, MNS_BREADTH_WITNESS,
                    "0(0,2) 1(0)");
    expect_selected("fail 0: ax1 az1 / ok 1: rx[1] rz[]", MNS_A_G1A, MNS_BREADTH_WITNESS,
                    "0(0) 1(0)");
}

static void lists_need_the_place_where_they_part(void **state) {
    (void)state;
    /* 1 and 2 are shared: their appends are not needed. */
    expect_selected("ok 0: ax1 / ok 1: ax2 / ok 2: ax3 / ok 3: ax4 / ok 4: rx[1 2 3] / "
                    "ok 5: rx[1 2 4]",
                    MNS_A_INCOMPATIBLE_ORDER, MNS_BREADTH_WITNESS, "2(0) 3(0) 4(0) 5(0)");
    /* One list is the longer one: only it has an element there. */
    expect_selected("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1] rx[1 2]", MNS_A_INTERNAL,
                    MNS_BREADTH_WITNESS, "1(0) 2(0,1)");
    /* Its own append is there, but not at the end. */
    expect_selected("ok 0: ax1 / ok 1: ax2 / ok 2: ax3 rx[1 3 2]", MNS_A_INTERNAL,
                    MNS_BREADTH_WITNESS, "1(0) 2(0,1)");
}

static void an_append_nobody_saw_needs_the_longest_read(void **state) {
    (void)state;
    expect_selected("0: ax1 / ok 0: ax1 / 1: ax2 / ok 1: ax2 / 2: rx / ok 2: rx[2]",
                    MNS_A_G0_REALTIME, MNS_BREADTH_WITNESS, "0(0) 1(0) 2(0)");
}

static void what_nobody_appended_is_selected_itself(void **state) {
    (void)state;
    expect_selected("ok 0: ax1 / ok 1: rx[1 9 8]", MNS_A_GARBAGE_READ, MNS_BREADTH_WITNESS,
                    "1(0) *9");
}

static void an_unknown_outcome_needs_the_read_that_settles_it(void **state) {
    (void)state;
    /* 0 is known to have happened because 2 saw its append to z, which no step names. */
    expect_selected("info 0: rx[] ay1 az5 / ok 1: ry[] ax1 / ok 2: rz[5]", MNS_A_G2_ITEM,
                    MNS_BREADTH_WITNESS, "0(0,1,2) 1(0,1) 2(0)");
    /* A chain: 0 because of 2, which is info too, because of 3. */
    expect_selected("info 0: rx[] ay1 az5 / ok 1: ry[] ax1 / info 2: rz[5] aw1 / ok 3: rw[1]",
                    MNS_A_G2_ITEM, MNS_BREADTH_WITNESS, "0(0,1,2) 1(0,1) 2(0,1) 3(0)");
    /* Where the cycle shows it already, the same read is found once. */
    expect_selected("info 0: ax1 ry[1] / ok 1: ay1 rx[1]", MNS_A_G1C, MNS_BREADTH_WITNESS,
                    "0(0,1) 1(0,1)");
}

static void broader_selections(void **state) {
    (void)state;
    const char *skew = "ok 0: rx[] rz[1 9] ay1 / ok 1: ry[] ax1 / ok 2: az1 aw1 / ok 3: rw[1]";
    expect_selected(skew, MNS_A_G2_ITEM, MNS_BREADTH_WITNESS, "0(0,2) 1(0,1)");
    expect_selected(skew, MNS_A_G2_ITEM, MNS_BREADTH_TXNS, "0(0,1,2) 1(0,1) 2(0)");
    expect_selected(skew, MNS_A_G2_ITEM, MNS_BREADTH_ALL, "0(0,1,2) 1(0,1) 2(0,1) 3(0)");
}

static void has_follows_the_appends(void **state) {
    (void)state;
    checked c;
    checked_open(&c, "ok 0: ax1 / ok 1: ax2 / ok 2: rx[2 9 1] ry[9]");
    mns_selection s;
    assert_int_equal(mns_selection_init(&s, &c.result->observation,
                                        checked_witness(&c, MNS_A_GARBAGE_READ),
                                        MNS_BREADTH_WITNESS),
                     MINOS_OK);
    uint32_t x = c.result->history.tables.mops.key[0], y = c.result->history.tables.mops.key[3];
    mns_values *values = &c.result->history.tables.values;
    assert_true(mns_selection_has(&s, x, mns_values_integer(values, 9)));
    assert_false(mns_selection_has(&s, y, mns_values_integer(values, 9))); /* another key's */
    assert_false(mns_selection_has(&s, x, mns_values_integer(values, 1)));
    mns_selection_release(&s);
    checked_close(&c);
}

/* ---- Other datatypes ------------------------------------------------------------------------ */

static void a_register_read_needs_the_write_of_its_value(void **state) {
    (void)state;
    expect_selected("ok 0: wx1 wz1 / ok 1: rx1 wx2 / ok 2: rx1 rz1 wx3", MNS_A_LOST_UPDATE,
                    MNS_BREADTH_WITNESS, "0(0) 1(0,1) 2(0,2)");
    /* Near miss: the initial state has no write. */
    expect_selected("ok 0: wz1 / ok 1: rx wx2 / ok 2: rx rz1 wx3", MNS_A_LOST_UPDATE,
                    MNS_BREADTH_WITNESS, "1(0,1) 2(0,2)");
    /* 1 counts because 2 saw what it wrote. */
    expect_selected("fail 0: wx1 / info 1: rx1 wz5 / ok 2: rz5 rx", MNS_A_G1A, MNS_BREADTH_WITNESS,
                    "0(0) 1(0,1) 2(0)");
    expect_selected("ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx1 wx3 ry7 / ok 3: wy7 wz1",
                    MNS_A_LOST_UPDATE, MNS_BREADTH_TXNS, "0(0) 1(0,1) 2(0,1,2) 3(0)");
}

static void an_order_of_versions_needs_the_path_that_proves_it(void **state) {
    (void)state;
    /* 3 read y2 of 1, and x1 of 2, which read y1 of 0: so y1 precedes y2; and x2 precedes x1, or
     * else 3 read what 1 had overwritten. */
    expect_selected("ok 0: wy1 / ok 1: wx2 wy2 / ok 2: ry1 wx1 wz1 / ok 3: ry2 rx1",
                    MNS_A_G_SINGLE_ITEM, MNS_BREADTH_WITNESS, "0(0) 1(0,1) 2(0,1) 3(0,1)");
}

static void all_writes_of_a_value_or_none(void **state) {
    (void)state;
    expect_selected("ok 0: wx1 rx2 / ok 1: wx1 wy1 / ok 2: wx2 / ok 3: wx7 / ok 4: wx7",
                    MNS_A_INTERNAL, MNS_BREADTH_WITNESS, "0(0,1) 1(0) 2(0)");
}

static void sets_need_the_elements_in_which_they_differ(void **state) {
    (void)state;
    expect_selected("ok 0: sx1 sx9 / ok 1: sx2 / ok 2: rx{1 9} / ok 3: rx{2 9}",
                    MNS_A_INCOMPARABLE_READS, MNS_BREADTH_WITNESS, "0(0) 1(0) 2(0) 3(0)");
    expect_selected("ok 0: sx1 / ok 1: rx{1 2 3}", MNS_A_GARBAGE_READ, MNS_BREADTH_WITNESS,
                    "1(0) *2");
}

static void a_write_needs_a_read_that_shows_it(void **state) {
    (void)state;
    /* Without 2, it would be lost. */
    expect_selected("0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{} / 2: rx / ok 2: rx{1}",
                    MNS_A_G_SINGLE_REALTIME, MNS_BREADTH_WITNESS, "0(0) 1(0) 2(0)");
    expect_selected("0: sx1 / ok 0: sx1 / 1: rx / final 1: rx{}", MNS_A_LOST_WRITE,
                    MNS_BREADTH_WITNESS, "0(0) 1(0)");
    expect_selected("0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[] / 2: rx / ok 2: rx[1]",
                    MNS_A_G_SINGLE_ITEM_REALTIME, MNS_BREADTH_WITNESS, "0(0) 1(0) 2(0)");
    expect_selected("0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[]", MNS_A_LOST_WRITE,
                    MNS_BREADTH_WITNESS, "0(0) 1(0)");
}

static void a_sum_needs_all_increments(void **state) {
    (void)state;
    expect_selected("0: ix1 iy1 / ok 0: ix1 iy1 / 1: ix1 / 2: rx ry / ok 1: ix1 / ok 2: rx0 ry1",
                    MNS_A_MISSED_INCREMENT_REALTIME, MNS_BREADTH_WITNESS, "0(0) 1(0) 2(0)");
}

static void expect_rule(const char *notation, mns_anomaly anomaly, mns_breadth breadth,
                        mns_sums_rule rule) {
    checked c;
    checked_open(&c, notation);
    mns_selection s;
    assert_int_equal(
        mns_selection_init(&s, &c.result->observation, checked_witness(&c, anomaly), breadth),
        MINOS_OK);
    assert_int_equal(s.sums, rule);
    mns_selection_release(&s);
    checked_close(&c);
}

static void rules_of_sums(void **state) {
    (void)state;
    const char *stale = "0: ix1 / ok 0: ix1 / 1: rx / ok 1: rx1 / 1: rx / ok 1: rx0";
    expect_rule(stale, MNS_A_G_SINGLE_ITEM_PROCESS, MNS_BREADTH_WITNESS, MNS_SUMS_ORDER);
    expect_rule(stale, MNS_A_MISSED_INCREMENT_REALTIME, MNS_BREADTH_WITNESS, MNS_SUMS_LEVEL);
    expect_rule(stale, MNS_A_MISSED_INCREMENT_REALTIME, MNS_BREADTH_TXNS, MNS_SUMS_FIXED);
    expect_rule("ok 0: ix1 / ok 1: rx7", MNS_A_GARBAGE_READ, MNS_BREADTH_WITNESS, MNS_SUMS_KEPT);
    expect_rule("fail 0: ix1 / ok 1: rx1", MNS_A_G1A, MNS_BREADTH_WITNESS, MNS_SUMS_FIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cycle_needs_what_its_reasons_name),
        cmocka_unit_test(order_needs_no_micro_operation),
        cmocka_unit_test(a_case_needs_its_transactions_on_its_key),
        cmocka_unit_test(lists_need_the_place_where_they_part),
        cmocka_unit_test(an_append_nobody_saw_needs_the_longest_read),
        cmocka_unit_test(what_nobody_appended_is_selected_itself),
        cmocka_unit_test(an_unknown_outcome_needs_the_read_that_settles_it),
        cmocka_unit_test(a_register_read_needs_the_write_of_its_value),
        cmocka_unit_test(an_order_of_versions_needs_the_path_that_proves_it),
        cmocka_unit_test(all_writes_of_a_value_or_none),
        cmocka_unit_test(sets_need_the_elements_in_which_they_differ),
        cmocka_unit_test(a_write_needs_a_read_that_shows_it),
        cmocka_unit_test(a_sum_needs_all_increments),
        cmocka_unit_test(rules_of_sums),
        cmocka_unit_test(broader_selections),
        cmocka_unit_test(has_follows_the_appends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
