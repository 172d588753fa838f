/*
 * test_fingerprints.c - src/format/fingerprints.c: a set has what was added, and nothing else.
 */
#include "format/fingerprints.h"

#include "support/units.h"

static void a_set_has_what_was_added(void **state) {
    (void)state;
    mns_fingerprints set = {.slots = NULL};
    assert_false(mns_fingerprints_have(&set, 0));
    /* Multiples of a power of two share their slot, so every search is long. */
    for (uint64_t i = 0; i < 1000; i++) {
        assert_false(mns_fingerprints_have(&set, i << 20));
        assert_true(mns_fingerprints_add(&set, i << 20));
        assert_true(mns_fingerprints_add(&set, i << 20)); /* again */
        assert_true(mns_fingerprints_have(&set, i << 20));
    }
    assert_int_equal(set.count, 1000);
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(mns_fingerprints_have(&set, i << 20));
        assert_false(mns_fingerprints_have(&set, (i << 20) + 2));
    }
    mns_fingerprints_release(&set);
    assert_false(mns_fingerprints_have(&set, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_has_what_was_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
