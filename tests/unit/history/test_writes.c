/*
 * test_writes.c - src/history/writes.c: the writer of a value, in arrays and in the hash map.
 */
#include "history/writes.h"
#include "support/units.h"

typedef struct fixture {
    mns_tables tables;
    mns_writes writes;
} fixture;

static void open_fixture(fixture *f) {
    mns_tables_init(&f->tables);
    mns_writes_init(&f->writes);
}

static void close_fixture(fixture *f) {
    mns_writes_release(&f->writes);
    mns_tables_release(&f->tables);
}

static void add(fixture *f, mns_function function, uint32_t key, mns_value value) {
    assert_true(mns_mops_add(&f->tables.mops, function, key, value, MNS_NONE));
}

static uint32_t find(const fixture *f, uint32_t key, mns_value value) {
    return mns_writes_find(&f->writes, &f->tables.mops, key, value);
}

static bool build(fixture *f, uint32_t keys, uint8_t *ambiguous) {
    bool repeated;
    assert_int_equal(mns_writes_build(&f->writes, &f->tables.mops, keys, 2, ambiguous, &repeated),
                     MINOS_OK);
    return repeated;
}

/* Key 0 counts up from 40, key 1 has values far apart, key 2 a value that is no integer, key 3 is
 * only read, key 4 counts below nought. */
static void every_write_is_found(void **state) {
    (void)state;
    enum { WRITES = 200 };
    fixture f;
    open_fixture(&f);
    for (uint32_t i = 0; i < WRITES; i++) {
        add(&f, MNS_WRITE, 0, mns_value_of_small(40 + i));
        add(&f, MNS_WRITE, 1, mns_value_of_small(1000 * i));
        add(&f, MNS_WRITE, 2, i == 7 ? 15 : mns_value_of_small(i));
        add(&f, MNS_READ, 3, 1);
        add(&f, MNS_WRITE, 4, 0u - 2 * (i + 1));
    }
    assert_false(build(&f, 5, NULL));
    for (uint32_t i = 0; i < WRITES; i++) {
        assert_int_equal(find(&f, 0, mns_value_of_small(40 + i)), 5 * i);
        assert_int_equal(find(&f, 1, mns_value_of_small(1000 * i)), 5 * i + 1);
        assert_int_equal(find(&f, 2, i == 7 ? 15 : mns_value_of_small(i)), 5 * i + 2);
        assert_int_equal(find(&f, 4, 0u - 2 * (i + 1)), 5 * i + 4);
    }
    assert_true(f.writes.range[0].count == WRITES && f.writes.range[4].count == WRITES);
    assert_true(f.writes.range[1].count == 0 && f.writes.range[2].count == 0);
    close_fixture(&f);
}

static void what_nobody_wrote_is_not_found(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    add(&f, MNS_WRITE, 0, mns_value_of_small(5));
    add(&f, MNS_WRITE, 0, mns_value_of_small(7));
    add(&f, MNS_READ, 1, mns_value_of_small(5));
    assert_false(build(&f, 2, NULL));
    assert_int_equal(find(&f, 0, mns_value_of_small(4)), MNS_NONE);
    assert_int_equal(find(&f, 0, mns_value_of_small(6)), MNS_NONE); /* a hole in the array */
    assert_int_equal(find(&f, 0, mns_value_of_small(8)), MNS_NONE);
    assert_int_equal(find(&f, 0, mns_value_of_small(5) | 1), MNS_NONE); /* not an integer */
    assert_int_equal(find(&f, 0, MNS_VALUE_NONE), MNS_NONE);
    assert_int_equal(find(&f, 0, MNS_VALUE_INITIAL), MNS_NONE);
    assert_int_equal(find(&f, 1, mns_value_of_small(5)), MNS_NONE); /* only read */
    assert_int_equal(find(&f, 2, mns_value_of_small(5)), MNS_NONE); /* no such key */
    close_fixture(&f);
}

/* Both of an array and of the table beside: the first stays, and all are marked. */
static void repeated_writes_are_marked(void **state) {
    (void)state;
    for (uint32_t far = 1; far <= 100000; far *= 100000) {
        fixture f;
        uint8_t ambiguous[4] = {0};
        open_fixture(&f);
        add(&f, MNS_WRITE, 0, mns_value_of_small(far));
        add(&f, MNS_WRITE, 0, mns_value_of_small(2 * far));
        add(&f, MNS_WRITE, 1, mns_value_of_small(far)); /* another key */
        add(&f, MNS_WRITE, 0, mns_value_of_small(far));
        assert_true(build(&f, 2, ambiguous));
        assert_int_equal(find(&f, 0, mns_value_of_small(far)), 0);
        assert_int_equal(find(&f, 1, mns_value_of_small(far)), 2);
        assert_true(ambiguous[0] && !ambiguous[1] && !ambiguous[2] && ambiguous[3]);
        close_fixture(&f);
    }
}

/* So many that they are measured in slices, with values that spread over all of them. */
static void many_writes_are_found(void **state) {
    (void)state;
    enum { WRITES = 200000, KEYS = 7 };
    fixture f;
    open_fixture(&f);
    for (uint32_t i = 0; i < WRITES; i++) {
        add(&f, MNS_WRITE, i % KEYS, mns_value_of_small(i % 2 == 0 ? i : 2 * WRITES - i));
    }
    assert_false(build(&f, KEYS, NULL));
    for (uint32_t i = 0; i < WRITES; i++) {
        mns_value value = mns_value_of_small(i % 2 == 0 ? i : 2 * WRITES - i);
        assert_int_equal(find(&f, i % KEYS, value), i);
        assert_int_equal(find(&f, (i + 1) % KEYS, value), MNS_NONE);
    }
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_write_is_found),
        cmocka_unit_test(what_nobody_wrote_is_not_found),
        cmocka_unit_test(repeated_writes_are_marked),
        cmocka_unit_test(many_writes_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
