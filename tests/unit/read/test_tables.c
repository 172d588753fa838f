/*
 * test_tables.c - src/read/tables.c: keys are interned, rows keep their columns together.
 */
#include "read/tables.h"
#include "support/units.h"

static void keys_are_interned(void **state) {
    (void)state;
    mns_tables tables;
    mns_tables_init(&tables);
    for (uint32_t i = 0; i < 1000; i++) { /* past several growths */
        assert_int_equal(mns_keys_intern(&tables.keys, i * 7), i);
        assert_int_equal(tables.keys.first_spine[i], MNS_NONE);
        tables.keys.first_spine[i] = i + 5;
    }
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(mns_keys_intern(&tables.keys, i * 7), i);
        assert_int_equal(tables.keys.name[i], i * 7);
        assert_int_equal(tables.keys.first_spine[i], i + 5);
    }
    assert_int_equal(tables.keys.count, 1000);
    mns_tables_release(&tables);
}

static void rows_keep_their_columns(void **state) {
    (void)state;
    mns_tables tables;
    mns_tables_init(&tables);
    for (uint32_t i = 0; i < 1000; i++) {
        bool reads = i % 2 != 0;
        assert_true(mns_mops_add(&tables.mops, reads ? MNS_READ : MNS_WRITE, i, i + 1,
                                 reads ? i + 2 : MNS_NONE));
    }
    assert_int_equal(tables.mops.count, 1000);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(mns_mop_is_read(&tables.mops, i), i % 2);
        assert_int_equal(tables.mops.key[i], i);
        assert_int_equal(tables.mops.value[i], i + 1);
        assert_int_equal(tables.mops.content[i], i % 2 != 0 ? i + 2 : MNS_NONE);
    }
    mns_tables_release(&tables);
}

/* The column of versions is made when the first is revealed, and grows with the others. */
static void versions_are_kept_where_revealed(void **state) {
    (void)state;
    mns_tables tables;
    mns_mops *mops = &tables.mops;
    mns_tables_init(&tables);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(mns_mops_add(mops, MNS_READ, 0, 0, MNS_NONE));
        if (i >= 100 && i % 7 == 0) {
            assert_true(mns_mops_reveal(mops, i, (int64_t)i - 500));
        } else if (i == 99) {
            assert_null(mops->version);
        }
    }
    for (uint32_t i = 0; i < 1000; i++) {
        int64_t expected = i >= 100 && i % 7 == 0 ? (int64_t)i - 500 : MNS_NO_VERSION;
        assert_true(mns_mop_version(mops, i) == expected);
    }
    mops->count = 105; /* rows may be taken back; what takes their place has no version of theirs */
    assert_true(mns_mops_add(mops, MNS_READ, 0, 0, MNS_NONE));
    assert_true(mns_mop_version(mops, 105) == MNS_NO_VERSION);
    mns_tables_release(&tables);
}

static void numbers_of_counters(void **state) {
    (void)state;
    mns_tables tables;
    mns_tables_init(&tables);
    static const int64_t numbers[] = {0, -1, 5, INT64_MAX, INT64_MIN};
    for (uint32_t i = 0; i < MNS_COUNT_OF(numbers); i++) {
        mns_value value = mns_values_integer(&tables.values, numbers[i]);
        assert_true(mns_mops_add(&tables.mops, MNS_WRITE, 0, value, MNS_NONE));
        assert_true(mns_mop_number(&tables, i) == numbers[i]);
    }
    mns_tables_release(&tables);
}

static void only_answered_reads_have_a_list(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "info 0: rx / ok 1: rx rx[] rx[1] ax1");
    const mns_mops *mops = &u.history.tables.mops;
    static const bool answered[] = {false, true, true, true, false};
    for (uint32_t m = 0; m < 5; m++) {
        assert_int_equal(mns_mop_is_answered(mops, m), answered[m]);
    }
    uint32_t count;
    assert_null(mns_mop_list(&u.history.tables, 1, &count));
    assert_int_equal(count, 0);
    assert_string_equal(
        unit_value(&u.history.tables.values, mns_mop_list(&u.history.tables, 3, &count)[0]), "1");
    assert_int_equal(count, 1);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_interned),
        cmocka_unit_test(rows_keep_their_columns),
        cmocka_unit_test(versions_are_kept_where_revealed),
        cmocka_unit_test(numbers_of_counters),
        cmocka_unit_test(only_answered_reads_have_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
