/* test_explain_set.c - the words for sets: steps, cases, proofs. */
#include "unit/support/explained_support.h"

static void test_whole_text(void **state) {
    (void)state;
    explained e;
    explain_all(&e, OK(0, "[:add :x 1] [:add :y 1]") OK(1, "[:r :x #{}] [:r :y #{1}]"),
                (mns_assumptions){0});
    const mns_witness *w = find(&e, MNS_A_G_SINGLE);
    assert_string_equal(
        w->text, "Let:\n"
                 "  T1 = {:index 0, :process 0, :type :ok, :value [[:add :x 1] [:add :y 1]]}\n"
                 "  T2 = {:index 1, :process 1, :type :ok, :value [[:r :x #{}] [:r :y #{1}]]}\n"
                 "\n"
                 "Then:\n"
                 "  - T2 < T1, because T2 did not see T1's add of 1 to :x.\n"
                 "  - However, T1 < T2, because T2 saw T1's add of 1 to :y: a contradiction!\n");
    assert_string_equal(w->name, "read skew");
    explained_close(&e);
}

/* The same cycle, of two sets that are one object each. */
static void test_objects(void **state) {
    (void)state;
    explained e;
    explain_all(&e, OK(0, "[:add :x 1] [:add :y 1]") OK(1, "[:r :x #{}] [:r :y #{1}]"),
                (mns_assumptions){.sets_are_objects = true});
    assert_string_equal(find(&e, MNS_A_G_SINGLE_ITEM)->name, "read skew");
    explained_close(&e);
}

static void test_proof(void **state) {
    (void)state;
    expect_then(INFO(0, "[:add :x 1] [:add :y 1]") OK(1, "[:r :x nil] [:r :z #{}]")
                    OK(2, "[:r :y #{1}]") INFO(3, "[:r :x nil]") OK(4, "[:r :y #{1}] [:r :x #{}]"),
                MNS_A_G_SINGLE,
                "  - T2 < T1, because T2 did not see T1's add of 1 to :x.\n"
                "  - However, T1 < T2, because T2 saw T1's add of 1 to :y: a contradiction!\n"
                "\n"
                "Evidence:\n"
                "  - T1's outcome is unknown (:info), but its add of 1 to :y was read "
                "(index 2), so it committed.\n");
}

static void test_g1a(void **state) {
    (void)state;
    expect_then(
        FAIL(0, "[:add :x 1]") OK(1, "[:r :x #{1}]"), MNS_A_G1A,
        "  - T1 added 1 to :x, and its client recorded that it failed (:fail).\n"
        "  - However, T2 saw T1's add of 1 to :x: a contradiction!\n"
        "\n"
        "Either the database exposed a write that it rolled back, or the client recorded an\n"
        "unknown outcome as a failure. Check that every error recorded as :fail is definite: "
        "after\n"
        "a timeout or a lost connection during commit, the outcome is unknown (:info).\n");
}

static void test_own(void **state) {
    (void)state;
    expect_then(OK(0, "[:r :x #{4 1}] [:add :x 3] [:add :x 2] [:r :x #{1 4}]"), MNS_A_INTERNAL,
                "  - After its own operations on :x, T1's next read of :x must return #{1 2 3 4}.\n"
                "  - However, it read #{1 4}: a contradiction!\n");
    expect_then(
        OK(0, "[:add :x 3] [:add :x 2] [:r :x #{3}]"), MNS_A_INTERNAL,
        "  - After its own operations on :x, T1's next read of :x must return a set that includes "
        "#{2 3}.\n"
        "  - However, it read #{3}: a contradiction!\n");
    expect_then(OK(0, "[:r :x #{1}] [:add :x 1]"), MNS_A_FUTURE_READ,
                "  - T1 added 1 to :x only after its read of :x.\n"
                "  - However, that read returned #{1}, which contains 1: a contradiction!\n");
}

static void test_garbage_and_duplicates(void **state) {
    (void)state;
    expect_then(
        OK(0, "[:add :x 1]") OK(1, "[:r :x #{1 7}]"), MNS_A_GARBAGE_READ,
        "  - No transaction in this history added 7 to :x, whatever its outcome.\n"
        "  - However, T1 read :x as #{1 7}, which contains 7: a contradiction!\n"
        "\n"
        "Either the database returned a wrong value, or something outside this history wrote it:\n"
        "an earlier run, another client, or operations that were not recorded.\n");
    expect_then(OK(0, "[:add :x 1]") OK(1, "[:r :x [1 1]]"), MNS_A_DUPLICATE_ELEMENTS,
                "  - A set contains each element once.\n"
                "  - However, T1 read :x as #{1}, where 1 occurs more than once: a contradiction!\n"
                "\n"
                "A client or a database that retries an add after the response was lost can cause "
                "this.\n");
}

static void test_incomparable_reads(void **state) {
    (void)state;
    expect_then(OK(0, "[:add :x 1]") OK(1, "[:add :x 2]") OK(2, "[:r :x #{1}]")
                    OK(3, "[:r :x #{2}]"),
                MNS_A_INCOMPARABLE_READS,
                "  - T2 read :x as #{2}.\n"
                "  - T1 read :x as #{1}.\n"
                "  - However, only the first read contains 2, only the second contains 1, and a "
                "set only grows: a "
                "contradiction!\n");
}

/* Both elements stay in sight, however large the sets are. */
static void test_long_sets(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 1; i <= 30; i++) {
        mns_buf_printf(&text, "{:type :ok, :process %d, :value [[:add :x %d]]}\n", i, i);
    }
    static const int missing[] = {15, 20};
    for (int read = 0; read < 2; read++) {
        mns_buf_printf(&text, "{:type :ok, :process %d, :value [[:r :x #{", 40 + read);
        for (int i = 1; i <= 30; i++) {
            if (i != missing[read]) {
                mns_buf_printf(&text, " %d", i);
            }
        }
        mns_buf_str(&text, "}]]}\n");
    }
    char *history = mns_buf_take(&text, NULL);
    assert_non_null(history);
    expect_then(history, MNS_A_INCOMPARABLE_READS,
                "  - T1 read :x as #{1 2 ... 19 20 21 ... 29 30}.\n"
                "  - T2 read :x as #{1 2 ... 14 15 16 ... 29 30}.\n"
                "  - However, only the first read contains 20, only the second contains 15, and a "
                "set only grows: a contradiction!\n");
    free(history);
}

static void test_lost_write(void **state) {
    (void)state;
    expect_then(
        INVOKE(0, "[:add :x 1]") OK(0, "[:add :x 1]") INVOKE(1, "[:r :x nil]") OK(1, "[:r :x #{1}]")
            INVOKE(1, "[:r :x nil]") "{:type :ok, :process 1, :value [[:r :x #{}]], :final true}\n",
        MNS_A_LOST_WRITE,
        "  - T1 added 1 to :x, and completed at index 1.\n"
        "  - Before the final reads, T2 read :x as #{1}, which contains 1.\n"
        "  - After that, T3 read :x as #{}, which is marked as a final read.\n"
        "  - However, no final read of :x that began after T1 completed contains 1, and a set only "
        "grows: a contradiction!\n");
    expect_then(INVOKE(0, "[:add :x 1]") OK(0, "[:add :x 1]") INVOKE(1, "[:add :x 2]")
                    OK(1, "[:add :x 2]") INVOKE(1, "[:r :x nil]") OK(1, "[:r :x #{2}]"),
                MNS_A_LOST_WRITE,
                "  - T1 added 1 to :x, and completed at index 1.\n"
                "  - After that, T2 read :x as #{2}, which contains 2 of a transaction that began "
                "after T1 completed.\n"
                "  - However, no read of :x that began after T1 completed contains 1, and a set "
                "only grows: a contradiction!\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_text),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_g1a),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_garbage_and_duplicates),
        cmocka_unit_test(test_incomparable_reads),
        cmocka_unit_test(test_long_sets),
        cmocka_unit_test(test_lost_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
