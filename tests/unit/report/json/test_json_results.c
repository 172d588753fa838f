/* test_json_results.c - the JSON result, byte for byte where its shape is a contract. */
#include "report/json/json_results.h"
#include "unit/support/report_fixture.h"

static void test_violated(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "strict-serializable,read-committed", NULL);
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    f.report.timing = (mns_timing){1.5, 0, 1234.0004, 0.0006};
    mns_report_json(fixture_document(&f), &f.out);
    expect_text(
        &f,
        "{\"schema\":1,\"minos\":\"" MINOS_VERSION "\",\"file\":\"h.edn\","
        "\"workload\":\"list-append\",\"history\":{\"operations\":7,\"transactions\":4,\"ok\":2,"
        "\"fail\":1,\"info\":1,\"micro_operations\":7,\"keys\":3,\"processes\":2},"
        "\"models\":[\"strict-serializable\",\"read-committed\"],\"valid\":false,"
        "\"anomaly_types\":[\"G-single-item\"],\"violated\":[\"strict-serializable\"],\"not\":[");
    expect_text(
        &f,
        "\"anomalies\":{\"G-single-item\":{\"count\":1,\"witnesses\":[{\"name\":\"read skew\","
        "\"transactions\":[{\"id\":\"T1\",\"index\":12,\"process\":7,\"type\":\"ok\","
        "\"value\":[[\"r\",\"x\",[1]],[\"r\",\"y\",[]]],\"invoke\":1,\"complete\":2,"
        "\"invoke_ns\":null,\"complete_ns\":null,\"error\":null,\"edn\":\"{:index 12, :type :ok, "
        ":process 7, :f :txn, :value [[:r :x [1]] [:r :y []]]}\",\"mops\":[{\"f\":\"r\","
        "\"key\":\":x\",\"label\":\"r :x [1]\",\"shown\":\"[:r :x [1]]\",\"full\":null,"
        "\"matters\":true},{");
    expect_text(&f, "}],\"mops_total\":2},{\"id\":\"T2\",\"index\":13,\"process\":0,"
                    "\"type\":\"ok\",\"value\":[[\"append\",\"x\",1],[\"append\",\"y\",1]],");
    expect_text(
        &f,
        "\"steps\":[{\"from\":\"T1\",\"to\":\"T2\",\"kind\":\"rw\",\"key\":\"y\",\"value\":null,"
        "\"next\":1,\"text\":\"T1 did not observe T2's append of 1 to :y\",\"from_mop\":1,"
        "\"to_mop\":1,\"label\":\"rw :y: init, 1\"},"
        "{\"from\":\"T2\",\"to\":\"T1\",\"kind\":\"wr\",\"key\":\"x\",\"value\":1,\"next\":null,"
        "\"text\":\"T1 observed T2's append of 1 to :x\",\"from_mop\":0,\"to_mop\":0,"
        "\"label\":\"wr :x: 1\"}],\"text\":\"Let:\\n  T1 = ...\\n\"}],\"forbidden\":true}},"
        "\"warnings\":[],\"timing_ms\":{\"read\":1.500,\"infer\":0.000,\"graph\":1234.000,"
        "\"search\":0.001},\"notation\":\"edn\",\"span_ns\":null,\"untested\":false,"
        "\"certificate_required\":false,\"asked_anomalies\":[],\"order\":\"realtime\",\"ruled_out_"
        "by\":{"
        "\"strong-serializable\":\"G-single-item\",");
    assert_int_equal(strcspn(f.out.data, "\n"), f.out.size - 1); /* one line */
    fixture_close(&f);
}

static void test_case_has_key_and_element(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "none", NULL);
    mns_witness *witness = fixture_add(&f, MNS_A_G1A);
    uint32_t txns[] = {2};
    witness->txns = txns;
    witness->txn_count = 1;
    witness->key = f.history.tables.mops.key[4];
    witness->element = f.history.tables.mops.value[4];
    fixture_judge(&f, true);
    mns_report_json(fixture_document(&f), &f.out);
    expect_text(&f, "\"models\":[],\"valid\":true,\"anomaly_types\":[\"G1a\"],\"violated\":[]");
    expect_text(&f, "{\"name\":null,\"transactions\":[{\"id\":\"T1\",\"index\":15,\"process\":7,"
                    "\"type\":\"fail\",\"value\":[[\"append\",\"k\\n\",5]],");
    expect_text(&f, "],\"steps\":[],\"key\":\"k\\n\",\"element\":5,\"text\":");
    expect_text(&f, "\"links\":[]}]");
    fixture_close(&f);
}

static void test_open_transaction_uses_its_invocation(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "none", NULL);
    mns_witness *witness = fixture_add(&f, MNS_A_G1B);
    uint32_t txns[] = {3};
    witness->txns = txns;
    witness->txn_count = 1;
    fixture_judge(&f, true);
    mns_report_json(fixture_document(&f), &f.out);
    expect_text(&f, "{\"id\":\"T1\",\"index\":16,\"process\":0,\"type\":\"info\",\"value\":"
                    "[[\"append\",\"x\",9],[\"r\",\"y\",null]],\"invoke\":6,\"complete\":null,");
    expect_text(&f, "\"edn\":\"{:index 16, :type :invoke, ");
    expect_text(&f, "\"key\":null,\"element\":null");
    fixture_close(&f);
}

static void test_unknown_has_a_reason(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_judge(&f, false);
    mns_report_json(fixture_document(&f), &f.out);
    expect_text(&f, "\"valid\":\"unknown\",\"reason\":\"");
    expect_text(&f, "\"holds\":[],");
    mns_buf_clear(&f.out);
    fixture_judge(&f, true);
    mns_report_json(fixture_document(&f), &f.out);
    expect_text(&f, "\"valid\":true,\"anomaly_types\":[]");
    expect_text(&f, "\"holds\":[\"");
    expect_text(&f, "\"anomalies\":{}");
    expect_no_text(&f, "\"reason\"");
    fixture_close(&f);
}

static void test_warnings(void **state) {
    (void)state;
    const char *warnings[] = {"one \"quoted\"", "two"};
    fixture f;
    fixture_open(&f, fixture_edn, "none", NULL);
    fixture_judge(&f, true);
    f.report.warnings = warnings;
    f.report.warning_count = 2;
    mns_report_json(fixture_document(&f), &f.out);
    expect_text(&f, "\"warnings\":[\"one \\\"quoted\\\"\",\"two\"]");
    fixture_close(&f);
}

static void test_errors(void **state) {
    (void)state;
    mns_problems problems;
    mns_problems_init(&problems);
    mns_problems_add(&problems, 4, "a hint", "bad %s", "\x01\xff");
    mns_problems_add(&problems, 8, NULL, "worse");
    mns_problems_locate(&problems, "abc\ndef\nghi", 11);
    mns_check_result report = {.status = MINOS_EINPUT, .name = "f", .problems = &problems};
    mns_buf out;
    mns_buf_init(&out);
    mns_report_problems_json(&report, &out);
    assert_string_equal(out.data,
                        "{\"schema\":1,\"file\":\"f\",\"error\":{\"line\":2,\"column\":1,"
                        "\"message\":\"bad \\u0001\xEF\xBF\xBD\",\"hint\":\"a hint\"},\"errors\":["
                        "{\"line\":2,\"column\":1,\"message\":\"bad \\u0001\xEF\xBF\xBD\","
                        "\"hint\":\"a hint\"},{\"line\":3,\"column\":1,\"message\":\"worse\","
                        "\"hint\":null}]}\n");
    mns_buf_release(&out);
    mns_problems_release(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_violated),
        cmocka_unit_test(test_case_has_key_and_element),
        cmocka_unit_test(test_open_transaction_uses_its_invocation),
        cmocka_unit_test(test_unknown_has_a_reason),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
