/* test_counter_search.c - executions of counters, each with a near miss that has none. */
#include <stdio.h>

#include "schedule/counter_search.h"
#include "support/units.h"
#include "verify/verify.h"

static const mns_candidates realtime = {MNS_ORDER_REALTIME, false, false};
static const mns_candidates process = {MNS_ORDER_PROCESS, false, false};
static const mns_candidates any = {MNS_ORDER_NONE, false, false};
static const mns_candidates updates = {MNS_ORDER_NONE, true, false};

static mns_model model_of(mns_candidates kept) {
    switch (kept.order) {
    case MNS_ORDER_REALTIME: return MNS_M_PL_SS;
    case MNS_ORDER_PROCESS: return MNS_M_STRONG_SESSION_SERIALIZABLE;
    default: return MNS_M_PL_3;
    }
}

/* Whether an execution is found; it must pass its replay and have this order, if it is not NULL. */
static bool finds(const char *history, mns_candidates kept, const char *order) {
    unit u;
    mns_execution execution;
    const char *reason = "";
    uint64_t steps = 0;
    unit_open(&u, history);
    assert_int_equal(mns_counter_search(&u.history, kept, &execution, &reason, &steps), MINOS_OK);
    assert_true((reason == NULL) == (execution.order != NULL));
    if (reason == NULL) {
        mns_assumptions assumptions = {0};
        mns_misfit misfit = {0};
        bool accepted = false;
        assert_int_equal(
            mns_verify(&u.history, &assumptions, model_of(kept), &execution, &accepted, &misfit),
            MINOS_OK);
        assert_true(accepted);
    }
    char found[256] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < execution.count; i++) {
        at += (size_t)snprintf(found + at, sizeof found - at, "%s%u", i == 0 ? "" : " ",
                               execution.order[i]);
    }
    if (order != NULL) {
        assert_string_equal(found, order);
    }
    mns_execution_release(&execution);
    unit_close(&u);
    return reason == NULL;
}

static void test_order_of_completion(void **state) {
    (void)state;
    const char *h = "0: ix1 / 1: ix2 / 2: rx / ok 0: ix1 / ok 1: ix2 / ok 2: rx3";
    assert_true(finds(h, realtime, "0 1 2"));
    assert_true(
        finds("0: ix1 / 1: ix2 / 2: rx / ok 0: ix1 / ok 1: ix2 / ok 2: rx2", realtime, "1 2 0"));
    assert_false(finds("0: ix1 / 1: ix2 / 2: rx / ok 0: ix1 / ok 1: ix2 / ok 2: rx4", any, NULL));
}

static void test_real_time(void **state) {
    (void)state;
    const char *stale = "0: ix1 / ok 0: ix1 / 1: rx / ok 1: rx0";
    assert_false(finds(stale, realtime, NULL));
    assert_true(finds(stale, process, "1 0"));
    assert_true(finds(stale, updates, "1 0"));
    assert_false(finds("0: ix1 / ok 0: ix1 / 0: rx / ok 0: rx0", process, NULL));
    assert_true(finds("0: ix1 / ok 0: ix1 / 0: rx / ok 0: rx0", any, "1 0"));
}

/* Only with what a transaction of unknown outcome added. */
static void test_unknown_outcome(void **state) {
    (void)state;
    assert_true(finds("0: ix1 / 1: ix1 / 2: rx / ok 1: ix1 / ok 2: rx2", realtime, "0 2 1"));
    assert_false(finds("1: ix1 / 2: rx / ok 1: ix1 / ok 2: rx2 / 0: ix1", realtime, NULL));
    assert_true(finds("1: ix1 / 2: rx / ok 1: ix1 / ok 2: rx2 / 0: ix1", any, "0 2 1"));
    assert_true(finds("0: ix1 / info 0: ix1 / 1: rx / ok 1: rx0", realtime, "1"));
    /* it read what contradicts itself, or a sum that never was */
    assert_false(finds("0: ix1 rx rx / info 0: ix1 rx1 rx2 / 1: rx / ok 1: rx1", any, NULL));
    assert_false(finds("0: rx ix1 / info 0: rx5 ix1 / 1: rx / ok 1: rx1", any, NULL));
}

static void test_negative_increments(void **state) {
    (void)state;
    assert_true(finds("0: ix-2 / ok 0: ix-2", realtime, "0"));
    const char *h = "0: ix3 / 1: ix-1 / 2: rx / 3: rx / ok 0: ix3 / ok 1: ix-1 / ok 2: rx-1 / "
                    "ok 3: rx2";
    assert_true(finds(h, realtime, "1 2 0 3"));
    assert_false(finds("0: ix3 / 1: ix-1 / 2: rx / 3: rx / ok 0: ix3 / ok 1: ix-1 / ok 2: rx-1 / "
                       "ok 3: rx3",
                       any, NULL));
}

/* The sum of y is made of the increment that the sum of x shows. */
static void test_two_keys_agree(void **state) {
    (void)state;
    assert_true(finds("0: iy1 / 1: ix7 iy1 / 2: ry rx / ok 0: iy1 / ok 1: ix7 iy1 / ok 2: ry1 rx7",
                      realtime, "1 2 0"));
    assert_false(finds("0: iy1 / 1: ix7 iy2 / 2: ry rx / ok 0: iy1 / ok 1: ix7 iy2 / "
                       "ok 2: ry1 rx7",
                       any, NULL));
}

static void test_own_reads(void **state) {
    (void)state;
    assert_true(
        finds("0: ix1 rx ix2 rx / 1: ix4 / ok 0: ix1 rx5 ix2 rx7 / ok 1: ix4", realtime, "1 0"));
    assert_false(finds("0: ix1 rx ix2 rx / 1: ix4 / ok 0: ix1 rx5 ix2 rx8 / ok 1: ix4", any, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_completion), cmocka_unit_test(test_real_time),
        cmocka_unit_test(test_unknown_outcome),     cmocka_unit_test(test_negative_increments),
        cmocka_unit_test(test_two_keys_agree),      cmocka_unit_test(test_own_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
