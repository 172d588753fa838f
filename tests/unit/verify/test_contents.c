/* test_contents.c - reads of each datatype against the contents of their key. */
#include "unit/verify/trial.h"

static void test_lists(void **state) {
    (void)state;
    const char *h = "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 0: rx / ok 0: rx[1,2]";
    ACCEPTS(h, "PL-3", "0 1 2");
    REJECTS("2.0", "before it wrote", h, "PL-3", "1 0 2"); /* the same length */
    REJECTS("2.0", "before it wrote", h, "PL-3", "0 2 1");
    ACCEPTS("0: rx rx / ok 0: rx rx[]", "PL-SS", "0");
}

/* Reads that disagree have several spines, which share a beginning. */
static void test_forked_lists(void **state) {
    (void)state;
    const char *h = "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 0: ax3 / ok 0: ax3 / "
                    "1: rx / ok 1: rx[1,2,3] / 1: rx / fail 1: rx[1,3,2] / 1: rx / ok 1: rx[1]";
    REJECTS("5.0", "before it wrote", h, "PL-3", "0 1 2 3 5");
    ACCEPTS(h, "PL-3", "0 5 1 2 3");
    const char *committed = "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 0: ax3 / ok 0: ax3 / "
                            "1: rx / ok 1: rx[1,2,3] / 1: rx / ok 1: rx[1,3] / 1: rx / ok 1: rx[1]";
    REJECTS("4.0", "before it wrote", committed, "PL-3", "0 5 1 4 2 3");
    REJECTS("3.0", "before it wrote", committed, "PL-3", "0 5 2 4 1 3");
}

static void test_garbage_in_lists(void **state) {
    (void)state;
    REJECTS("1.0", "before it wrote", "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[9]", "PL-3", "0 1");
    REJECTS("1.0", "before it wrote", "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1,1]", "PL-3", "0 1");
}

static void test_registers(void **state) {
    (void)state;
    const char *h = "0: wx1 / ok 0: wx1 / 0: wx2 / ok 0: wx2 / 0: rx / ok 0: rx2";
    ACCEPTS(h, "PL-SS", "0 1 2");
    REJECTS("2.0", "before it wrote", h, "PL-3", "1 0 2");
    ACCEPTS("0: wx1 rx / ok 0: wx1 rx1 / 1: rx / ok 1: rx", "PL-3", "1 0");
    REJECTS("1.0", "before it wrote", "0: wx1 rx / ok 0: wx1 rx1 / 1: rx / ok 1: rx", "PL-3",
            "0 1");
}

/* Who wrote a value does not matter, only the value. */
static void test_values_written_twice(void **state) {
    (void)state;
    const char *h = "0: wx1 / ok 0: wx1 / 1: wx1 / ok 1: wx1 / 2: wx2 / ok 2: wx2 / "
                    "3: rx / ok 3: rx1 / 3: rx / ok 3: rx2 / 3: rx / ok 3: rx1";
    ACCEPTS(h, "PL-3", "0 3 2 4 1 5");
    ACCEPTS(h, "PL-3", "1 3 2 4 0 5");
    REJECTS("5.0", "before it wrote", h, "PL-3", "0 1 3 2 4 5");
    const char *set = "0: sx1 / ok 0: sx1 / 1: sx1 / ok 1: sx1 / 2: rx / ok 2: rx{1}";
    ACCEPTS(set, "PL-3", "0 1 2");
    ACCEPTS(set, "PL-3", "1 2 0");
    REJECTS("2.0", "before it wrote", set, "PL-3", "2 0 1");
    const char *own = "0: sx1 / ok 0: sx1 / 1: sx1 rx sx1 rx / ok 1: sx1 rx{1} sx1 rx{1}";
    ACCEPTS(own, "PL-3", "0 1");
    ACCEPTS(own, "PL-3", "1 0");
}

static void test_sets(void **state) {
    (void)state;
    const char *h = "0: sx1 / ok 0: sx1 / 0: sx2 / ok 0: sx2 / 0: rx / ok 0: rx{1,2} / "
                    "1: rx / ok 1: rx{1}";
    ACCEPTS(h, "PL-3", "0 3 1 2");
    REJECTS("3.0", "before it wrote", h, "PL-3", "1 3 0 2"); /* the same size */
    REJECTS("3.0", "before it wrote", h, "PL-3", "0 1 2 3");
    REJECTS("1.0", "before it wrote", "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{9}", "PL-3", "0 1");
    REJECTS("1.0", "before it wrote",
            "{:type :invoke, :process 0, :value [[:add 1 1]]}\n"
            "{:type :ok, :process 0, :value [[:add 1 1]]}\n"
            "{:type :invoke, :process 1, :value [[:r 1 nil]]}\n"
            "{:type :ok, :process 1, :value [[:r 1 [1 1]]]}",
            "PL-3", "0 1");
}

/* A set that was found complete with own elements is not yet complete for others. */
static void test_sets_with_own_elements(void **state) {
    (void)state;
    const char *h = "0: sx1 rx rx / 1: rx / ok 0: sx1 rx{1} rx{1} / ok 1: rx{1}";
    ACCEPTS(h, "PL-SI", "0 1", .sees = "0 1");
    REJECTS("1.0", "in its snapshot", h, "PL-SI", "0 1", .sees = "0 0");
    REJECTS("1.0", "in its snapshot", h, "PL-SI", "1 0", .sees = "0 0");
}

static void test_counters(void **state) {
    (void)state;
    const char *h = "0: ix2 / ok 0: ix2 / 0: ix-1 / ok 0: ix-1 / 1: rx / ok 1: rx2 / "
                    "1: rx / ok 1: rx1";
    ACCEPTS(h, "PL-3", "0 2 1 3");
    REJECTS("2.0", "before it wrote", h, "PL-3", "1 2 0 3");
    /* Sums beyond 64 bits: equal only modulo 2^64. */
    const char *large = "0: ix9223372036854775807 / ok 0: ix9223372036854775807 / "
                        "0: ix9223372036854775807 / ok 0: ix9223372036854775807 / "
                        "1: rx / ok 1: rx-2";
    REJECTS("2.0", "before it wrote", large, "PL-3", "0 1 2");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists),
                                       cmocka_unit_test(test_forked_lists),
                                       cmocka_unit_test(test_garbage_in_lists),
                                       cmocka_unit_test(test_registers),
                                       cmocka_unit_test(test_values_written_twice),
                                       cmocka_unit_test(test_sets),
                                       cmocka_unit_test(test_sets_with_own_elements),
                                       cmocka_unit_test(test_counters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
