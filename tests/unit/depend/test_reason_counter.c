/*
 * test_reason_counter.c - src/depend/reason_counter.c: the two reads that order two transactions.
 */
#include "support/graphs.h"

/* ":key value->next from.to" of a reason, with places in the transactions, or "none". */
static void expect_reason(const char *notation, uint32_t from, uint32_t to, mns_kind kind,
                          const char *expected) {
    unit u;
    mns_reason r;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    if (mns_reason_find(&u.observation, from, to, kind, &r)) {
        const mns_tables *t = &u.history.tables;
        assert_int_equal(r.kind, MNS_RW);
        assert_int_equal(r.rests_on, MNS_RW_SEEN);
        mns_buf_printf(&out, "%s %s->%s %u.%u", unit_value(&t->values, t->keys.name[r.key]),
                       unit_value(&t->values, r.value), unit_value(&t->values, r.next),
                       (unsigned)(r.from_mop - u.history.txns.first_mop[from]),
                       (unsigned)(r.to_mop - u.history.txns.first_mop[to]));
    } else {
        mns_buf_str(&out, "none");
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    unit_close(&u);
}

static void the_smaller_and_the_larger_sum(void **state) {
    (void)state;
    static const char fork[] = "ok 0: rx0 ry1 / ok 1: rx1 ry0 / ok 2: ix1 iy1";
    expect_reason(fork, 0, 1, MNS_RW_SEEN, ":x 0->1 0.0");
    expect_reason(fork, 1, 0, MNS_RW_SEEN, ":y 0->1 1.1");
    expect_reason(fork, 0, 2, MNS_RW_SEEN, "none");
    expect_reason(fork, 0, 1, MNS_WR, "none");
}

static void only_first_reads_of_keys_that_grow(void **state) {
    (void)state;
    expect_reason("ok 0: rx0 / ok 1: rx1 / ok 2: ix1 / fail 3: ix-1", 0, 1, MNS_RW_SEEN, "none");
    expect_reason("ok 0: rx0 rx5 / ok 1: rx1 rx0 / ok 2: ix1", 0, 1, MNS_RW_SEEN, ":x 0->1 0.0");
    expect_reason("ok 0: rx1 rx0 / ok 1: rx1 / ok 2: ix1", 0, 1, MNS_RW_SEEN, "none");
    expect_reason("ok 0: rx0 / ok 1: ix1 rx1", 0, 1, MNS_RW_SEEN, "none");
    expect_reason("ok 0: ix1 rx1 / ok 1: rx2 / ok 2: ix1", 0, 1, MNS_RW_SEEN, ":x 1->2 1.0");
}

/* Hundreds of micro-operations each, so that the reads are indexed: same result. */
static void huge_transactions(void **state) {
    (void)state;
    mns_buf notation;
    mns_buf_init(&notation);
    mns_buf_str(&notation, "ok 9: ix1 / ok 0:");
    for (unsigned i = 0; i < 300; i++) {
        mns_buf_printf(&notation, " r%c0", i < 299 ? (char)('a' + i % 20) : 'x');
    }
    mns_buf_str(&notation, " / ok 1:");
    for (unsigned i = 0; i < 300; i++) {
        mns_buf_printf(&notation, " r%c%s", i < 299 ? (char)('a' + i % 20) : 'x',
                       i < 299 ? "0" : "1");
    }
    expect_reason(notation.data, 1, 2, MNS_RW_SEEN, ":x 0->1 299.299");
    expect_reason(notation.data, 2, 1, MNS_RW_SEEN, "none");
    mns_buf_release(&notation);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smaller_and_the_larger_sum),
        cmocka_unit_test(only_first_reads_of_keys_that_grow),
        cmocka_unit_test(huge_transactions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
