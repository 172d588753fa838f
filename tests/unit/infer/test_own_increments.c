/*
 * test_own_increments.c - src/infer/own_increments.c: a transaction's own increments around its
 * reads.
 */
#include "infer/own_increments.h"

#include "support/units.h"

/* "place: before low..high, after low..high, next low high" for each first read. */
static void expect_own(const char *notation, uint32_t txn, const char *expected) {
    unit u;
    mns_buf out;
    mns_own_scan scan;
    unit_open(&u, notation);
    mns_buf_init(&out);
    assert_true(mns_own_scan_init(&scan, &u.observation));
    for (uint32_t t = 0; t <= txn; t++) { /* those before leave nothing behind */
        mns_own_scan_txn(&scan, &u.observation, t);
    }
    uint32_t first = u.history.txns.first_mop[txn];
    for (uint32_t i = 0; i < scan.count; i++) {
        const mns_own *own = &scan.items[i];
        mns_buf_printf(&out, "%s%u: %d..%d, %d..%d, %d %d", i > 0 ? "; " : "",
                       (unsigned)(own->read - first), (int)own->before.low, (int)own->before.high,
                       (int)own->after.low, (int)own->after.high,
                       own->next_low == MNS_NONE ? -1 : (int)(own->next_low - first),
                       own->next_high == MNS_NONE ? -1 : (int)(own->next_high - first));
    }
    if (out.size == 0 ? expected[0] != '\0' : strcmp(out.data, expected) != 0) {
        fail_msg("%s: %s", notation, out.data);
    }
    mns_own_scan_release(&scan);
    mns_buf_release(&out);
    unit_close(&u);
}

static void before_and_after(void **state) {
    (void)state;
    expect_own("ok 0: ix1 rx5 ix2 ix-4 ix-1 ix3", 0, "1: 0..1, -5..5, 3 2");
    expect_own("ok 0: rx5 ix1", 0, "0: 0..0, 0..1, -1 1");
    expect_own("ok 0: ix-2 ix1 rx5", 0, "2: -2..1, 0..0, -1 -1");
    expect_own("ok 0: rx5 ix0", 0, "0: 0..0, 0..0, -1 -1"); /* zero has no sign */
}

static void keys_and_reads_apart(void **state) {
    (void)state;
    expect_own("ok 0: ix1 ry2 rx5 iy3 rx6", 0, "1: 0..0, 0..3, -1 3; 2: 0..1, 0..0, -1 -1");
    expect_own("ok 0: ix1 iy1", 0, "");
    expect_own("ok 0: ix1 rx1 ix1 / ok 1: rx2", 1, "0: 0..0, 0..0, -1 -1");
    expect_own("ok 0: ix1 / ok 1: ix2 rx2", 1, "1: 0..2, 0..0, -1 -1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_and_after),
        cmocka_unit_test(keys_and_reads_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
