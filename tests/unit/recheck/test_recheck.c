/*
 * test_recheck.c - several witnesses at once: the first that does not follow is named.
 *
 * What follows is tested by kind: test_recheck_cycle.c, test_recheck_case.c.
 */
#include "unit/support/recheck_support.h"

static void test_first_rejected_is_named(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, READ_SKEW);
    sketch good, bad;
    sketch_read_skew(&good, &f);
    sketch_read_skew(&bad, &f);
    bad.witness.anomaly = MNS_A_G1C;
    mns_witness both[] = {good.witness, bad.witness, bad.witness};
    mns_witnesses all = {.items = both, .count = 3, .capacity = 3};
    size_t rejected = 99;
    assert_int_equal(mns_recheck(&f.history, &(mns_assumptions){0}, &all, &rejected),
                     MINOS_EINTERNAL);
    assert_int_equal(rejected, 1);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_rejected_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
