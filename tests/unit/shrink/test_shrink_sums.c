/*
 * test_shrink_sums.c - src/shrink/sums.c: what reads of a counter show without some increments.
 */
#include "unit/support/shrink_support.h"

/* A draft of the whole history under a rule that else only evidence has. */
static void counter_open(mns_draft *d, checked *c, const char *notation, mns_sums_rule rule) {
    checked_open(c, notation);
    draft_open(d, c, false);
    assert_int_equal(d->sums.rule, MNS_SUMS_FIXED);
    d->sums.rule = rule;
}

static void close_both(mns_draft *d, checked *c) {
    mns_draft_release(d);
    checked_close(c);
}

#define GROWS                                                                                      \
    "0: ix1 / 1: ix1 / 2: ix1 iy1 / ok 0: ix1 / ok 1: ix1 / ok 2: ix1 iy1 / 3: rx / 4: rx / "      \
    "ok 3: rx3 / ok 4: rx3"

static void sums_come_down_together(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, GROWS, MNS_SUMS_LEVEL);
    draft_expect(&d, GROWS);
    d.has_txn[1] = false;
    draft_expect(&d,
                 "0: ix1 / 2: ix1 iy1 / ok 0: ix1 / ok 2: ix1 iy1 / 3: rx / 4: rx / ok 3: rx2 / "
                 "ok 4: rx2");
    d.has_element[0] = false;
    draft_expect(&d,
                 "0: / 2: ix1 iy1 / ok 0: / ok 2: ix1 iy1 / 3: rx / 4: rx / ok 3: rx1 / ok 4: rx1");
    close_both(&d, &c);
}

/* Without real time, and with the transactions in this order. */
#define STAIRS "ok 0: ix2 / ok 1: ix2 / ok 2: ix2 / ok 3: rx2 / ok 4: rx6"

static void the_least_not_below_0(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, STAIRS, MNS_SUMS_LEVEL);
    d.has_txn[0] = false;
    draft_expect(&d, "ok 1: ix2 / ok 2: ix2 / ok 3: rx0 / ok 4: rx4");
    d.has_txn[1] = false;
    draft_expect(&d, "ok 2: ix2 / ok 3: rx0 / ok 4: rx4");
    d.has_txn[3] = false; /* now another is the least */
    draft_expect(&d, "ok 2: ix2 / ok 4: rx2");
    close_both(&d, &c);
}

static void in_order_and_no_more_than_is_left(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, STAIRS, MNS_SUMS_ORDER);
    draft_expect(&d, STAIRS);
    d.has_txn[0] = d.has_txn[1] = false;
    draft_expect(&d, "ok 2: ix2 / ok 3: rx0 / ok 4: rx2");
    close_both(&d, &c);
}

static void fitting_what_is_left(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, STAIRS, MNS_SUMS_FIT);
    draft_expect(&d, STAIRS);
    d.has_txn[0] = false;
    draft_expect(&d, "ok 1: ix2 / ok 2: ix2 / ok 3: rx2 / ok 4: rx4");
    d.has_txn[1] = d.has_txn[2] = false;
    draft_expect(&d, "ok 3: rx0 / ok 4: rx0");
    close_both(&d, &c);
}

static void kept_whatever_goes(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, STAIRS, MNS_SUMS_KEPT);
    d.has_txn[0] = d.has_txn[1] = d.has_txn[2] = false;
    draft_expect(&d, "ok 3: rx2 / ok 4: rx6");
    close_both(&d, &c);
}

static void fixed_sums_keep_their_increments(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, "ok 0: ix1 iy1 / ok 1: iz1 / ok 2: rx1 ry", MNS_SUMS_FIXED);
    d.has_txn[1] = false; /* it has no readers */
    draft_expect(&d, "ok 0: ix1 iy1 / ok 2: rx1 ry0");
    d.has_txn[0] = false;
    assert_false(mns_draft_resolve(&d));
    d.has_txn[0] = true;
    d.has_element[0] = false;
    assert_false(mns_draft_resolve(&d));
    d.has_mop[d.txn_first[2]] = false; /* nor this any more */
    draft_expect(&d, "ok 0: iy1 / ok 2: ry0");
    close_both(&d, &c);
}

static void own_increments_stay_before_a_read(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, "ok 0: ix1 rx1 ix2 / ok 1: rx3", MNS_SUMS_LEVEL);
    d.has_element[0] = false;
    assert_false(mns_draft_resolve(&d));
    d.has_element[0] = true;
    d.has_element[1] = false;                      /* made after it read */
    draft_expect(&d, "ok 0: ix1 rx1 / ok 1: rx3"); /* 1 stays what it is, so the other does too */
    d.has_element[0] = false;
    d.has_mop[1] = false;
    draft_expect(&d, "ok 0: / ok 1: rx0");
    close_both(&d, &c);
}

static void what_was_never_added_takes_nothing_away(void **state) {
    (void)state;
    checked c;
    mns_draft d;
    counter_open(&d, &c, "fail 0: ix1 / ok 1: ix-1 / ok 2: ix3 / ok 3: rx3", MNS_SUMS_LEVEL);
    d.has_txn[0] = d.has_txn[1] = false;
    draft_expect(&d, "ok 2: ix3 / ok 3: rx3");
    close_both(&d, &c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_come_down_together),
        cmocka_unit_test(the_least_not_below_0),
        cmocka_unit_test(in_order_and_no_more_than_is_left),
        cmocka_unit_test(fitting_what_is_left),
        cmocka_unit_test(kept_whatever_goes),
        cmocka_unit_test(fixed_sums_keep_their_increments),
        cmocka_unit_test(own_increments_stay_before_a_read),
        cmocka_unit_test(what_was_never_added_takes_nothing_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
