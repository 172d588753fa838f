/*
 * test_explain_register.c - the words for registers: steps, cases, and how the order of versions is
 * known.
 */
#include "unit/support/explained_support.h"

static const mns_assumptions nothing = {0};

static void test_whole_text(void **state) {
    (void)state;
    explained e;
    explain_all(&e, OK(0, "[:w :x 1] [:w :y 1]") OK(1, "[:r :x nil] [:r :y 1]"), nothing);
    const mns_witness *w = find(&e, MNS_A_G_SINGLE_ITEM);
    assert_string_equal(
        w->text, "Let:\n"
                 "  T1 = {:index 0, :process 0, :type :ok, :value [[:w :x 1] [:w :y 1]]}\n"
                 "  T2 = {:index 1, :process 1, :type :ok, :value [[:r :x nil] [:r :y 1]]}\n"
                 "\n"
                 "Then:\n"
                 "  - T2 < T1, because T2 read the initial state of :x, and T1 set it to 1.\n"
                 "  - However, T1 < T2, because T2 read T1's write of 1 to :y: a contradiction!\n");
    assert_string_equal(w->name, "read skew");
    explained_close(&e);
}

static void test_json(void **state) {
    (void)state;
    expect_then(
        "{\"type\":\"ok\",\"process\":0,\"value\":[[\"w\",\"x\",1],[\"w\",\"y\",1]]}\n"
        "{\"type\":\"ok\",\"process\":1,\"value\":[[\"r\",\"x\",null],[\"r\",\"y\",1]]}\n",
        MNS_A_G_SINGLE_ITEM,
        "  - T2 < T1, because T2 read the initial state of \"x\", and T1 set it to 1.\n"
        "  - However, T1 < T2, because T2 read T1's write of 1 to \"y\": a contradiction!\n");
}

/* ---- How an order is known ------------------------------------------------------------------ */

/* Two writes in a circle: x by the source in question, y by version numbers. */
static void expect_order(const char *text, mns_assumptions assumptions, mns_anomaly anomaly,
                         const char *order) {
    explained e;
    explain_all(&e, text, assumptions);
    const char *evidence = strstr(find(&e, anomaly)->text, "\nEvidence:\n");
    assert_non_null(evidence);
    if (strstr(evidence, order) == NULL) {
        fail_msg("no %s in %s", order, evidence);
    }
    explained_close(&e);
}

#define BACK "[:w :y 1 {:version 2}]"
#define FORTH "[:w :y 2 {:version 1}]"

static void test_given_orders(void **state) {
    (void)state;
    expect_order(OK(0, "[:w :x 1 {:version 3}] " BACK) OK(1, "[:w :x 2 {:version 5}] " FORTH),
                 nothing, MNS_A_G0,
                 "  - 1 precedes 2 in :x: the database assigned them versions 3 (index 0) and 5 "
                 "(index 1).\n");
    expect_order(OK(0, "[:w :x 1] " BACK) OK(1, "[:w :x 2] " FORTH),
                 (mns_assumptions){.transaction_order = (const int64_t[]){1, 2}}, MNS_A_G0,
                 "  - 1 precedes 2 in :x: the database ran the writer of 1 (index 0) before the "
                 "writer of 2 (index 1).\n");
    expect_order(OK(0, "[:w :x 1] " BACK) OK(1, "[:r :x 1] [:w :x 2] " FORTH),
                 (mns_assumptions){.wfr = true}, MNS_A_G0,
                 "  - 1 precedes 2 in :x: the transaction at index 1 read 1 and then wrote 2.\n");
    expect_order(
        OK(0, "[:w :x 1] " BACK) OK(1, "[:w :x 2] " FORTH) OK(3, "[:r :x 1]") OK(3, "[:r :x 2]"),
        (mns_assumptions){.sequential = true}, MNS_A_G0,
        "  - 1 precedes 2 in :x: process 3 read 1 (index 2) before it read 2 (index 3).\n");
    expect_order(INVOKE(0, "[:w :x 1] [:w :y 1]") INVOKE(1, "[:w :x 2] [:w :y 2]")
                     OK(0, "[:w :x 1] " BACK) INVOKE(3, "[:r :x nil]") OK(3, "[:r :x 1]")
                         OK(1, "[:w :x 2] " FORTH) INVOKE(4, "[:r :x nil]") OK(4, "[:r :x 2]"),
                 (mns_assumptions){.linearizable = true}, MNS_A_G0,
                 "  - 1 precedes 2 in :x: a transaction that wrote 1 completed (index 2) before "
                 "one that read 2 (index 7) was invoked (index 6).\n");
}

/* Without being assumed, they hold unless something else is broken. */
static void test_orders_that_rest_on_something(void **state) {
    (void)state;
    expect_order(OK(0, "[:w :x 1] " BACK) OK(1, "[:r :x 1] [:w :x 2] " FORTH), nothing, MNS_A_G1C,
                 "  - 2 precedes 1 in :y: the database assigned them versions 1 (index 1) and 2 "
                 "(index 0).\n");
    expect_order(OK(0, "[:w :x 1] " BACK) OK(1, "[:w :x 2] " FORTH) OK(3, "[:r :x 1]")
                     OK(3, "[:r :x 2]"),
                 nothing, MNS_A_G_SINGLE_ITEM_PROCESS,
                 "  - 1 precedes 2 in :x: process 3 read 1 (index 2) before it read 2 (index 3). "
                 "The opposite order would close a cycle (G-single-item-process).\n");
}

/* T1 wrote x=1, and what it wrote to z led to a read of x=2. */
static void test_derivation(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {0, 1};
    uint32_t kinds[] = {MNS_WW_SINGLE, MNS_WR};
    assert_int_equal(explain_cycle(&e,
                                   OK(0, "[:w :x 1] [:r :y 2] [:w :z 1]")
                                       OK(1, "[:w :x 2] [:w :y 2]") OK(2, "[:r :z 1] [:w :v 1]")
                                           OK(3, "[:r :v 1] [:r :x 2]"),
                                   MNS_A_G_SINGLE_ITEM, txns, kinds, 2),
                     MINOS_OK);
    const mns_witness *w = find(&e, MNS_A_G_SINGLE_ITEM);
    assert_string_equal(
        w->text,
        "Let:\n"
        "  T1 = {:index 0, :process 0, :type :ok, :value [[:w :x 1] [:r :y 2] [:w :z 1]]}\n"
        "  T2 = {:index 1, :process 1, :type :ok, :value [[:w :x 2] [:w :y 2]]}\n"
        "\n"
        "Then:\n"
        "  - T1 < T2, because T2 set :x to 2 after T1 set it to 1.\n"
        "  - However, T2 < T1, because T1 read T2's write of 2 to :y: a contradiction!\n"
        "\n"
        "Evidence:\n"
        "  - 1 precedes 2 in :x: T1 < T3 < T4 (T3 read T1's write of 1 to :z; T4 read T3's write "
        "of 1 to :v), and T1 set :x to 1 and T4 read it as 2. The opposite order would close a "
        "cycle (G-single-item).\n"
        "\n"
        "Where:\n"
        "  T3 = {:index 2, :process 2, :type :ok, :value [[:r :z 1] [:w :v 1]]}\n"
        "  T4 = {:index 3, :process 3, :type :ok, :value [[:r :v 1] [:r :x 2]]}\n");
    assert_int_equal(w->derivation_count, 1);
    explained_close(&e);
}

/* A ww that rests on a wr between the same two gives way to it. */
static void test_plainer_reason(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {0, 1};
    uint32_t kinds[] = {MNS_WW_OPEN, MNS_WR};
    assert_int_equal(explain_cycle(&e,
                                   OK(0, "[:w :x 1] [:w :z 1] [:r :y 2]")
                                       OK(1, "[:r :z 1] [:w :x 2] [:w :y 2]"),
                                   MNS_A_G1C, txns, kinds, 2),
                     MINOS_OK);
    assert_string_equal(find(&e, MNS_A_G1C)->steps[0].text, "T2 read T1's write of 1 to :z");
    explained_close(&e);
}

/* A long path is shortened in the middle. */
static void test_long_derivation(void **state) {
    (void)state;
    enum { LENGTH = 140 };
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, OK(0, "[:w :x 1] [:r :y 2] [:w 0 1]") OK(1, "[:w :x 2] [:w :y 2]"));
    for (int i = 0; i < LENGTH; i++) {
        mns_buf_printf(&text, "{:type :ok, :process %d, :value [[:r %d 1] [:w %d 1]]}\n", i + 2, i,
                       i + 1);
    }
    mns_buf_printf(&text, "{:type :ok, :process 99, :value [[:r %d 1] [:r :x 2]]}\n", LENGTH);
    char *history = mns_buf_take(&text, NULL);
    assert_non_null(history);
    explained e;
    uint32_t txns[] = {0, 1};
    uint32_t kinds[] = {MNS_WW_SINGLE, MNS_WR};
    assert_int_equal(explain_cycle(&e, history, MNS_A_G_SINGLE_ITEM, txns, kinds, 2), MINOS_OK);
    const char *told = find(&e, MNS_A_G_SINGLE_ITEM)->text;
    assert_non_null(strstr(told, "T1 < T3 < T4 < T5 < T6 < T7 < T8 < T9 < ... < T"));
    assert_non_null(strstr(told, "read T1's write of 1 to 0; T4 read"));
    assert_non_null(strstr(told, "'s write of 1 to 140), and T1 set :x to 1"));
    assert_null(strstr(told, "write of 1 to 9"));
    assert_non_null(strstr(told, "\n  T11 = "));
    assert_null(strstr(told, "\n  T12 = ")); /* no further transaction is named */
    explained_close(&e);
    free(history);
}

static void test_proof(void **state) {
    (void)state;
    explained e;
    explain_all(&e,
                INFO(0, "[:w :x 1] [:w :y 1]") OK(1, "[:r :x nil] [:r :y 1]") OK(2, "[:r :y 1]"),
                nothing);
    assert_non_null(strstr(find(&e, MNS_A_G_SINGLE_ITEM)->text,
                           "\nEvidence:\n"
                           "  - T1's outcome is unknown (:info), but its write of 1 to "
                           ":y was read (index 1), so it committed.\n"));
    explained_close(&e);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

static void test_reads(void **state) {
    (void)state;
    expect_then(
        FAIL(0, "[:w :x 1]") OK(1, "[:r :x 1]"), MNS_A_G1A,
        "  - T1 set :x to 1, and its client recorded that it failed (:fail).\n"
        "  - However, T2 read T1's write of 1 to :x: a contradiction!\n"
        "\n"
        "Either the database exposed a write that it rolled back, or the client recorded an\n"
        "unknown outcome as a failure. Check that every error recorded as :fail is definite: "
        "after\n"
        "a timeout or a lost connection during commit, the outcome is unknown (:info).\n");
    expect_then(OK(0, "[:w :x 1] [:r :x 1] [:w :x 2]") OK(1, "[:r :x 1]"), MNS_A_G1B,
                "  - T1 set :x to 1, and then to 2 in the same transaction.\n"
                "  - However, T2 read :x as 1, an intermediate state of T1: a "
                "contradiction!\n");
    expect_then(
        OK(0, "[:w :x 1]") OK(1, "[:r :x 5]"), MNS_A_GARBAGE_READ,
        "  - No transaction in this history set :x to 5, whatever its outcome.\n"
        "  - However, T1 read :x as 5: a contradiction!\n"
        "\n"
        "Either the database returned a wrong value, or something outside this history wrote it:\n"
        "an earlier run, another client, or operations that were not recorded.\n");
    expect_then(OK(0, "[:r :x 1] [:w :x 1]"), MNS_A_FUTURE_READ,
                "  - T1 set :x to 1 only after its read of :x.\n"
                "  - However, that read returned 1 already: a contradiction!\n");
    expect_then(OK(0, "[:w :x 1] [:r :x nil]"), MNS_A_INTERNAL,
                "  - After its own operations on :x, T1's next read of :x must return 1.\n"
                "  - However, it read nil: a contradiction!\n");
    expect_then(OK(0, "[:r :x nil] [:w :x 1]") OK(1, "[:r :x nil] [:w :x 2]"), MNS_A_LOST_UPDATE,
                "  - T1 read :x as nil, then set it to 1.\n"
                "  - T2 read :x as nil, then set it to 2.\n"
                "  - However, in every order a later transaction should have read what an earlier "
                "one had written: "
                "a contradiction!\n");
}

static void test_versions(void **state) {
    (void)state;
    static const char advice[] = ": a contradiction!\n"
                                 "\n"
                                 "Either the database assigned wrong version numbers, or the "
                                 "recorded numbers are not versions\n"
                                 "of this key, but of the whole database, of another key or of an "
                                 "attempt that was retried.\n";
    char text[1024];
    snprintf(text, sizeof text,
             "  - T1 set :x to 1, which has version 3.\n"
             "  - However, T2 set :x to 2, which has version 3 too%s",
             advice);
    expect_then(OK(0, "[:w :x 1 {:version 3}]") OK(1, "[:w :x 2 {:version 3}]"),
                MNS_A_INCOMPATIBLE_VERSIONS, text);
    snprintf(text, sizeof text,
             "  - T1 set :x to 1, which has version 3.\n"
             "  - However, T2 read :x as 1, which has version 4%s",
             advice);
    expect_then(OK(0, "[:w :x 1 {:version 3}]") OK(1, "[:r :x 1 {:version 4}]"),
                MNS_A_INCOMPATIBLE_VERSIONS, text);
    expect_then(
        OK(0, "[:w :x 1 {:version 1}]") OK(1, "[:r :x nil {:version 2}]"), MNS_A_CYCLIC_VERSIONS,
        "  - nil came before 1 in :x, because it is the initial state.\n"
        "  - However, 1 came before nil, because the database assigned them versions 1 "
        "(index 0) and 2 (index 1): a contradiction!\n"
        "\n"
        "Either the database contradicts itself, or an assumption about its keys is wrong.\n");
}

static void test_versions_by_process(void **state) {
    (void)state;
    explained e;
    explain_all(&e,
                OK(0, "[:w :x 1]") OK(1, "[:w :x 2]") OK(2, "[:r :x 1]") OK(2, "[:r :x 2]")
                    OK(3, "[:r :x 2]") OK(3, "[:r :x 1]"),
                (mns_assumptions){.sequential = true});
    assert_non_null(strstr(find(&e, MNS_A_CYCLIC_VERSIONS)->text,
                           "Then:\n"
                           "  - 1 came before 2 in :x, because process 2 read 1 (index 2) before "
                           "it read 2 (index 3).\n"
                           "  - However, 2 came before 1, because process 3 read 2 (index 4) "
                           "before it read 1 (index 5): "
                           "a contradiction!\n"));
    explained_close(&e);
}

static void test_lost_write(void **state) {
    (void)state;
    expect_then(
        INVOKE(0, "[:w :x 1]") OK(0, "[:w :x 1]") INVOKE(1, "[:w :x 2]") OK(1, "[:w :x 2]")
            INVOKE(2, "[:r :x nil]") OK(2, "[:r :x 2]") INVOKE(
                2, "[:r :x nil]") "{:type :ok, :process 2, :value [[:r :x 1]], :final true}\n",
        MNS_A_LOST_WRITE,
        "  - T1 set :x to 2, and completed at index 3.\n"
        "  - Before the final reads, T2 read :x as 2.\n"
        "  - After that, T3 read :x as 1, whose writer had completed at index 1, before T1 "
        "began. The read is marked as final.\n"
        "  - However, every final read of :x that began after T1 completed returned the initial "
        "state or a value whose writer had completed before T1 began: a contradiction!\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_write),
        cmocka_unit_test(test_whole_text),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_given_orders),
        cmocka_unit_test(test_orders_that_rest_on_something),
        cmocka_unit_test(test_derivation),
        cmocka_unit_test(test_plainer_reason),
        cmocka_unit_test(test_long_derivation),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_versions_by_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
