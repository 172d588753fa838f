/*
 * test_demands.c - src/schedule/demands*.c: which versions each transaction reads and installs.
 */
#include "core/buf.h"
#include "schedule/demands.h"
#include "support/units.h"

static void put_version(mns_buf *out, uint32_t version, uint32_t initial) {
    if (version == MNS_NONE) {
        mns_buf_char(out, '-');
    } else {
        mns_buf_printf(out, "%u", version - initial);
    }
}

/* The touches of each transaction: key, version read, ">" and version installed; versions of a key
 * are counted from its initial state, and "-" is none. Transactions are separated by "/". */
static void expect_touches(const char *notation, const char *expected) {
    unit u;
    mns_demands p;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    assert_int_equal(mns_demands_make(&p, &u.observation, false), MNS_SET_UP);
    for (uint32_t txn = 0; txn < p.txn_count; txn++) {
        uint32_t count = 0;
        const mns_touch *touches = mns_touches_of(&p, txn, &count);
        mns_buf_str(&out, txn == 0 ? "" : " / ");
        for (uint32_t i = 0; i < count; i++) {
            uint32_t key = touches[i].key;
            char letter = key == unit_key(&u, 'x') ? 'x' : 'y';
            mns_buf_printf(&out, i == 0 ? "%c" : " %c", letter);
            put_version(&out, touches[i].reads, p.initial[key]);
            mns_buf_char(&out, '>');
            put_version(&out, touches[i].installs, p.initial[key]);
        }
    }
    mns_buf_char(&out, '\0');
    if (strcmp(out.data, expected) != 0) {
        fail_msg("%s: found \"%s\", expected \"%s\"", notation, out.data, expected);
    }
    mns_buf_release(&out);
    mns_demands_release(&p);
    unit_close(&u);
}

static void expect_none(const char *notation, mns_setup_result expected) {
    unit u;
    mns_demands p;
    unit_open(&u, notation);
    assert_int_equal(mns_demands_make(&p, &u.observation, false), expected);
    mns_demands_release(&p);
    unit_close(&u);
}

static void registers_have_a_version_for_each_last_write(void **state) {
    (void)state;
    expect_touches("ok 0: wx1 / ok 1: wx2 wx3 / ok 2: rx3 wx4", "x->1 / x->2 / x2>3");
    expect_touches("ok 0: rx wx1 / ok 1: rx1 rx1", "x0>1 / x1>-");
    expect_touches("ok 0: wx1 rx1 / ok 1: ry wx2", "x->1 / y0>- x->2");
    expect_none("ok 0: rx1 / ok 1: wx2", MNS_SETUP_CONTRADICTS); /* nobody wrote 1 */
    expect_none("ok 0: wx1 / ok 1: wx2 / ok 2: rx1 rx2", MNS_SETUP_CONTRADICTS);
}

/* A read without an answer says nothing; the one after it is the first. */
static void unanswered_reads_are_left_out(void **state) {
    (void)state;
    expect_touches("ok 0: wx1 / info 1: rx rx1 wy1 / ok 2: ry1", "x->1 / x1>- y->1 / y1>-");
    expect_touches("ok 0: ax1 / info 1: rx rx[1] ay1 / ok 2: ry[1]", "x0>1 / x1>- y0>1 / y1>-");
}

static void lists_have_a_version_for_each_position(void **state) {
    (void)state;
    expect_touches("ok 0: ax1 / ok 1: rx[1] ax2 / ok 2: rx[1,2]", "x0>1 / x1>2 / x2>-");
    expect_touches("ok 0: ax1 ax2 / ok 1: rx[1,2]", "x0>2 / x2>-"); /* one version for both */
    expect_touches("ok 0: ax2 / ok 1: ax1 / ok 2: rx[1,2]", "x1>2 / x0>1 / x2>-");
}

/* Appends that no read shows come after all that are shown, in any order. */
static void unseen_appends_have_versions_of_their_own(void **state) {
    (void)state;
    expect_touches("ok 0: ax1 / ok 1: ax2 / ok 2: ax3 ax4 / ok 3: rx[1]",
                   "x0>1 / x->2 / x->3 / x1>-");
}

/* What a failed transaction read contradicts nothing. */
static void failed_reads_do_not_count(void **state) {
    (void)state;
    expect_touches("ok 0: ax1 / fail 1: rx[7] / ok 2: rx[1]", "x0>1 /  / x1>-");
    expect_touches("fail 0: ax7 / fail 1: rx[7] / ok 2: ax1 / ok 3: rx[1]", " /  / x0>1 / x1>-");
    expect_none("ok 0: ax1 / ok 1: rx[7]", MNS_SETUP_CONTRADICTS);
    expect_none("fail 0: ax1 / ok 1: rx[1]", MNS_SETUP_CONTRADICTS);
    expect_none("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1] / ok 3: rx[2]", MNS_SETUP_CONTRADICTS);
}

static void sets_have_a_version_for_each_size(void **state) {
    (void)state;
    expect_touches("ok 0: sx1 / ok 1: sx2 / ok 2: sx3 / ok 3: rx{1} / ok 4: rx{1,2,3}",
                   "x->1 / x->2 / x->2 / x1>- / x2>-");
    expect_touches("ok 0: sx1 / ok 1: rx{} sx2", "x->1 / x0>1");    /* both are never shown */
    expect_touches("ok 0: sx1 / ok 1: sx2 rx{1,2}", "x->1 / x1>2"); /* its own is left out */
    expect_none("ok 0: sx1 / ok 1: rx{1,7}", MNS_SETUP_CONTRADICTS);
}

static void counters_guess_the_parts_of_a_sum(void **state) {
    (void)state;
    expect_touches("ok 0: ix3 / ok 1: ix2 / ok 2: rx3 / ok 3: rx5", "x->1 / x->2 / x1>- / x2>-");
    expect_touches("ok 0: rx0 ix2 / ok 1: rx2", "x0>1 / x1>-");
    expect_none("ok 0: ix3 / ok 1: rx4", MNS_SETUP_CONTRADICTS);
    expect_none("ok 0: ix-3 / ok 1: rx-3", MNS_SETUP_DECREMENTS);
}

/* Members are those that count: ok, or seen by one that counts. */
static void unread_info_transactions_are_no_members(void **state) {
    (void)state;
    unit u;
    mns_demands p;
    unit_open(&u, "ok 0: wx1 / info 1: wx2 / info 2: wx3 / ok 3: rx3 / fail 4: wx4");
    assert_int_equal(mns_demands_make(&p, &u.observation, false), MNS_SET_UP);
    assert_int_equal(p.members, 3);
    assert_true(p.is_member[0] && !p.is_member[1] && p.is_member[2] && p.is_member[3]);
    assert_false(p.is_member[4]);
    assert_true(mns_is_update(&p, 2));
    assert_false(mns_is_update(&p, 3));
    mns_demands_release(&p);
    unit_close(&u);
}

/* Who installs a version took effect before a reader of it completed. */
static void estimates_are_no_later_than_readers(void **state) {
    (void)state;
    unit u;
    mns_demands p;
    unit_open(&u, "0: wx1 / 1: rx / ok 1: rx1 / 2: wx2 / ok 2: wx2 / ok 0: wx1");
    assert_int_equal(mns_demands_make(&p, &u.observation, false), MNS_SET_UP);
    assert_int_equal(p.estimate[2],
                     u.history.txns.complete[0]); /* the write of 1: completes last */
    assert_int_equal(p.estimate[1], u.history.txns.complete[1]);
    mns_demands_release(&p);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_have_a_version_for_each_last_write),
        cmocka_unit_test(unanswered_reads_are_left_out),
        cmocka_unit_test(lists_have_a_version_for_each_position),
        cmocka_unit_test(unseen_appends_have_versions_of_their_own),
        cmocka_unit_test(failed_reads_do_not_count),
        cmocka_unit_test(sets_have_a_version_for_each_size),
        cmocka_unit_test(counters_guess_the_parts_of_a_sum),
        cmocka_unit_test(unread_info_transactions_are_no_members),
        cmocka_unit_test(estimates_are_no_later_than_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
