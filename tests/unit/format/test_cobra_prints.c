/*
 * test_cobra_prints.c - src/format/cobra_prints.c: every id keeps its first fingerprint.
 */
#include "format/cobra_prints.h"
#include "support/units.h"

/* Ids far apart, and ids close together. */
static int64_t far(uint32_t i) {
    static const int64_t extremes[] = {0, -1, INT64_MIN, INT64_MAX};
    return i < 4 ? extremes[i] : (int64_t)i * INT64_C(0x100000000);
}

static int64_t near(uint32_t i) { return INT64_MIN + 3 * (int64_t)i; }

static void keep_first(int64_t (*id_at)(uint32_t), int64_t least, int64_t most, bool array) {
    mns_prints prints;
    const uint32_t count = 10000;
    assert_true(mns_prints_init(&prints, count, least, most));
    assert_int_equal(prints.array != NULL, array);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(mns_prints_get(&prints, id_at(i)), 0);
        assert_int_equal(mns_prints_put(&prints, id_at(i), i + 1), 0);
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(mns_prints_put(&prints, id_at(i), 7), i + 1);
        assert_int_equal(mns_prints_get(&prints, id_at(i)), i + 1);
    }
    assert_int_equal(mns_prints_get(&prints, 5), 0);
    assert_int_equal(mns_prints_get(&prints, INT64_MIN + 1), 0);
    mns_prints_release(&prints);
}

static void the_first_print_stays(void **state) {
    (void)state;
    keep_first(far, INT64_MIN, INT64_MAX, false);
    keep_first(near, INT64_MIN, near(9999), true);
}

static void a_table_may_be_empty(void **state) {
    (void)state;
    mns_prints prints;
    assert_true(mns_prints_init(&prints, 0, 0, 0));
    assert_int_equal(mns_prints_get(&prints, 0), 0);
    mns_prints_prefetch(&prints, 0);
    mns_prints_prefetch(&prints, INT64_MIN);
    mns_prints_release(&prints);
}

static void too_many_ids_are_out_of_memory(void **state) {
    (void)state;
    mns_prints prints;
    assert_false(mns_prints_init(&prints, UINT64_MAX, INT64_MIN, INT64_MAX));
    mns_prints_release(&prints);
}

/* Each number counts, and its place. */
static void prints_differ(void **state) {
    (void)state;
    mns_prints prints;
    assert_true(mns_prints_init(&prints, 1, 0, 0));
    uint64_t print = mns_print(&prints, 1, 2, 3);
    assert_int_equal(mns_print(&prints, 1, 2, 3), print);
    assert_int_not_equal(mns_print(&prints, 0, 2, 3), print);
    assert_int_not_equal(mns_print(&prints, 1, 0, 3), print);
    assert_int_not_equal(mns_print(&prints, 1, 2, 0), print);
    assert_int_not_equal(mns_print(&prints, 3, 2, 1), print);
    mns_prints_release(&prints);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_print_stays),
        cmocka_unit_test(a_table_may_be_empty),
        cmocka_unit_test(too_many_ids_are_out_of_memory),
        cmocka_unit_test(prints_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
