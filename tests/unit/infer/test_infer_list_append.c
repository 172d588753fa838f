/*
 * test_infer_list_append.c - src/infer/list_append.c: which transactions committed, and the order
 * of versions of a key came.
 */
#include "support/units.h"

static void expect_outcomes(const char *notation, const char *expected) {
    static const char *const names[] = {"committed", "proven", "unknown", "aborted"};
    unit u;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    for (uint32_t t = 0; t < u.history.txns.count; t++) {
        mns_buf_printf(&out, "%s%s", t > 0 ? " " : "", names[u.observation.outcome[t]]);
        assert_int_equal(mns_txn_counts(&u.observation, t), u.observation.outcome[t] <= MNS_PROVEN);
    }
    char *text = mns_buf_take(&out, NULL);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: %s", notation, text);
    }
    free(text);
    unit_close(&u);
}

static void who_was_seen_has_committed(void **state) {
    (void)state;
    expect_outcomes("ok 0: ax1 / info 1: ax2 / fail 2: ax3", "committed unknown aborted");
    expect_outcomes("info 0: ax1 / ok 1: rx[1]", "proven committed");
    expect_outcomes("info 0: ax1 / ok 1: ry[1]", "unknown committed");
    expect_outcomes("0: ax1 / 1: rx / ok 1: rx[1]", "committed proven"); /* never completed */
    expect_outcomes("fail 0: ax1 / ok 1: rx[1]", "aborted committed");   /* an anomaly, no proof */
    expect_outcomes("info 0: ax1 / fail 1: rx[1]", "unknown aborted");
    expect_outcomes("info 0: ax1 / info 1: rx[1]", "unknown unknown");
    expect_outcomes("info 0: ax1 ay9 / ok 1: rx[1,5]", "proven committed");
}

/* What a proven transaction read counts as well, in whatever order they stand in the history. */
static void proof_is_passed_on(void **state) {
    (void)state;
    expect_outcomes("info 0: ax1 / info 1: rx[1] ay2 / info 2: ry[2] az3 / ok 3: rz[3]",
                    "proven proven proven committed");
    expect_outcomes("ok 3: rz[3] / info 2: ry[2] az3 / info 1: rx[1] ay2 / info 0: ax1",
                    "committed proven proven proven");
    expect_outcomes("info 0: ax1 / info 1: rx[1] ay2 / ok 3: rz[3]", "unknown unknown committed");
    expect_outcomes("info 0: ax1 / info 1: rx ay2 / ok 3: ry[2]", "unknown proven committed");
}

/* The order of x, as elements with the transaction that wrote each, "-" for none. */
static void expect_order(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    const mns_observation *o = &u.observation;
    uint32_t key = unit_key(&u, 'x');
    for (uint32_t p = 1; p <= mns_version_count(o, key); p++) {
        uint32_t writer = mns_version_writer(o, key, p);
        mns_value element = mns_version_element(o, key, p);
        mns_buf_printf(&out, "%s%s/", p > 1 ? " " : "",
                       unit_value(&u.history.tables.values, element));
        mns_buf_printf(&out, writer == MNS_NONE ? "-" : "%u",
                       writer == MNS_NONE ? 0 : mns_txn_of(o, writer));
        assert_true(writer == MNS_NONE || o->versions.position[writer] == p);
    }
    char *text = mns_buf_take(&out, NULL);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: %s", notation, text);
    }
    free(text);
    unit_close(&u);
}

static void the_longest_read_is_the_order(void **state) {
    (void)state;
    expect_order("ok 0: ax1 / ok 1: ax2", "");
    expect_order("ok 0: rx[]", "");
    expect_order("ok 0: ax1 / ok 1: ax2 / ok 2: rx[2,1] / ok 3: rx[2]", "2/1 1/0");
    expect_order("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1] / fail 3: rx[1,2]", "1/0");
    expect_order("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1] / info 3: rx[1,2]", "1/0");
    expect_order("ok 0: ax1 / fail 1: ax2 / ok 2: rx[1,2]", "1/0 2/1");
    expect_order("ok 0: ax1 / ok 2: rx[1,9]", "1/0 9/-");
}

static void repeated_elements_stand_once(void **state) {
    (void)state;
    expect_order("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1,2,1,1]", "1/0 2/1");
    expect_order("ok 0: ax1 / ok 2: rx[9,1,9]", "9/- 1/0");
}

static void of_reads_that_disagree_the_longest_wins(void **state) {
    (void)state;
    expect_order("ok 0: ax1 ax2 ax3 / ok 1: rx[1,2] / ok 2: rx[3,2,1]", "3/0 2/0 1/0");
    expect_order("ok 0: ax1 ax2 / ok 1: rx[1] / ok 2: rx[2]", "1/0"); /* the first of equals */
    expect_order("ok 0: ax1 ax2 / ok 2: rx[2] / ok 1: rx[1]", "2/0");
}

/* The positions of the first transaction's micro-operations; - for none. */
static void expect_positions(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    for (uint32_t m = 0; m < u.history.txns.first_mop[1]; m++) {
        uint32_t position = u.observation.versions.position[m];
        mns_buf_printf(&out, position == MNS_NONE ? "%s-" : "%s%u", m > 0 ? " " : "", position);
    }
    char *text = mns_buf_take(&out, NULL);
    assert_string_equal(text, expected);
    free(text);
    unit_close(&u);
}

static void positions_count_distinct_versions(void **state) {
    (void)state;
    expect_positions("ok 0: ax1 ax2 ax3 rx[] rx[1] rx[1,2] / ok 1: rx[1,2]", "1 2 - 0 1 2");
    expect_positions("ok 0: rx[1,1,2] rx[1,1] rx[1] / ok 1: ax1 ax2", "2 1 1");
    expect_positions("ok 0: rx[2,1] rx[2] rx[] / ok 1: ax1 ax2 ax3 / ok 2: rx[1,2,3]", "- - 0");
    expect_positions("ok 0: rx[1,3] rx[1] / ok 1: ax1 ax2 ax3 / ok 2: rx[1,2,3]", "- 1");
    expect_positions("info 0: rx[1] / ok 1: ax1 / ok 2: rx[1]", "-"); /* does not count */
    expect_positions("ok 0: rx / ok 1: ax1 / ok 2: rx[1]", "0");
}

static void spines_know_who_showed_them(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "fail 0: rx[1,2,3] / ok 1: rx[1] / ok 2: rx[1,2] / ok 3: rx[1,2] / "
                  "ok 4: ax1 ax2 / ok 5: rx[2]");
    const mns_versions *v = &u.observation.versions;
    uint32_t key = unit_key(&u, 'x'), main = v->main_spine[key];
    uint32_t other = u.history.tables.mops.content[unit_mop(&u, 5, 0)];
    assert_int_equal(v->seen[main], 2); /* of three: the failed read shows nothing */
    assert_int_equal(mns_shown_by(&u.observation, key), unit_mop(&u, 2, 0));
    assert_int_equal(v->shared[main], 2);
    assert_int_not_equal(main, other);
    assert_int_equal(v->seen[other], 1);
    assert_int_equal(v->shared[other], 0);
    assert_int_equal(mns_spine_writer(&u.observation, main, 1), unit_mop(&u, 4, 1));
    unit_close(&u);
}

static void an_empty_history_has_no_orders(void **state) {
    (void)state;
    unit u;
    unit_read(&u, "", MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_OK);
    assert_non_null(u.observation.versions.order_first);
    assert_int_equal(u.observation.repeated_keys.count, 0);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_was_seen_has_committed),
        cmocka_unit_test(proof_is_passed_on),
        cmocka_unit_test(the_longest_read_is_the_order),
        cmocka_unit_test(repeated_elements_stand_once),
        cmocka_unit_test(of_reads_that_disagree_the_longest_wins),
        cmocka_unit_test(positions_count_distinct_versions),
        cmocka_unit_test(spines_know_who_showed_them),
        cmocka_unit_test(an_empty_history_has_no_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
