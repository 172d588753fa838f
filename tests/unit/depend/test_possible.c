/*
 * test_possible.c - src/depend/possible.c: what is known of a graph without its edges.
 */
#include "depend/graph_builder.h"
#include "support/units.h"

static bool is_possible(const char *notation) {
    unit u;
    bool possible;
    unit_open(&u, notation);
    assert_true(mns_dependency_is_possible(&u.observation, &possible));
    unit_close(&u);
    return possible;
}

/* Whether an edge would lead to a transaction of unknown outcome, had it committed. */
static void unknown_outcomes_may_matter(void **state) {
    (void)state;
    assert_true(is_possible("info 0: ax1 / ok 1: rx[]"));
    assert_true(is_possible("ok 0: ax1 / ok 1: rx[1] / info 2: ax2"));
    assert_false(is_possible("info 0: ax1"));
    assert_false(is_possible("info 0: ax1 / ok 1: ry[]"));
    assert_false(is_possible("fail 0: ax1 / ok 1: rx[]"));
    assert_false(is_possible("info 0: ax1 / ok 1: rx[1]")); /* its outcome is proven */
    assert_false(is_possible("info 0: rx / ok 1: ax1"));
    assert_true(is_possible("info 0: wx1 / ok 1: rx"));
    assert_false(is_possible("info 0: wx1 / ok 1: rx1"));
}

static unsigned kinds_of(const char *notation) {
    unit u;
    unsigned kinds = 0;
    unit_open(&u, notation);
    assert_true(mns_order_kinds(&u.observation, &kinds));
    unit_close(&u);
    return kinds;
}

static void kinds_of_order_that_relate_any(void **state) {
    (void)state;
    assert_int_equal(kinds_of("0: rx / ok 0: rx[] / 0: rx / ok 0: rx[]"),
                     MNS_PROCESS | MNS_REALTIME);
    assert_int_equal(kinds_of("0: rx / ok 0: rx[] / 1: rx / ok 1: rx[]"), MNS_REALTIME);
    assert_int_equal(kinds_of("0: rx / 1: rx / ok 0: rx[] / ok 1: rx[]"), 0);
    assert_int_equal(kinds_of("ok 0: rx[] / ok 1: rx[]"), 0); /* no invocations */
    assert_int_equal(kinds_of("ok 0: rx[] / ok 1: rx[] / ok 0: rx[]"), MNS_PROCESS);
    /* Transactions that do not count, and an info transaction that precedes none. */
    assert_int_equal(kinds_of("0: rx / ok 0: rx[] / 0: ax1 / info 0"), 0);
    assert_int_equal(kinds_of("0: ax1 / info 0 / 1: rx / ok 1: rx[1]"), 0);
    assert_int_equal(kinds_of("0: rx / 1: rx / ok 0: rx[] / 0: ax1 / ok 1: rx[1]"),
                     MNS_PROCESS | MNS_REALTIME);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_outcomes_may_matter),
        cmocka_unit_test(kinds_of_order_that_relate_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
