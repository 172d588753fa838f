/*
 * test_register_accesses.c - src/infer/register_accesses.c: the versions that transactions access,
 * key by key.
 */
#include "unit/support/register_support.h"

/* "x 0 1-1, 1 1-2" for each key: transaction, the versions it meets first and last by number. */
static void expect_accesses(const char *notation, const char *expected) {
    unit u;
    mns_accesses accesses = {NULL, NULL};
    mns_key_orders k;
    mns_buf out;
    register_open(&u, notation, "");
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    assert_true(mns_accesses_list(&u.observation, &accesses));
    assert_true(mns_key_orders_init(&k, &u.observation));
    for (uint32_t key = 0; key < u.history.tables.keys.count; key++) {
        assert_true(mns_key_orders_open(&k, &accesses, key));
        assert_int_equal(k.base, u.observation.version_graph.first[key]);
        assert_int_equal(k.end, u.observation.version_graph.first[key + 1]);
        mns_buf_printf(&out, "%s%.1s", key > 0 ? "; " : "", register_name(&u, k.base));
        for (size_t i = 0; i < k.access_count; i++) {
            const mns_access *m = &k.accesses[i];
            assert_int_equal(mns_txn_of(&u.observation, m->mop), m->txn);
            mns_buf_printf(&out, "%s%u %u-%u", i > 0 ? ", " : " ", (unsigned)m->txn,
                           (unsigned)m->first, (unsigned)m->last);
        }
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    mns_key_orders_release(&k);
    mns_accesses_release(&accesses);
    unit_close(&u);
}

static void a_transaction_meets_versions(void **state) {
    (void)state;
    expect_accesses("ok 0: wx1 / ok 1: rx1", "x 0 1-1, 1 1-1");
    expect_accesses("ok 0: wx1 / ok 1: wx2", "x 0 1-1, 1 2-2");
    expect_accesses("ok 0: wx1 / ok 1: rx1 wx2", "x 0 1-1, 1 1-2");
    expect_accesses("ok 0: wx1 / ok 1: rx1 wx3 rx3 wx2", "x 0 1-1, 1 1-2");
    expect_accesses("ok 0: rx", "x 0 0-0");
    expect_accesses("ok 0: rx wx1", "x 0 1-1"); /* nothing that the write does not say */
    expect_accesses("ok 0: rx9 wx1", "x 0 1-1");
    expect_accesses("ok 0: rx9", "x");
    expect_accesses("ok 0: wx1 / ok 1: wy1 / ok 2: rx1 ry1 wy2", "x 0 1-1, 2 1-1; y 1 3-3, 2 3-4");
}

static void only_those_that_count_meet_anything(void **state) {
    (void)state;
    expect_accesses("ok 0: wx1 / fail 1: rx1 wx2 / info 2: rx1 wx3", "x 0 1-1");
    expect_accesses("ok 0: wx1 / info 1: rx1 wx2 / ok 2: rx2", "x 0 1-1, 1 1-2, 2 2-2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transaction_meets_versions),
        cmocka_unit_test(only_those_that_count_meet_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
