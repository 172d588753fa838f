/*
 * test_explain.c - witnesses in full: the text of a cycle and of every kind of case.
 *
 * Cycles are given by hand (transactions and kinds), cases come from the detectors; each test
 * holds the whole text that a reader would see.
 */
#include "unit/support/explained_support.h"

/* ---- Cycles --------------------------------------------------------------------------------- */

/* The history of the paper's figure, as far as it goes. */
static void test_paper_figure(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {2, 0, 1};
    uint32_t kinds[] = {MNS_WW, MNS_RW, MNS_WR};
    assert_int_equal(
        explain_cycle(&e,
                      OK(0, "[:append 250 10] [:r 253 [1 3 4]] [:r 255 [2 3 4 5]] [:append 256 3]")
                          OK(1, "[:append 255 8] [:r 253 [1 3 4]]")
                              OK(2, "[:append 256 4] [:r 255 [2 3 4 5 8]] [:r 256 [1 2 4]]")
                                  OK(3, "[:append 256 1] [:append 256 2] [:r 256 [1 2 4 3]]"),
                      MNS_A_G_SINGLE_ITEM, txns, kinds, 3),
        MINOS_OK);
    const mns_witness *w = find(&e, MNS_A_G_SINGLE_ITEM);
    assert_string_equal(
        w->text,
        "Let:\n"
        "  T1 = {:index 0, :process 0, :type :ok, :value [[:append 250 10] [:r 253 [1 3 4]] "
        "[:r 255 [2 3 4 5]] [:append 256 3]]}\n"
        "  T2 = {:index 1, :process 1, :type :ok, :value [[:append 255 8] [:r 253 [1 3 4]]]}\n"
        "  T3 = {:index 2, :process 2, :type :ok, :value [[:append 256 4] [:r 255 [2 3 4 5 8]] "
        "[:r 256 [1 2 4]]]}\n"
        "\n"
        "Then:\n"
        "  - T1 < T2, because T1 did not observe T2's append of 8 to 255.\n"
        "  - T2 < T3, because T3 observed T2's append of 8 to 255.\n"
        "  - However, T3 < T1, because T1 appended 3 after T3 appended 4 to 256: a "
        "contradiction!\n"
        "\n"
        "Evidence:\n"
        "  - The read of [1 2 4 3] at index 3 shows the order of 256.\n");
    assert_string_equal(w->steps[0].text, "T1 did not observe T2's append of 8 to 255");
    assert_string_equal(w->name, "read skew");
    assert_int_equal(w->txns[0], 0);
    assert_int_equal(e.witnesses.total[MNS_A_G_SINGLE_ITEM], 5);
    explained_close(&e);
}

static void test_info_is_explained(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {0, 1};
    uint32_t kinds[] = {MNS_WW, MNS_RW};
    assert_int_equal(explain_cycle(&e,
                                   INFO(0, "[:append :x 1] [:append :y 1]")
                                       OK(1, "[:r :x nil] [:append :y 2]") OK(2, "[:r :y [1]]"),
                                   MNS_A_G_SINGLE_ITEM, txns, kinds, 2),
                     MINOS_OK);
    assert_string_equal(
        find(&e, MNS_A_G_SINGLE_ITEM)->text,
        "Let:\n"
        "  T1 = {:index 0, :process 0, :type :info, :value [[:append :x 1] [:append :y 1]]}\n"
        "  T2 = {:index 1, :process 1, :type :ok, :value [[:r :x []] [:append :y 2]]}\n"
        "\n"
        "Then:\n"
        "  - T2 < T1, because T2 observed the initial (empty) state of :x, and not T1's append of "
        "1.\n"
        "  - However, T1 < T2, because T2 appended 2 after T1 appended 1 to :y: a contradiction!\n"
        "\n"
        "Evidence:\n"
        "  - 2 is missing from the longest committed read of :y, so it was appended later.\n"
        "  - T1's outcome is unknown (:info), but its append of 1 to :y was read "
        "(index 2), so it committed.\n");
    explained_close(&e);
}

/* Where reads disagree the text does not claim more than is known. */
static void test_disputed_order_is_said(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {1, 2};
    uint32_t kinds[] = {MNS_WW_OPEN, MNS_WR};
    assert_int_equal(explain_cycle(&e,
                                   OK(0, "[:append :x 1]") OK(1, "[:append :x 2] [:r :y [1]]")
                                       OK(2, "[:append :x 3] [:append :y 1]")
                                           OK(3, "[:r :x [1 2 3]]") OK(4, "[:r :x [3]]"),
                                   MNS_A_G1C, txns, kinds, 2),
                     MINOS_OK);
    const char *evidence = strstr(find(&e, MNS_A_G1C)->text, "\nEvidence:\n");
    assert_non_null(evidence);
    assert_string_equal(evidence,
                        "\nEvidence:\n"
                        "  - The read of [1 2 3] at index 3 shows the order of :x. (Other "
                        "observations of :x contradict that read: incompatible-order.)\n");
    explained_close(&e);
}

/* A long cycle of ww steps quotes each read once, and only so many of them. */
static void test_evidence_is_bounded(void **state) {
    (void)state;
    enum { KEYS = 12 };
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 0; i < KEYS; i++) { /* T_i appends 1 to key i and 2 to the key before */
        mns_buf_printf(&text, "{:type :ok, :process %d, :value [[:append %d 1] [:append %d 2]]}\n",
                       i, i, (i + KEYS - 1) % KEYS);
    }
    for (int i = 0; i < KEYS; i++) {
        mns_buf_printf(&text, "{:type :ok, :process %d, :value [[:r %d [1 2]]]}\n", i, i);
    }
    char *history = mns_buf_take(&text, NULL);
    assert_non_null(history);
    uint32_t txns[KEYS];
    uint32_t kinds[KEYS];
    for (uint32_t i = 0; i < KEYS; i++) {
        txns[i] = i;
        kinds[i] = MNS_WW;
    }
    explained e;
    assert_int_equal(explain_cycle(&e, history, MNS_A_G0, txns, kinds, KEYS), MINOS_OK);
    const char *evidence = strstr(find(&e, MNS_A_G0)->text, "\nEvidence:\n");
    assert_non_null(evidence);
    assert_non_null(strstr(evidence, " shows the order of 7.\n"));
    assert_null(strstr(evidence, " shows the order of 8.\n"));
    assert_non_null(strstr(evidence, "  - 4 more are not shown.\n"));
    explained_close(&e);
    free(history);
}

/* Without an rw step the order that is contradicted comes last. */
static void test_rotation_ends_with_the_clock(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {0, 1};
    uint32_t kinds[] = {MNS_REALTIME, MNS_WR};
    assert_int_equal(explain_cycle(&e,
                                   INVOKE(0, "[:r :x nil]") OK(0, "[:r :x [1]]")
                                       INVOKE(1, "[:append :x 1]") OK(1, "[:append :x 1]"),
                                   MNS_A_G1C_REALTIME, txns, kinds, 2),
                     MINOS_OK);
    assert_non_null(strstr(
        find(&e, MNS_A_G1C_REALTIME)->text,
        "Then:\n"
        "  - T2 < T1, because T1 observed T2's append of 1 to :x.\n"
        "  - However, T1 < T2, because T1 completed at index 1, just before T2 was invoked at "
        "index 2: a contradiction!\n"));
    explained_close(&e);
}

static void test_false_cycles_are_refused(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {0, 1};
    uint32_t reasonless[] = {MNS_WR, MNS_WW};
    uint32_t misnamed[] = {MNS_WR, MNS_RW};
    const char *text =
        OK(0, "[:append :x 1] [:append :y 1]") OK(1, "[:r :x [1]] [:r :y []]") OK(2, "[:r :y [1]]");
    assert_int_equal(explain_cycle(&e, text, MNS_A_G1C, txns, reasonless, 2), MINOS_EINTERNAL);
    assert_int_equal(e.witnesses.count, 0);
    explained_close(&e);
    assert_int_equal(explain_cycle(&e, text, MNS_A_G1C, txns, misnamed, 2), MINOS_EINTERNAL);
    explained_close(&e);
    assert_int_equal(explain_cycle(&e, text, MNS_A_G_SINGLE_ITEM, txns, misnamed, 2), MINOS_OK);
    explained_close(&e);
}

/* A closed walk that passes a transaction twice is no cycle. */
static void test_walk_is_refused(void **state) {
    (void)state;
    explained e;
    uint32_t txns[] = {0, 1, 0, 2};
    uint32_t kinds[] = {MNS_RW, MNS_WR, MNS_RW, MNS_WR};
    const char *text = OK(0, "[:r :a nil] [:r :b nil] [:r :c [1]] [:r :d [1]]")
        OK(1, "[:append :a 1] [:append :c 1]") OK(2, "[:append :b 1] [:append :d 1]");
    assert_int_equal(explain_cycle(&e, text, MNS_A_G_NONADJACENT_ITEM, txns, kinds, 4),
                     MINOS_EINTERNAL);
    explained_close(&e);
    assert_int_equal(explain_cycle(&e, text, MNS_A_G_SINGLE_ITEM, txns, kinds, 2), MINOS_OK);
    explained_close(&e);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* The lines after "Then:" of the first witness of an anomaly. */
static void assert_then(const char *history, mns_anomaly anomaly, const char *expected) {
    explained e;
    explain_cases(&e, history);
    const mns_witness *w = find(&e, anomaly);
    const char *then = strstr(w->text, "\nThen:\n");
    assert_non_null(then);
    assert_string_equal(then + strlen("\nThen:\n"), expected);
    assert_int_equal(w->step_count, 0);
    explained_close(&e);
}

#define CHECK_ERRORS                                                                               \
    "\nEither the database exposed a write that it rolled back, or the client recorded an\n"       \
    "unknown outcome as a failure. Check that every error recorded as :fail is definite: after\n"  \
    "a timeout or a lost connection during commit, the outcome is unknown (:info).\n"

static void test_g1a(void **state) {
    (void)state;
    explained e;
    explain_cases(&e, OK(0, "[:r :x [1]]") FAIL(1, "[:append :x 1]"));
    const mns_witness *w = find(&e, MNS_A_G1A);
    assert_string_equal(
        w->text,
        "Let:\n"
        "  T1 = {:index 0, :process 0, :type :ok, :value [[:r :x [1]]]}\n"
        "  T2 = {:index 1, :process 1, :type :fail, :value [[:append :x 1]]}\n"
        "\n"
        "Then:\n"
        "  - T2 appended 1 to :x, and its client recorded that it failed (:fail).\n"
        "  - However, T1 observed T2's append of 1 to :x: a contradiction!\n" CHECK_ERRORS);
    assert_string_equal(w->name, "aborted read");
    explained_close(&e);
}

static void test_g1b(void **state) {
    (void)state;
    assert_then(OK(0, "[:append :x 1] [:append :y 7] [:append :x 2]") OK(1, "[:r :x [1]]"),
                MNS_A_G1B,
                "  - T1 appended 1 to :x, and then 2 in the same transaction.\n"
                "  - However, T2's read of :x ends with 1, an intermediate state of T1: a "
                "contradiction!\n");
}

static void test_internal(void **state) {
    (void)state;
    assert_then(OK(0, "[:r :x [1 2]] [:append :x 3] [:r :x [1 2]]"), MNS_A_INTERNAL,
                "  - After its own operations on :x, T1's next read of :x must return [1 2 3].\n"
                "  - However, it read [1 2]: a contradiction!\n");
    assert_then(
        OK(0, "[:append :x 3] [:append :x 4] [:r :x [1 4 3]]"), MNS_A_INTERNAL,
        "  - After its own operations on :x, T1's next read of :x must return a list that ends "
        "with [3 4].\n"
        "  - However, it read [1 4 3]: a contradiction!\n");
}

static void test_future_read(void **state) {
    (void)state;
    assert_then(OK(0, "[:r :x [1]] [:append :x 1]"), MNS_A_FUTURE_READ,
                "  - T1 appended 1 to :x only after its read of :x.\n"
                "  - However, that read returned [1], which contains 1: a contradiction!\n");
}

static void test_dirty_update(void **state) {
    (void)state;
    assert_then(FAIL(0, "[:append :x 1]") OK(1, "[:append :x 2]") OK(2, "[:r :x [1 2]]"),
                MNS_A_DIRTY_UPDATE,
                "  - T1 appended 1 to :x, and its client recorded that it failed (:fail).\n"
                "  - T2 appended 2 to :x, and committed.\n"
                "  - However, T3 read :x as [1 2], where T2's append follows T1's: a "
                "contradiction!\n" CHECK_ERRORS);
}

static void test_duplicate_elements(void **state) {
    (void)state;
    assert_then(OK(0, "[:append :x 1]") OK(1, "[:r :x [1 1]]"), MNS_A_DUPLICATE_ELEMENTS,
                "  - 1 was appended to :x only once, at index 0.\n"
                "  - However, T1 read :x as [1 1], where 1 occurs 2 times: a contradiction!\n"
                "\nA client or a database that retries an append after the response was lost can "
                "cause this.\n");
}

static void test_incompatible_order(void **state) {
    (void)state;
    assert_then(OK(0, "[:append :x 1] [:append :x 2] [:append :x 3]") OK(1, "[:r :x [1 2 3]]")
                    OK(2, "[:r :x [1 3]]"),
                MNS_A_INCOMPATIBLE_ORDER,
                "  - T1 read :x as [1 2 3].\n"
                "  - T2 read :x as [1 3].\n"
                "  - However, element 2 is 2 in the first read and 3 in the second, and a list "
                "grows only at its end: a contradiction!\n");
}

static void test_lost_update(void **state) {
    (void)state;
    assert_then(
        OK(0, "[:r :x []] [:append :x 1]") OK(1, "[:r :x nil] [:append :x 2]"), MNS_A_LOST_UPDATE,
        "  - T1 read :x as [], then appended 1 to it.\n"
        "  - T2 read :x as [], then appended 2 to it.\n"
        "  - However, in every order a later transaction should have read what an earlier one had "
        "appended: a contradiction!\n");
}

static void test_garbage_read(void **state) {
    (void)state;
    assert_then(OK(0, "[:append :x 1]") OK(1, "[:r :x [1 9]]"), MNS_A_GARBAGE_READ,
                "  - No transaction in this history appended 9 to :x, whatever its outcome.\n"
                "  - However, T1 read :x as [1 9], which contains 9: a contradiction!\n"
                "\nEither the database returned a wrong value, or something outside this history "
                "wrote it:\n"
                "an earlier run, another client, or operations that were not recorded.\n");
}

/* Witnesses stand in the catalog's order, and counts are exact also of those not kept. */
static void test_order_and_totals(void **state) {
    (void)state;
    explained e;
    infer(&e, FAIL(0, "[:append :x 1]") OK(1, "[:append :x 2]") OK(2, "[:r :x [1 2]]")
                  OK(3, "[:r :x [1 2 9]]") OK(4, "[:r :x [1 2 9]]"));
    assert_int_equal(mns_detect_all(&e.o, 1, 1, &e.cases), MINOS_OK);
    assert_int_equal(
        mns_explain_all(&e.o, &(mns_assumptions){0}, &e.cases, &e.cycles, &e.witnesses), MINOS_OK);
    assert_int_equal(e.witnesses.count, 3);
    assert_int_equal(e.witnesses.items[0].anomaly, MNS_A_GARBAGE_READ);
    assert_int_equal(e.witnesses.items[1].anomaly, MNS_A_DIRTY_UPDATE);
    assert_int_equal(e.witnesses.items[2].anomaly, MNS_A_G1A);
    assert_int_equal(e.witnesses.total[MNS_A_GARBAGE_READ], 2);
    assert_int_equal(e.witnesses.total[MNS_A_G1A], 3);
    explained_close(&e);
}

static void test_nothing_found(void **state) {
    (void)state;
    explained e;
    explain_cases(&e, OK(0, "[:append :x 1]") OK(1, "[:r :x [1]]"));
    assert_int_equal(e.witnesses.count, 0);
    explained_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper_figure),
        cmocka_unit_test(test_info_is_explained),
        cmocka_unit_test(test_disputed_order_is_said),
        cmocka_unit_test(test_evidence_is_bounded),
        cmocka_unit_test(test_rotation_ends_with_the_clock),
        cmocka_unit_test(test_false_cycles_are_refused),
        cmocka_unit_test(test_walk_is_refused),
        cmocka_unit_test(test_g1a),
        cmocka_unit_test(test_g1b),
        cmocka_unit_test(test_internal),
        cmocka_unit_test(test_future_read),
        cmocka_unit_test(test_dirty_update),
        cmocka_unit_test(test_duplicate_elements),
        cmocka_unit_test(test_incompatible_order),
        cmocka_unit_test(test_lost_update),
        cmocka_unit_test(test_garbage_read),
        cmocka_unit_test(test_order_and_totals),
        cmocka_unit_test(test_nothing_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
