/* test_commits.c - which transactions an execution must, may and cannot contain. */
#include "unit/verify/trial.h"

#define TWO "0: ax1 / ok 0: ax1 / 0: rx / ok 0: rx[1]"
#define FAILED "0: ax1 / fail 0: ax1 / 0: rx / ok 0: rx[]"
#define UNKNOWN "0: ax1 / info 0: ax1 / 1: rx / ok 1: rx[]"
#define SEEN "0: ax1 / info 0: ax1 / 1: rx / ok 1: rx[1]"

static void test_every_ok_transaction_once(void **state) {
    (void)state;
    ACCEPTS(TWO, "PL-3", "0 1");
    REJECTS("1", "the order lacks it", TWO, "PL-3", "0");
    REJECTS("0", "the order lacks it", TWO, "PL-3", "");
    REJECTS("0", "twice", TWO, "PL-3", "0 0 1");
    ACCEPTS("", "PL-SS", "");
}

static void test_numbers_of_no_transaction(void **state) {
    (void)state;
    REJECTS("", "does not have", TWO, "PL-3", "0 1 2");
    REJECTS("", "does not have", TWO, "PL-3", "4294967295 1");
}

static void test_no_failed_transaction(void **state) {
    (void)state;
    ACCEPTS(FAILED, "PL-3", "1");
    REJECTS("0", "failed", FAILED, "PL-3", "0 1");
    REJECTS("0", "failed", FAILED, "PL-3", "1 0");
}

static void test_unknown_outcomes_are_free(void **state) {
    (void)state;
    ACCEPTS(UNKNOWN, "PL-SS", "1");
    ACCEPTS(UNKNOWN, "PL-SS", "1 0"); /* it precedes nobody */
    REJECTS("1.0", "does not return", UNKNOWN, "PL-SS", "0 1");
    ACCEPTS(SEEN, "PL-SS", "0 1");
    REJECTS("1.0", "does not return", SEEN, "PL-SS", "1");
    REJECTS("0", "twice", SEEN, "PL-SS", "0 0 1");
}

static void test_snapshots_hold_the_past(void **state) {
    (void)state;
    ACCEPTS(TWO, "PL-SI", "0 1", .sees = "0 1");
    REJECTS("1.0", "in its snapshot", TWO, "PL-SI", "0 1", .sees = "0 0");
    REJECTS("1", "itself or a later", TWO, "PL-SI", "0 1", .sees = "0 2");
    REJECTS("0", "itself or a later", TWO, "PL-SI", "0 1", .sees = "4294967295 1");
    ACCEPTS(TWO, "PL-3", "0 1", .sees = "0 1");
    REJECTS("1", "does not see all", TWO, "PL-3", "0 1", .sees = "0 0");
    REJECTS("1", "does not see all", TWO, "PL-2.99", "0 1", .sees = "0 0");
}

static void test_models_without_replay(void **state) {
    (void)state;
    assert_true(mns_verify_knows(MNS_M_PREFIX));
    assert_false(mns_verify_knows(MNS_M_PL_2));
    REJECTS("", "cannot replay", TWO, "PL-2", "0 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_ok_transaction_once),
                                       cmocka_unit_test(test_numbers_of_no_transaction),
                                       cmocka_unit_test(test_no_failed_transaction),
                                       cmocka_unit_test(test_unknown_outcomes_are_free),
                                       cmocka_unit_test(test_snapshots_hold_the_past),
                                       cmocka_unit_test(test_models_without_replay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
