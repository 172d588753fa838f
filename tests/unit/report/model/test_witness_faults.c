/*
 * test_witness_faults.c - src/report/model/witness_faults.c: which faults a proof names, and when
 * they happened.
 *
 * The history is a write skew of two transactions, with faults at some places around them.
 */
#include "report/model/document_make.h"
#include "unit/support/context_support.h"

#define FAULT(f) "{:type :info, :process :nemesis, :f :" f ", :value [\"n2\"]}\n"
#define T1_BEGINS "{:type :invoke, :process 0, :value [[:r 1 nil] [:append 2 1]]}\n"
#define T1_ENDS "{:type :ok, :process 0, :value [[:r 1 []] [:append 2 1]]}\n"
#define T2_BEGINS "{:type :invoke, :process 1, :value [[:r 2 nil] [:append 1 1]]}\n"
#define T2_ENDS "{:type :ok, :process 1, :value [[:r 2 []] [:append 1 1]]}\n"
#define KILL FAULT("kill") FAULT("kill")
#define START FAULT("start") FAULT("start")

/* The sentences, separated by blanks; "" if there are none. */
static void expect_faults(const char *text, const char *expected) {
    context c;
    context_open(&c, text, strlen(text));
    const mns_doc_witness *witness = &c.document.anomalies[0].witnesses[0];
    mns_buf found;
    mns_buf_init(&found);
    mns_buf_str(&found, "");
    for (uint32_t i = 0; i < witness->fault_count; i++) {
        mns_buf_printf(&found, "%s%s", i > 0 ? " " : "", witness->faults[i]);
        assert_non_null(strstr(witness->text, witness->faults[i]));
    }
    assert_string_equal(found.size == 0 ? "" : found.data, expected);
    assert_int_equal(strstr(witness->text, "\nFaults:\n") != NULL, witness->fault_count > 0);
    mns_buf_release(&found);
    context_close(&c);
}

static void test_when(void **state) {
    (void)state;
    expect_faults(T1_BEGINS T2_BEGINS KILL T1_ENDS T2_ENDS START,
                  "n2 was killed while T1 and T2 were running, and restarted after T2 completed.");
    expect_faults(T1_BEGINS T2_BEGINS T1_ENDS KILL START T2_ENDS,
                  "n2 was killed while T2 was running, and restarted.");
    expect_faults(KILL T1_BEGINS T2_BEGINS T1_ENDS T2_ENDS,
                  "n2 was killed before T1 was invoked, and never restarted.");
    expect_faults(KILL T1_BEGINS START T2_BEGINS T1_ENDS T2_ENDS,
                  "n2 was killed before T1 was invoked, and restarted while T1 was running.");
    expect_faults(T1_BEGINS FAULT("leave") T2_BEGINS T1_ENDS T2_ENDS,
                  "The fault leave [\"n2\"] was injected while T1 was running.");
}

static void test_between(void **state) {
    (void)state;
    expect_faults(
        "{:type :invoke, :process 0, :value [[:append 1 1]]}\n"
        "{:type :ok, :process 0, :value [[:append 1 1]]}\n" KILL START
        "{:type :invoke, :process 1, :value [[:r 1 nil]]}\n"
        "{:type :ok, :process 1, :value [[:r 1 []]]}\n",
        "n2 was killed between the completion of T1 and the invocation of T2, and restarted.");
}

static void test_elsewhere(void **state) {
    (void)state;
    expect_faults(KILL START T1_BEGINS T2_BEGINS T1_ENDS T2_ENDS, "");
    expect_faults(T1_BEGINS T2_BEGINS T1_ENDS T2_ENDS KILL START, "");
}

/* Only the first are named; the proof says that there are more. */
static void test_many(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, T1_BEGINS T2_BEGINS);
    for (int i = 0; i < MNS_LIMIT_WITNESS_FAULTS + 1; i++) {
        mns_buf_str(&text, FAULT("leave") FAULT("leave"));
    }
    mns_buf_str(&text, T1_ENDS T2_ENDS);
    context c;
    context_open(&c, text.data, text.size);
    const mns_doc_witness *witness = &c.document.anomalies[0].witnesses[0];
    assert_int_equal(witness->fault_count, MNS_LIMIT_WITNESS_FAULTS);
    assert_non_null(strstr(witness->text, "  - More faults overlap this; they are not listed.\n"));
    context_close(&c);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_when),
        cmocka_unit_test(test_between),
        cmocka_unit_test(test_elsewhere),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
