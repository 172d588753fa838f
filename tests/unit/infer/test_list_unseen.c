/*
 * test_list_unseen.c - src/infer/list_unseen.c: appends that no read shows, as versions.
 */
#include "unit/support/register_support.h"

/* "x_ x3(1.0) y_": the versions, with the append that wrote each as txn.place. */
static void expect_versions(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    unit_open(&u, notation);
    assert_true(mns_find_unseen_appends(&u.observation));
    const mns_version_graph *r = &u.observation.version_graph;
    mns_buf_init(&out);
    for (uint32_t v = 0; v < r->count; v++) {
        mns_buf_printf(&out, "%s%s", v > 0 ? " " : "", register_name(&u, v));
        if (!mns_version_is_initial(r, v)) {
            uint32_t mop = r->writer[v], txn = mns_txn_of(&u.observation, mop);
            mns_buf_printf(&out, "(%u.%u)", (unsigned)txn,
                           (unsigned)(mop - u.history.txns.first_mop[txn]));
            assert_int_equal(r->version[mop], v);
        }
        assert_int_equal(r->edge_first[v], r->edge_first[v + 1]);     /* no order yet */
        assert_int_equal(r->reader_first[v], r->reader_first[v + 1]); /* no readers */
    }
    char *text = mns_buf_take(&out, NULL);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    /* Everything else has no version. */
    uint32_t versions = 0;
    for (uint32_t m = 0; m < u.history.tables.mops.count; m++) {
        versions += r->version[m] != MNS_NONE;
    }
    assert_int_equal(versions, r->count - u.history.tables.keys.count);
    unit_close(&u);
}

static void unseen_appends_are_versions(void **state) {
    (void)state;
    expect_versions("ok 0: ax1 / ok 1: ax2 ay1 / ok 2: rx[1]", "x_ x2(1.0) y_ y1(1.1)");
    expect_versions("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1,2]", "x_"); /* all was seen */
    expect_versions("ok 0: ax1 / ok 1: ax2 / ok 2: rx[]", "x_ x1(0.0) x2(1.0)");
    expect_versions("ok 2: rx[]", "x_");
}

static void a_transaction_has_one_version_of_a_key(void **state) {
    (void)state;
    expect_versions("ok 0: ax1 ay1 ax2 ax3 / ok 1: ax4", "x_ x1(0.0) x4(1.0) y_ y1(0.1)");
    /* Part of it was seen: the rest came later, and has one. */
    expect_versions("ok 0: ax1 ax2 ax3 / ok 1: rx[1]", "x_ x2(0.1)");
    /* The same transaction again, after another that appended. */
    expect_versions("ok 0: ax1 / ok 1: ax2 / ok 0: ax3 ax4", "x_ x1(0.0) x2(1.0) x3(2.0)");
}

static void only_what_counts(void **state) {
    (void)state;
    expect_versions("ok 0: ax1 / fail 1: ax2", "x_ x1(0.0)");
    expect_versions("ok 0: ax1 / info 1: ax2 ay1", "x_ x1(0.0) y_");
    expect_versions("ok 0: ax1 / info 1: ax2 ay1 / ok 2: ry[1]", "x_ x1(0.0) x2(1.0) y_");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unseen_appends_are_versions),
        cmocka_unit_test(a_transaction_has_one_version_of_a_key),
        cmocka_unit_test(only_what_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
