/* test_time_order.c - transactions by the time of their invocation. */
#include "explain/time_order.h"
#include "unit/support/explain_support.h"

static uint32_t invoke[] = {9, 4, MNS_NONE, 1};
static uint32_t complete[] = {10, 12, 6, MNS_NONE};

static void expect_order(const uint32_t *txns, uint32_t count, const uint32_t *expected) {
    mns_history history = {.txns = {.invoke = invoke, .complete = complete, .count = 4}};
    mns_time_order order;
    assert_true(mns_time_order_init(&order, &history, txns, count));
    for (uint32_t place = 0; place < count; place++) {
        assert_int_equal(mns_time_order_txn(&order, place), expected[place]);
        assert_int_equal(mns_time_order_place(&order, &history, expected[place]), place);
    }
    mns_time_order_release(&order);
}

static void test_by_invocation(void **state) {
    (void)state;
    expect_order((uint32_t[]){0, 1, 3}, 3, (uint32_t[]){3, 1, 0});
    expect_order((uint32_t[]){1, 0}, 2, (uint32_t[]){1, 0});
    expect_order((uint32_t[]){3}, 1, (uint32_t[]){3});
}

/* A transaction without an invocation is placed by its completion. */
static void test_without_invocation(void **state) {
    (void)state;
    expect_order((uint32_t[]){0, 1, 2, 3}, 4, (uint32_t[]){3, 1, 2, 0});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_invocation),
        cmocka_unit_test(test_without_invocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
