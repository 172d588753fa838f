/*
 * test_snapshots.c - src/detect/snapshots.c and snapshots_overlaps.c: which reads show a snapshot,
 * and which transactions may write a key concurrently.
 */
#include "unit/support/snapshots_support.h"

/* "txn.place", the start, and + where the transaction writes the key. */
static void put_read(void *context, const mns_snapshot_read *read) {
    mns_buf_printf(context, "%u@%d%s ", (unsigned)read->mop, (int)read->start,
                   read->overwrites ? "+" : "");
}

static void expect_reads(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    timed_open(&u, notation);
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    assert_true(mns_snapshot_reads(&u.observation, put_read, &out));
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    unit_close(&u);
}

static void external_reads(void **state) {
    (void)state;
    expect_reads("1-2 rx[] ry[] rx[] / 3- rx[] ax1 rx[1] / 4-5 ay2 ry[2] rx[1] ax3",
                 "0@1 1@1 3@3+ 8@4+ ");
    expect_reads("1-2 ax1 / -2 rx[1] / 3-2 rx[1] / fail 1-2 rx[1] / info 1-2 rx[1]", "");
    expect_reads("info 1-2 rx[] ax1 / info 3-4 rx rx[] ax2 / 5-6 ry[1] ay1 / - rx[1,2]",
                 "0@1+ 5@5+ "); /* an unanswered read has touched the key */
}

static void overlapping_writes(void **state) {
    (void)state;
    timed_expect("1-3 ax1 / 2-4 ax2", "G-SIa - (0.0 1.0)");
    timed_expect("2-4 wx2 / 1-3 wx1", "G-SIa - (1.0 0.0)"); /* the first to start */
    timed_expect("1-9 wx1 / 2-3 wx2 / 4-5 wx3", "G-SIa - (0.0 1.0) G-SIa - (0.0 2.0)");
    timed_expect("1-4 wx1 / 2-6 wx2 / 5-7 wx3", "G-SIa - (0.0 1.0) G-SIa - (1.0 2.0)");
    timed_expect("1-3 wx1 / 1-3 wx2", "G-SIa - (0.0 1.0)");
    timed_expect("1-3 wx1 wx2 / 2-4 wx3 wy1", "G-SIa - (0.1 1.0)"); /* the last writes */
    timed_expect("info 1-3 ax1 / 2-4 ax2 / - rx[1]", "G-SIa - (0.0 1.0)");
    timed_expect("1-3 ax1 ay1 / 2-4 ay2 ax2", "G-SIa - (0.0 1.1) G-SIa - (0.1 1.0)");
    static const char *const fine[] = {
        "1-3 ax1 / 3-4 ax2",           /* one after the other */
        "2-2 wx1 / 2-4 wx2 / 2-2 wx3", /* began and ended when the other one started */
        "1-3 wx1 / 3-3 wx2 / 3-5 wx3", /* all touch, none overlaps */
        "1-3 ax1 / 2-4 ay2",           /* another key */
        "1-3 ax1 / 2-4 rx[]",          /* not a write */
        "1-3 ax1 / fail 2-4 ax2",      /* did not happen */
        "1-3 ax1 / info 2-4 ax2",      /* may not have happened */
        "1-3 ax1 / 2- ax2",            /* when did it end? */
        "1-3 ax1 / -4 ax2",            /* when did it start? */
        "4-3 ax1 / 2-4 ax2",           /* ends before it starts */
        "1-3 ax1 rx[1] ax2",           /* one transaction */
        "1-3 sx1 / 2-4 sx2",           /* a set may be rows */
        "1-3 ix1 / 2-4 ix2",           /* increments commute */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

/* All are counted, some are kept. */
static void counts_all(void **state) {
    (void)state;
    unit u;
    mns_cases cases;
    timed_open(&u, "1-9 wx1 / 2-3 wx2 / 4-5 wx3 / 6-7 wx4 / 10-11 rx / 12-13 rx");
    mns_cases_init(&cases, 1);
    mns_detect_snapshots(&u.observation, &cases);
    assert_int_equal(cases.count, 2);
    assert_int_equal(cases.total[MNS_A_G_SIA], 3);
    assert_int_equal(cases.total[MNS_A_G_SIB], 2);
    mns_cases_release(&cases);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(external_reads),
        cmocka_unit_test(overlapping_writes),
        cmocka_unit_test(counts_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
