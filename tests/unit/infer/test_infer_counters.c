/*
 * test_infer_counters.c - src/infer/counters.c: what can be in a sum, which reads count for what,
 * and the reads of a key that grows in the order of their sums.
 */
#include "support/units.h"

static void put_span(mns_buf *out, const char *name, mns_span span) {
    mns_buf_printf(out, " %s %lld..%lld", name, (long long)span.low, (long long)span.high);
}

/* Of the key x: "all -2..3 standing 0..3 grows: 2.0 0.1", the reads as txn.place. */
static void expect_counter(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    unit_open(&u, notation);
    assert_int_equal(u.history.workload, MNS_COUNTER);
    const mns_counters *c = &u.observation.counters;
    uint32_t key = unit_key(&u, 'x');
    mns_buf_init(&out);
    put_span(&out, "all", c->all[key]);
    put_span(&out, "standing", c->not_aborted[key]);
    mns_buf_str(&out, c->grows[key] ? " grows:" : " varies:");
    for (uint32_t i = c->read_first[key]; i < c->read_first[key + 1]; i++) {
        uint32_t txn = u.history.txn_of_mop[c->read[i]];
        mns_buf_printf(&out, " %u.%u", (unsigned)txn,
                       (unsigned)(c->read[i] - u.history.txns.first_mop[txn]));
    }
    if (strcmp(out.data + 1, expected) != 0) {
        fail_msg("%s: %s", notation, out.data + 1);
    }
    mns_buf_release(&out);
    unit_close(&u);
}

static void increments_are_added_up(void **state) {
    (void)state;
    expect_counter("ok 0: ix1 / ok 1: ix2 iy9", "all 0..3 standing 0..3 grows:");
    expect_counter("ok 0: ix1 / fail 1: ix2", "all 0..3 standing 0..1 grows:");
    expect_counter("ok 0: ix1 / info 1: ix2", "all 0..3 standing 0..3 grows:");
    expect_counter("0: ix1 / 1: ix2 / ok 0: ix1", "all 0..3 standing 0..3 grows:"); /* in flight */
    expect_counter("ok 0: ix1 ix-2 / fail 1: ix-3", "all -5..1 standing -2..1 varies:");
    expect_counter("ok 0: iy1 rx0", "all 0..0 standing 0..0 grows: 0.1");
}

static void sums_do_not_overflow(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "ok 0: ix9223372036854775807 ix9223372036854775807 ix-9223372036854775808 "
                  "ix-9223372036854775808");
    mns_span all = u.observation.counters.all[unit_key(&u, 'x')];
    assert_true(all.high == (mns_sum)INT64_MAX * 2 && all.low == (mns_sum)INT64_MIN * 2);
    unit_close(&u);
}

static void reads_stand_by_their_sums(void **state) {
    (void)state;
    expect_counter("ok 0: ix1 / ok 1: rx5 / ok 2: rx-1 / ok 3: rx1 / ok 4: rx5",
                   "all 0..1 standing 0..1 grows: 2.0 3.0 1.0 4.0");
    expect_counter("ok 0: ix1 rx1 rx2 / ok 1: ry0 rx0", /* the first of a transaction only */
                   "all 0..1 standing 0..1 grows: 1.1 0.1");
    expect_counter("ok 0: ix1 / info 1: rx0 / fail 2: rx0 / ok 3: rx0",
                   "all 0..1 standing 0..1 grows: 3.0");
}

static void keys_that_do_not_grow_have_none(void **state) {
    (void)state;
    expect_counter("ok 0: ix0 / ok 1: rx0", "all 0..0 standing 0..0 varies:");
    expect_counter("ok 0: ix1 / fail 1: ix-1 / ok 2: rx0", "all -1..1 standing 0..1 varies:");
    expect_counter("ok 0: ix1 / ok 1: iy-1 / ok 2: rx0", "all 0..1 standing 0..1 grows: 2.0");
}

static void reads_have_their_roles(void **state) {
    (void)state;
    static const uint8_t expected[] = {MNS_ROLE_FIRST, MNS_ROLE_NONE, MNS_ROLE_LATER,
                                       MNS_ROLE_NONE,  MNS_ROLE_OWN,  MNS_ROLE_LATER,
                                       MNS_ROLE_NONE,  MNS_ROLE_FIRST};
    unit u;
    unit_open(&u, "ok 0: rx0 ix1 rx1 iy1 ry1 ry1 / info 1: rx1 / ok 2: rx1");
    assert_int_equal(u.history.tables.mops.count, MNS_COUNT_OF(expected));
    for (uint32_t m = 0; m < MNS_COUNT_OF(expected); m++) {
        assert_int_equal(u.observation.counters.role[m], expected[m]);
    }
    unit_close(&u);
}

/* A sum does not tell whose increments it is made of. */
static void nobody_is_proven(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "info 0: ix1 / ok 1: rx1");
    assert_int_equal(u.observation.outcome[0], MNS_UNKNOWN);
    assert_int_equal(u.observation.outcome[1], MNS_COMMITTED);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(increments_are_added_up),
        cmocka_unit_test(sums_do_not_overflow),
        cmocka_unit_test(reads_stand_by_their_sums),
        cmocka_unit_test(keys_that_do_not_grow_have_none),
        cmocka_unit_test(reads_have_their_roles),
        cmocka_unit_test(nobody_is_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
