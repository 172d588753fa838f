/* test_timestamps.c - executions against revealed timestamps, each with a near miss. */
#include "unit/verify/trial.h"

#define OK(process, start, commit, mops)                                                           \
    "{:type :ok, :process " #process ", :start-ts " #start ", :commit-ts " #commit                 \
    ", :value [" mops "]}\n"

static void test_starts_and_commits(void **state) {
    (void)state;
    const char *early = OK(0, 1, 2, "[:w 1 1]") OK(1, 1, 3, "[:r 2 nil]");
    ACCEPTS(early, "PL-SI", "0 1", .sees = "0 0");
    REJECTS("1", "committed after its start", early, "PL-SI", "0 1");
    ACCEPTS(early, "PL-3", "0 1"); /* only snapshot isolation has times */
    ACCEPTS(early, "prefix", "0 1", .sees = "0 1");
    const char *late = OK(0, 1, 2, "[:w 1 1]") OK(1, 3, 4, "[:r 2 nil]");
    ACCEPTS(late, "PL-SI", "0 1");
    REJECTS("1", "committed before its start", late, "PL-SI", "0 1", .sees = "0 0");
    REJECTS("1", "committed before its start", late, "PL-SI", "1 0");
    const char *equal = OK(0, 1, 2, "[:w 1 1]") OK(1, 2, 3, "[:r 2 nil]");
    ACCEPTS(equal, "PL-SI", "0 1");
    ACCEPTS(equal, "PL-SI", "0 1", .sees = "0 0");
}

/* The commit of T0 is not known, but T1 saw it, and T2, which started later, did not. */
static void test_starts(void **state) {
    (void)state;
    const char *h = "{:type :ok, :process 0, :value [[:w 1 1]]}\n" OK(1, 5, 5, "[:r 1 1]")
        OK(2, 6, 6, "[:r 1 nil]");
    REJECTS("2", "started earlier", h, "PL-SI", "0 1 2", .sees = "0 1 0");
    const char *other = "{:type :ok, :process 0, :value [[:w 1 1]]}\n" OK(1, 6, 6, "[:r 1 1]")
        OK(2, 5, 5, "[:r 1 nil]");
    ACCEPTS(other, "PL-SI", "0 1 2", .sees = "0 1 0");
}

/* A commit before the own start reveals nothing. */
static void test_times_that_contradict_themselves(void **state) {
    (void)state;
    const char *h = OK(0, 9, 2, "[:w 1 1]") OK(1, 1, 3, "[:r 2 nil]");
    ACCEPTS(h, "PL-SI", "0 1");
    ACCEPTS(h, "PL-SI", "1 0");
}

/* A transaction does not miss itself, however early it committed. */
static void test_own_commit(void **state) {
    (void)state;
    ACCEPTS(OK(0, 5, 5, "[:w 1 1]") OK(1, 7, 7, "[:w 1 2]"), "PL-SI", "0 1");
    REJECTS("1", "committed before its start", OK(0, 5, 5, "[:w 1 1]") OK(1, 7, 7, "[:w 2 2]"),
            "PL-SI", "1 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_starts_and_commits), cmocka_unit_test(test_starts),
        cmocka_unit_test(test_times_that_contradict_themselves), cmocka_unit_test(test_own_commit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
