/* test_edn_result.c - Elle's result map, and the fields of each case. */
#include "report/edn/edn_result.h"
#include "unit/support/report_fixture.h"

/* One key for each row of cases. Mops are numbered in the order of the transactions. */
static const char cases_edn[] =
    "{:type :invoke, :process 0, :value [[:append 1 1] [:append 1 2]]}\n" /* mops 0, 1 */
    "{:type :fail, :process 0, :value [[:append 1 1] [:append 1 2]]}\n"
    "{:type :invoke, :process 0, :value [[:r 1 nil] [:append 1 3] [:r 1 nil]]}\n" /* mops 2-4 */
    "{:type :ok, :process 0, :value [[:r 1 [1 2 2]] [:append 1 3] [:r 1 [1]]]}\n"
    "{:type :invoke, :process 1, :value [[:append 2 7] [:append 2 8] [:r 2 nil]]}\n" /* mops 5-7 */
    "{:type :ok, :process 1, :value [[:append 2 7] [:append 2 8] [:r 2 []]]}\n";

static mns_witness *add_case(fixture *f, mns_anomaly anomaly, uint32_t *mops, uint32_t count) {
    mns_witness *witness = fixture_add(f, anomaly);
    witness->mops = mops;
    witness->mop_count = count;
    witness->key = f->history.tables.mops.key[mops[0]];
    return witness;
}

static void test_valid(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "read-committed", NULL);
    fixture_read_skew(&f); /* found, but read-committed does not forbid it */
    fixture_judge(&f, true);
    mns_report_edn(&f.report, &f.out);
    assert_string_equal(f.out.data, "{:valid? true}\n");
    fixture_close(&f);
}

static void test_cycle(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    mns_report_edn(&f.report, &f.out);
    expect_text(
        &f,
        "{:valid? false, :anomaly-types (:G-single-item), :anomalies {:G-single-item [{:cycle ["
        "{:index 12, :process 7, :type :ok, :f :txn, :value [[:r :x [1]] [:r :y []]]} "
        "{:index 13, :process 0, :type :ok, :f :txn, :value [[:append :x 1] [:append :y 1]]} "
        "{:index 12, :process 7, :type :ok, :f :txn, :value [[:r :x [1]] [:r :y []]]}], :steps ["
        "{:type :rw, :key :y, :value :elle.list-append/init, :value' 1, :a-mop-index 1, "
        ":b-mop-index 1} {:type :wr, :key :x, :value 1, :a-mop-index 0, :b-mop-index 0}], "
        ":type :G-single-item}]}, :not #{:");
    fixture_close(&f);
}

static void test_order_steps(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_read_skew(&f);
    mns_reason process = {.kind = MNS_PROCESS, .key = MNS_NONE};
    f.items[0].steps[0].reason = process;
    f.items[0].steps[1].reason = process;
    f.items[0].steps[1].reason.kind = MNS_REALTIME;
    fixture_judge(&f, true);
    mns_report_edn(&f.report, &f.out);
    expect_text(&f, ":steps [{:type :process, :process 7} {:type :realtime, :a' {:index 13, "
                    ":process 0, :type :ok, :f :txn, :value [[:append :x 1] [:append :y 1]]}, "
                    ":b {:index 11, :process 7, :type :invoke, :f :txn}}]");
    fixture_close(&f);
}

static void test_sorted_types(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, cases_edn, "serializable", NULL);
    uint32_t garbage[] = {2};
    uint32_t g1a[] = {2, 0};
    add_case(&f, MNS_A_GARBAGE_READ, garbage, 1);
    add_case(&f, MNS_A_G1A, g1a, 2);
    fixture_judge(&f, true);
    mns_report_edn(&f.report, &f.out);
    expect_text(&f, ":anomaly-types (:G1a :garbage-read), :anomalies {:G1a [");
    fixture_close(&f);
}

static void test_cases(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, cases_edn, "serializable", NULL);
    mns_value one = f.history.tables.mops.value[0];
    mns_value two = f.history.tables.mops.value[1];
    uint32_t duplicate[] = {2};
    uint32_t dirty[] = {2, 0, 1, 3};
    uint32_t order[] = {2, 4};
    uint32_t g1a[] = {2, 0};
    uint32_t internal[] = {4, 2, 3};
    uint32_t internal_appends[] = {7, 5, 6};
    uint32_t lost[] = {4, 3, 7, 6};
    add_case(&f, MNS_A_DUPLICATE_ELEMENTS, duplicate, 1)->element = two;
    add_case(&f, MNS_A_DIRTY_UPDATE, dirty, 4);
    add_case(&f, MNS_A_INCOMPATIBLE_ORDER, order, 2);
    add_case(&f, MNS_A_G1A, g1a, 2)->element = one;
    add_case(&f, MNS_A_FUTURE_READ, duplicate, 1)->element = one;
    add_case(&f, MNS_A_INTERNAL, internal, 3);
    add_case(&f, MNS_A_INTERNAL, internal_appends, 3);
    add_case(&f, MNS_A_LOST_UPDATE, lost, 4);
    fixture_judge(&f, true);
    mns_report_edn(&f.report, &f.out);
    expect_text(&f, ", :mop [:r 1 [1 2 2]], :duplicates {2 2}}");
    expect_text(&f, ":dirty-update [{:key 1, :values [1 2 3], :txns [{:index 1, ");
    expect_text(&f, ":incompatible-order [{:key 1, :values [[1 2 2] [1]]}]");
    expect_text(&f, ", :mop [:r 1 [1 2 2]], :writer {:index 1, :process 0, :type :fail, :f :txn, "
                    ":value [[:append 1 1] [:append 1 2]]}, :element 1}");
    expect_text(&f, ", :mop [:r 1 [1 2 2]], :element 1}");
    expect_text(&f, ", :mop [:r 1 [1]], :expected [1 2 2 3]}");
    expect_text(&f, ", :mop [:r 2 []], :expected [... 7 8]}");
    expect_text(&f, ":lost-update [{:key 1, :value [1], :txns [{:index 3, ");
    fixture_close(&f);
}

static void test_unknown(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_judge(&f, false);
    mns_report_edn(&f.report, &f.out);
    expect_text(&f, "{:valid? :unknown, :anomaly-types (:empty-transaction-graph), :anomalies "
                    "{:empty-transaction-graph true}, :not #{}, :also-not #{}, :reason \"");
    fixture_close(&f);
    fixture_open(&f, fixture_edn, "causal", NULL); /* unknown for another reason */
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    mns_report_edn(&f.report, &f.out);
    expect_text(&f, "{:valid? :unknown, :anomaly-types (), :anomalies {}, ");
    fixture_close(&f);
}

static void test_error(void **state) {
    (void)state;
    mns_problems problems;
    mns_problems_init(&problems);
    mns_problems_add(&problems, MNS_NO_OFFSET, NULL, "no such \"file\"");
    mns_check_result report = {.status = MINOS_EIO, .name = "f", .problems = &problems};
    mns_buf out;
    mns_buf_init(&out);
    mns_report_edn(&report, &out);
    assert_string_equal(
        out.data, "{:valid? :unknown, :error {:message \"no such \\\"file\\\"\", :hint nil}}\n");
    mns_buf_release(&out);
    mns_problems_release(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),       cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_order_steps), cmocka_unit_test(test_sorted_types),
        cmocka_unit_test(test_cases),       cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
