/* test_explain_counter.c - the words for counters. */
#include "unit/support/explained_support.h"

static void test_long_fork(void **state) {
    (void)state;
    explained e;
    explain_all(&e,
                OK(0, "[:inc :x 1] [:inc :y 1]") OK(1, "[:r :x 1] [:r :y 0]")
                    OK(2, "[:r :x 0] [:r :y 1]"),
                (mns_assumptions){0});
    const mns_witness *w = find(&e, MNS_A_G_NONADJACENT_ITEM);
    assert_string_equal(w->text,
                        "Let:\n"
                        "  T1 = {:index 1, :process 1, :type :ok, :value [[:r :x 1] [:r :y 0]]}\n"
                        "  T2 = {:index 2, :process 2, :type :ok, :value [[:r :x 0] [:r :y 1]]}\n"
                        "\n"
                        "Then:\n"
                        "  - T1 < T2, because T1 read :y as 0, and T2 read it as 1: T2 saw an "
                        "increment that T1 missed.\n"
                        "  - However, T2 < T1, because T2 read :x as 0, and T1 read it as 1: "
                        "T1 saw an increment that T2 missed: a contradiction!\n");
    assert_string_equal(w->name, "long fork");
    explained_close(&e);
}

static void test_internal(void **state) {
    (void)state;
    expect_then(OK(0, "[:inc :x 3]") OK(1, "[:r :x 3] [:inc :x 2] [:inc :x -1] [:r :x 3]"),
                MNS_A_INTERNAL,
                "  - After its own operations on :x, T1's next read of :x must return 4.\n"
                "  - However, it read 3: a contradiction!\n");
    expect_then(OK(0, "[:inc :x 2] [:inc :x 3] [:r :x 1]") OK(1, "[:inc :x 9]"), MNS_A_INTERNAL,
                "  - After its own operations on :x, T1's next read of :x must return 5 plus "
                "increments of other transactions.\n"
                "  - However, it read 1, which is no such sum: a contradiction!\n");
}

static void test_out_of_reach(void **state) {
    (void)state;
    expect_then(
        OK(0, "[:inc :x 2]") OK(1, "[:r :x 1]"), MNS_A_GARBAGE_READ,
        "  - No subset of the increments of :x in this history adds up to 1, whatever their "
        "outcome.\n"
        "  - However, T1 read :x as 1: a contradiction!\n"
        "\n"
        "Either the database returned a wrong value, or something outside this history wrote it:\n"
        "an earlier run, another client, or operations that were not recorded.\n");
    expect_then(
        FAIL(0, "[:inc :x 2]") OK(1, "[:r :x 2]"), MNS_A_G1A,
        "  - T1 added 2 to :x, and its client recorded that it failed (:fail).\n"
        "  - However, T2 read :x as 2, which is impossible without increments that failed: "
        "a contradiction!\n"
        "\n"
        "Either the database exposed a write that it rolled back, or the client recorded an\n"
        "unknown outcome as a failure. Check that every error recorded as :fail is definite: "
        "after\n"
        "a timeout or a lost connection during commit, the outcome is unknown (:info).\n");
    expect_then(
        OK(0, "[:r :x 2] [:inc :x 2]"), MNS_A_FUTURE_READ,
        "  - T1 added 2 to :x only after its read of :x.\n"
        "  - However, that read returned 2, which is impossible without what it added later: a "
        "contradiction!\n");
}

static void test_lost_update(void **state) {
    (void)state;
    expect_then(OK(0, "[:r :x 0] [:inc :x 1]") OK(1, "[:r :x 0] [:inc :x 2]"), MNS_A_LOST_UPDATE,
                "  - T1 read :x as 0, then added 1 to it.\n"
                "  - T2 read :x as 0, then added 2 to it.\n"
                "  - However, in every order a later transaction should have read what an earlier "
                "one had added: a "
                "contradiction!\n");
}

static void test_increments(void **state) {
    (void)state;
    expect_then(OK(3, "[:inc :x 1]") OK(3, "[:inc :x 2]") OK(3, "[:r :x 0]"),
                MNS_A_MISSED_INCREMENT_PROCESS,
                "  - T2 added 2 to :x, and process 3 ran it before T3.\n"
                "  - T1 added 1 to :x, and process 3 ran it before T3.\n"
                "  - However, T3 read :x as 0, which is impossible if it includes every increment "
                "that certainly preceded it: a contradiction!\n");
    expect_then(INVOKE(0, "[:inc :x -1]") OK(0, "[:inc :x -1]") INVOKE(1, "[:r :x nil]")
                    OK(1, "[:r :x 0]"),
                MNS_A_MISSED_INCREMENT_REALTIME,
                "  - T1 added -1 to :x, and completed before T2 was invoked.\n"
                "  - However, T2 read :x as 0, which is impossible if it includes every increment "
                "that certainly preceded it: a contradiction!\n");
    expect_then(OK(3, "[:r :x 1]") OK(3, "[:inc :x 1]"), MNS_A_EARLY_INCREMENT_PROCESS,
                "  - T2 added 1 to :x, but process 3 ran it only after T1.\n"
                "  - However, T1 read :x as 1, but the increments that could precede it cannot add "
                "up to that: a contradiction!\n");
    expect_then(INVOKE(0, "[:r :x nil]") OK(0, "[:r :x 1]") INVOKE(1, "[:inc :x 1]"),
                MNS_A_EARLY_INCREMENT_REALTIME,
                "  - T2 added 1 to :x, but was invoked only after T1 had completed.\n"
                "  - However, T1 read :x as 1, but the increments that could precede it cannot add "
                "up to that: a contradiction!\n");
}

static void test_lost_write(void **state) {
    (void)state;
    expect_then(
        INVOKE(0, "[:inc :x 1]") OK(0, "[:inc :x 1]") INVOKE(1, "[:inc :x 2]") OK(1, "[:inc :x 2]")
            INVOKE(2, "[:r :x nil]") "{:type :ok, :process 2, :value [[:r :x 1]], :final true}\n",
        MNS_A_LOST_WRITE,
        "  - T1 added 1 to :x, and completed before T3 was invoked.\n"
        "  - T2 added 2 to :x, and completed before T3 was invoked.\n"
        "  - After that, T3 read :x as 1, which is marked as a final read.\n"
        "  - However, this and every other final read of :x returned less than all increments "
        "add up to that were acknowledged before, whichever other increments are counted: a "
        "contradiction!\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_fork),    cmocka_unit_test(test_internal),
        cmocka_unit_test(test_out_of_reach), cmocka_unit_test(test_lost_update),
        cmocka_unit_test(test_increments),   cmocka_unit_test(test_lost_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
