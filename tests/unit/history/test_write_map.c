/*
 * test_write_map.c - src/history/write_map.c: the append of an element to a key, and of no other.
 */
#include "history/write_map.h"
#include "support/units.h"

static void every_append_is_found(void **state) {
    (void)state;
    enum { KEYS = 50, ELEMENTS = 200 };
    mns_tables tables;
    mns_write_map written;
    mns_tables_init(&tables);
    mns_write_map_init(&written);
    for (uint32_t m = 0; m < KEYS * ELEMENTS; m++) { /* past several growths */
        uint32_t earlier = 7;
        assert_true(mns_mops_add(&tables.mops, MNS_WRITE, m % KEYS, m / KEYS, MNS_NONE));
        assert_true(mns_write_map_add(&written, &tables.mops, m, &earlier));
        assert_int_equal(earlier, MNS_NONE);
    }
    assert_int_equal(written.count, KEYS * ELEMENTS);
    for (uint32_t m = 0; m < KEYS * ELEMENTS; m++) {
        assert_int_equal(mns_write_map_find(&written, &tables.mops, m % KEYS, m / KEYS), m);
    }
    assert_int_equal(mns_write_map_find(&written, &tables.mops, KEYS, 0), MNS_NONE);
    assert_int_equal(mns_write_map_find(&written, &tables.mops, 0, ELEMENTS), MNS_NONE);
    mns_write_map_release(&written);
    mns_tables_release(&tables);
}

static void a_second_append_is_told_the_first(void **state) {
    (void)state;
    mns_tables tables;
    mns_write_map written;
    uint32_t earlier;
    mns_tables_init(&tables);
    mns_write_map_init(&written);
    assert_true(mns_mops_add(&tables.mops, MNS_WRITE, 1, 10, MNS_NONE));
    assert_true(mns_mops_add(&tables.mops, MNS_WRITE, 10, 1, MNS_NONE)); /* another pair */
    assert_true(mns_mops_add(&tables.mops, MNS_WRITE, 1, 10, MNS_NONE));
    assert_true(mns_write_map_add(&written, &tables.mops, 0, &earlier) && earlier == MNS_NONE);
    assert_true(mns_write_map_add(&written, &tables.mops, 1, &earlier) && earlier == MNS_NONE);
    assert_true(mns_write_map_add(&written, &tables.mops, 2, &earlier) && earlier == 0);
    assert_int_equal(written.count, 2);
    assert_int_equal(mns_write_map_find(&written, &tables.mops, 1, 10), 0); /* the first stays */
    mns_write_map_release(&written);
    mns_tables_release(&tables);
}

static void an_empty_table_has_nothing(void **state) {
    (void)state;
    mns_mops none = {0};
    mns_write_map written;
    mns_write_map_init(&written);
    assert_int_equal(mns_write_map_find(&written, &none, 0, 0), MNS_NONE);
    mns_write_map_release(&written);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_append_is_found),
        cmocka_unit_test(a_second_append_is_told_the_first),
        cmocka_unit_test(an_empty_table_has_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
