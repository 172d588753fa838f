/*
 * test_orders.c - src/schedule/orders.c and orders_sat.c, with CaDiCaL and without.
 */
#include "schedule/orders.h"
#include "support/units.h"

static const uint32_t estimates[] = {10, 20, 30, 40};

static void open_orders(mns_orders *orders) {
    assert_true(mns_orders_init(orders, MNS_COUNT_OF(estimates), estimates));
}

static mns_orders_result learn(mns_orders *orders, const mns_pair *pairs, size_t count) {
    return mns_orders_learn(orders, pairs, count);
}

/* Whether the proposed orders put a before b. */
static bool is_before(const mns_orders *orders, uint32_t a, uint32_t b) {
    uint32_t before = MNS_NONE;
    for (uint32_t i = orders->of_txn[b]; (before = mns_orders_before(orders, b, &i)) != MNS_NONE;) {
        if (before == a) {
            return true;
        }
    }
    return false;
}

static void nothing_is_known_at_first(void **state) {
    (void)state;
    mns_orders orders;
    open_orders(&orders);
    assert_int_equal(mns_orders_find(&orders, (mns_pair){0, 1}), 0);
    assert_false(mns_orders_is_fixed(&orders, (mns_pair){0, 1}));
    assert_false(is_before(&orders, 0, 1));
    mns_orders_release(&orders);
}

/* "Not 0 before 1" alone fixes 1 before 0. */
static void one_order_is_fixed(void **state) {
    (void)state;
    mns_orders orders;
    open_orders(&orders);
    assert_int_equal(learn(&orders, &(mns_pair){0, 1}, 1), MNS_ORDERS_PROPOSED);
    assert_int_equal(orders.count, 1);
    assert_int_equal(mns_orders_find(&orders, (mns_pair){0, 1}),
                     -mns_orders_find(&orders, (mns_pair){1, 0}));
    assert_true(is_before(&orders, 1, 0));
    assert_false(is_before(&orders, 0, 1));
    assert_true(mns_orders_is_fixed(&orders, (mns_pair){1, 0}));
    assert_false(mns_orders_is_fixed(&orders, (mns_pair){0, 1}));
    mns_orders_release(&orders);
}

/* Both orders of two transactions cannot be excluded. */
static void both_orders_contradict(void **state) {
    (void)state;
    mns_orders orders;
    open_orders(&orders);
    assert_int_equal(learn(&orders, &(mns_pair){2, 3}, 1), MNS_ORDERS_PROPOSED);
    assert_int_equal(learn(&orders, &(mns_pair){3, 2}, 1),
                     mns_solver_name() != NULL ? MNS_ORDERS_CONTRADICTORY : MNS_ORDERS_NO_SOLVER);
    mns_orders_release(&orders);
}

/* At least one of the orders of a clause changes; the others stay as estimated. */
static void a_clause_changes_an_order(void **state) {
    (void)state;
    const mns_pair pairs[] = {{0, 1}, {2, 3}};
    mns_orders orders;
    open_orders(&orders);
    assert_int_equal(learn(&orders, pairs, 2), MNS_ORDERS_PROPOSED);
    assert_int_equal(orders.count, 2);
    assert_true(is_before(&orders, 1, 0) || is_before(&orders, 3, 2));
    assert_true(is_before(&orders, 1, 0) != is_before(&orders, 0, 1));
    assert_true(is_before(&orders, 3, 2) != is_before(&orders, 2, 3));
    mns_orders_release(&orders);
}

/* A solver finds the one assignment that is left, and says when there is none. */
static void a_solver_decides(void **state) {
    (void)state;
    const mns_pair clauses[][2] = {{{0, 1}, {2, 3}}, {{0, 1}, {3, 2}}, {{1, 0}, {2, 3}}};
    mns_orders orders;
    if (mns_solver_name() == NULL) {
        skip();
    }
    open_orders(&orders);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(learn(&orders, clauses[i], 2), MNS_ORDERS_PROPOSED);
    }
    assert_true(is_before(&orders, 1, 0) && is_before(&orders, 3, 2));
    assert_int_equal(learn(&orders, (const mns_pair[]){{1, 0}, {3, 2}}, 2),
                     MNS_ORDERS_CONTRADICTORY);
    mns_orders_release(&orders);
}

/* Without a solver an order that was guessed is not changed again. */
static void without_a_solver_guesses_stay(void **state) {
    (void)state;
    mns_orders orders;
    if (mns_solver_name() != NULL) {
        skip();
    }
    open_orders(&orders);
    assert_int_equal(learn(&orders, (const mns_pair[]){{0, 1}, {2, 3}}, 2), MNS_ORDERS_PROPOSED);
    assert_true(is_before(&orders, 1, 0) && is_before(&orders, 2, 3));
    assert_int_equal(learn(&orders, &(mns_pair){1, 0}, 1), MNS_ORDERS_NO_SOLVER);
    mns_orders_release(&orders);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
        cmocka_unit_test(one_order_is_fixed),
        cmocka_unit_test(both_orders_contradict),
        cmocka_unit_test(a_clause_changes_an_order),
        cmocka_unit_test(a_solver_decides),
        cmocka_unit_test(without_a_solver_guesses_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
