/* test_replay_events.c - snapshots, own writes and the rule on writes, each with a near miss. */
#include "unit/verify/trial.h"

#define SKEW "0: rx ay1 / 1: ry ax1 / ok 0: rx[] ay1 / ok 1: ry[] ax1"
#define LOST "0: rx ax1 / 1: rx ax2 / ok 0: rx[] ax1 / ok 1: rx[] ax2"
#define LOST_ROWS "0: rx sx1 / 1: rx sx2 / ok 0: rx{} sx1 / ok 1: rx{} sx2"

static void test_write_skew(void **state) {
    (void)state;
    REJECTS("1.0", "before it wrote", SKEW, "PL-3", "0 1");
    REJECTS("0.0", "before it wrote", SKEW, "PL-3", "1 0");
    ACCEPTS(SKEW, "PL-SI", "0 1", .sees = "0 0");
    ACCEPTS(SKEW, "strong-snapshot-isolation", "1 0", .sees = "0 0");
    REJECTS("1.0", "in its snapshot", SKEW, "PL-SI", "0 1", .sees = "0 1");
}

static void test_first_committer(void **state) {
    (void)state;
    REJECTS("1.1", "wrote the same key", LOST, "PL-SI", "0 1", .sees = "0 0");
    ACCEPTS(LOST, "prefix", "0 1", .sees = "0 0");
    ACCEPTS(LOST_ROWS, "PL-SI", "0 1", .sees = "0 0");
    REJECTS("1.1", "wrote the same key", LOST_ROWS, "PL-SI", "0 1", .sees = "0 0",
            .assume = {.sets_are_objects = true});
    ACCEPTS("0: wx1 wx2 / ok 0: wx1 wx2 / 0: wx3 wx4 / ok 0: wx3 wx4", "PL-SI", "0 1",
            .sees = "0 1");
    REJECTS("1.0", "wrote the same key", "0: wx1 / 1: wx2 / ok 0: wx1 / ok 1: wx2", "PL-SI", "0 1",
            .sees = "0 0");
}

/* Own writes on top of an older version: not of lists, sets and counters. */
static void test_own_writes_in_prefix(void **state) {
    (void)state;
    const char *list = "0: ax1 / 1: ax2 rx / ok 0: ax1 / ok 1: ax2 rx[2]";
    ACCEPTS(list, "prefix", "1 0", .sees = "0 0");
    REJECTS("1.1", "wrote", list, "prefix", "0 1", .sees = "0 0");
    const char *counter = "0: ix1 / 1: ix2 rx / ok 0: ix1 / ok 1: ix2 rx2";
    ACCEPTS(counter, "prefix", "1 0", .sees = "0 0");
    REJECTS("1.1", "without that of the other", counter, "prefix", "0 1", .sees = "0 0");
    const char *reg = "0: wx1 / 1: wx2 rx / ok 0: wx1 / ok 1: wx2 rx2";
    ACCEPTS(reg, "prefix", "0 1", .sees = "0 0");
    const char *set = "0: sx1 / 1: sx2 rx / ok 0: sx1 / ok 1: sx2 rx{2}";
    ACCEPTS(set, "prefix", "0 1", .sees = "0 0");
    REJECTS("1.1", "without that of the other", set, "prefix", "0 1", .sees = "0 0",
            .assume = {.sets_are_objects = true});
}

static void test_own_writes(void **state) {
    (void)state;
    const char *missed = "0: ax1 rx ax2 rx / ok 0: ax1 rx[1] ax2 rx[1]";
    REJECTS("0.3", "its own transaction and those before it", missed, "PL-3", "0");
    REJECTS("0.3", "its own transaction and those in its snapshot", missed, "PL-SI", "0",
            .sees = "0");
    ACCEPTS(missed, "PL-2.99", "0");
    REJECTS("0.0", "does not return", "0: rx ax1 / ok 0: rx[1] ax1", "PL-2.99", "0");
}

/* How much a transaction may miss under repeatable read. */
static void test_missed_own_writes(void **state) {
    (void)state;
    ACCEPTS("0: ax1 ax2 rx rx rx / ok 0: ax1 ax2 rx[] rx[1] rx[1,2]", "PL-2.99", "0");
    REJECTS("0.2", "does not return", "0: ax1 ax2 rx / ok 0: ax1 ax2 rx[2]", "PL-2.99", "0");
    ACCEPTS("0: wx1 wx2 rx rx / ok 0: wx1 wx2 rx rx1", "PL-2.99", "0");
    REJECTS("0.1", "does not return", "0: wx1 rx wx2 / ok 0: wx1 rx2 wx2", "PL-2.99", "0");
    ACCEPTS("0: ix1 ix2 rx rx / ok 0: ix1 ix2 rx0 rx1", "PL-2.99", "0");
    REJECTS("0.2", "does not return", "0: ix1 ix2 rx / ok 0: ix1 ix2 rx2", "PL-2.99", "0");
    const char *last = "0: sx1 sx2 rx / ok 0: sx1 sx2 rx{2}";
    REJECTS("0.2", "does not return", last, "PL-2.99", "0", .assume = {.sets_are_objects = true});
    ACCEPTS(last, "PL-2.99", "0"); /* as rows: any of them */
    ACCEPTS("0: sx1 sx2 rx / ok 0: sx1 sx2 rx{1}", "PL-2.99", "0",
            .assume = {.sets_are_objects = true});
    REJECTS("0.0", "does not return", "0: rx sx1 / ok 0: rx{1} sx1", "PL-2.99", "0");
}

/* Two reads of one key in one transaction are of one snapshot. */
static void test_one_snapshot(void **state) {
    (void)state;
    const char *h = "0: ax1 / 1: rx rx / ok 0: ax1 / ok 1: rx[] rx[1]";
    REJECTS("1.1", "in its snapshot", h, "prefix", "0 1", .sees = "0 0");
    REJECTS("1.0", "before it wrote", h, "prefix", "0 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write_skew),           cmocka_unit_test(test_first_committer),
        cmocka_unit_test(test_own_writes_in_prefix), cmocka_unit_test(test_own_writes),
        cmocka_unit_test(test_missed_own_writes),    cmocka_unit_test(test_one_snapshot)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
