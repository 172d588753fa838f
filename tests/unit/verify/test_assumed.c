/* test_assumed.c - version numbers and assumptions about keys, each with a near miss. */
#include "unit/verify/trial.h"

#include "read/order_file.h"

#define OK(process, mops) "{:type :ok, :process " #process ", :value [" mops "]}\n"

static void test_version_numbers(void **state) {
    (void)state;
    const char *h = OK(0, "[:w 1 1 {:version 10}]") OK(1, "[:w 1 2 {:version 20}]");
    ACCEPTS(h, "PL-3", "0 1");
    REJECTS("0.0", "not above", h, "PL-3", "1 0");
    const char *equal = OK(0, "[:w 1 1 {:version 10}]") OK(1, "[:w 1 2 {:version 10}]");
    REJECTS("1.0", "not above", equal, "PL-3", "0 1");
    const char *read = OK(0, "[:w 1 1 {:version 10}]") OK(1, "[:r 1 1 {:version 11}]");
    REJECTS("1.0", "another number", read, "PL-3", "0 1");
    ACCEPTS(OK(0, "[:w 1 1 {:version 10}]") OK(1, "[:r 1 1 {:version 10}]"), "PL-3", "0 1");
    ACCEPTS(OK(0, "[:w 1 1 {:version 10}]") OK(1, "[:w 2 2 {:version 5}]"), "PL-3", "0 1");
}

/* Rows have no version in common. */
static void test_version_numbers_of_sets(void **state) {
    (void)state;
    const char *h = OK(0, "[:add 1 1 {:version 10}]") OK(1, "[:add 1 2 {:version 20}]");
    ACCEPTS(h, "PL-3", "1 0");
    REJECTS("0.0", "not above", h, "PL-3", "1 0", .assume = {.sets_are_objects = true});
}

static void test_sequential(void **state) {
    (void)state;
    const char *h = "0: wx1 / ok 0: wx1 / 0: wx2 / ok 0: wx2";
    ACCEPTS(h, "PL-3", "1 0");
    REJECTS("1.0", "its process", h, "PL-3", "1 0", .assume = {.sequential = true});
    ACCEPTS(h, "PL-3", "0 1", .assume = {.sequential = true});
    const char *two = "0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2";
    ACCEPTS(two, "PL-3", "1 0", .assume = {.sequential = true});
    /* Accesses of other keys may be in any order. */
    const char *keys = "0: wx1 / ok 0: wx1 / 0: wy2 / ok 0: wy2";
    ACCEPTS(keys, "PL-3", "1 0", .assume = {.sequential = true, .linearizable = true});
}

static void test_linearizable(void **state) {
    (void)state;
    const char *h = "0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2";
    ACCEPTS(h, "PL-3", "1 0");
    REJECTS("1.0", "before it began", h, "PL-3", "1 0", .assume = {.linearizable = true});
    ACCEPTS(h, "PL-3", "0 1", .assume = {.linearizable = true});
    const char *unknown = "0: wx1 / info 0: wx1 / 1: wx2 / ok 1: wx2";
    ACCEPTS(unknown, "PL-3", "1 0", .assume = {.linearizable = true});
    const char *stale = "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx";
    REJECTS("1.0", "before it began", stale, "PL-3", "1 0", .assume = {.linearizable = true});
    /* Without invocations only the order of each process is known. */
    ACCEPTS("ok 0: wx1 / ok 1: wx2", "PL-3", "1 0", .assume = {.linearizable = true});
    REJECTS("1.0", "its process", "ok 0: wx1 / ok 0: wx2", "PL-3", "1 0",
            .assume = {.linearizable = true});
}

static void test_transaction_order(void **state) {
    (void)state;
    const char *h = "0: wx1 / 1: wx2 / 2: wy1 / ok 0: wx1 / ok 1: wx2 / ok 2: wy1";
    const int64_t numbers[] = {2, 1, 0};
    ACCEPTS(h, "PL-3", "1 0 2", .assume = {.transaction_order = numbers});
    REJECTS("1.0", "order of transactions", h, "PL-3", "0 1 2",
            .assume = {.transaction_order = numbers});
    const int64_t unknown[] = {2, MNS_NO_NUMBER, 0};
    ACCEPTS(h, "PL-3", "0 1 2", .assume = {.transaction_order = unknown});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version_numbers), cmocka_unit_test(test_version_numbers_of_sets),
        cmocka_unit_test(test_sequential), cmocka_unit_test(test_linearizable),
        cmocka_unit_test(test_transaction_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
