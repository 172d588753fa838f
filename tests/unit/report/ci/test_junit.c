/* test_junit.c - test suites for CI: what passes, what fails, and that unknown never passes. */
#include "report/ci/ci_report.h"
#include "unit/support/document_fixture.h"

static void write(document_fixture *f) {
    mns_buf_clear(&f->out);
    mns_report_junit(&f->document, &f->out);
    assert_false(f->out.failed);
}

static void test_failure_and_pass(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "PL-3,read-committed", NULL, true, true);
    write(&f);
    document_expect(&f, "<testsuite name=\"h.edn\" tests=\"2\" failures=\"1\" errors=\"0\" "
                        "skipped=\"0\" time=\"0\">\n");
    document_expect(&f,
                    "  <testcase classname=\"h.edn\" name=\"PL-3\" time=\"0\">\n"
                    "    <failure type=\"G-single-item\" message=\"ruled out by G-single-item: ");
    document_expect(&f, "\">\nLet:\n  T1 = ...\n</failure>\n  </testcase>\n");
    document_expect(&f, "  <testcase classname=\"h.edn\" name=\"read-committed\" time=\"0\">\n"
                        "  </testcase>\n</testsuite>\n");
    document_fixture_close(&f);
}

static void test_asked_anomalies(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "none", "G-single-item,G0", true, true);
    write(&f);
    document_expect(&f, "tests=\"2\" failures=\"1\" errors=\"0\"");
    document_expect(&f, "name=\"G-single-item\" time=\"0\">\n    <failure type=\"G-single-item\" "
                        "message=\"found G-single-item: ");
    document_expect(&f, "name=\"G0\" time=\"0\">\n  </testcase>\n");
    /* What implies an asked anomaly is one. */
    document_fixture_judge(&f, "none", "G2-item", true, true);
    write(&f);
    document_expect(&f, "name=\"G2-item\" time=\"0\">\n    <failure type=\"G-single-item\"");
    document_fixture_close(&f);
}

static void test_nothing_asked(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "none", NULL, true, true);
    write(&f);
    document_expect(&f, "tests=\"1\" failures=\"0\" errors=\"0\"");
    document_expect(&f, "name=\"anomalies\" time=\"0\">\n    <system-out>G-single-item, 3 found: ");
    document_fixture_judge(&f, "none", NULL, false, true);
    write(&f);
    document_expect(&f, "<system-out>No anomaly was found.\n</system-out>");
    document_fixture_close(&f);
}

static void test_unknown_never_passes(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "serializable", "G0", false, false);
    write(&f);
    document_expect(&f, "tests=\"2\" failures=\"0\" errors=\"2\"");
    document_expect(&f, "<error type=\"unknown\" message=\"no dependency ");
    document_fixture_judge(&f, "none", NULL, false, false);
    write(&f);
    document_expect(&f, "tests=\"1\" failures=\"0\" errors=\"1\"");
    /* A model that nothing tests, beside one that is violated. */
    document_fixture_judge(&f, "serializable,causal", NULL, true, true);
    write(&f);
    document_expect(&f, "tests=\"2\" failures=\"1\" errors=\"1\"");
    document_expect(&f, "name=\"causal\" time=\"0\">\n    <error type=\"unknown\" message=\"Minos "
                        "has no test for causal");
    document_fixture_close(&f);
}

static void test_long_proof(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 0; i < 1000; i++) {
        mns_buf_printf(&text, "line %d\n", i);
    }
    f.witness.text = text.data;
    document_fixture_judge(&f, "serializable", NULL, true, true);
    write(&f);
    document_expect(&f, "line 0\n");
    document_expect(&f, "\n... 800 lines not shown ...\n");
    document_expect(&f, "line 999\n</failure>");
    mns_buf_release(&text);
    document_fixture_close(&f);
}

static void test_hostile(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.document.name = "a\"><b>\n&.edn";
    f.witness.text = "]]></failure>\033[2J\xFF\nnext";
    document_fixture_judge(&f, "serializable", NULL, true, true);
    write(&f);
    document_expect(&f, "<testsuite name=\"a&quot;&gt;&lt;b&gt;&#10;&amp;.edn\"");
    document_expect(&f, ">\n]]&gt;&lt;/failure&gt;\uFFFD[2J\uFFFD\nnext</failure>");
    document_fixture_close(&f);
}

static void test_problems(void **state) {
    (void)state;
    mns_problems problems;
    mns_problems_init(&problems);
    mns_problems_add(&problems, 4, "write <list>", "a read must be \"%s\"", "[:r key list]");
    mns_problems_locate(&problems, "{\n  <x>\n", 8);
    mns_check_result report = {.status = MINOS_EINPUT, .name = "bad.edn", .problems = &problems};
    document_fixture f;
    document_fixture_open(&f);
    mns_report_problems_junit(&report, &f.out);
    document_expect(&f, "<testsuite name=\"bad.edn\" tests=\"1\" failures=\"0\" errors=\"1\" ");
    document_expect(&f,
                    "<testcase classname=\"bad.edn\" name=\"history\" time=\"0\">\n"
                    "    <error type=\"unreadable\" message=\"a read must be &quot;[:r key list]"
                    "&quot;\">\nminos: bad.edn:2:3: error: ");
    document_expect(&f, "hint: write &lt;list&gt;\n</error>\n");
    mns_buf_clear(&f.out);
    report.problems = NULL;
    report.status = MINOS_EINTERNAL;
    mns_report_problems_junit(&report, &f.out);
    document_expect(&f, "message=\"internal error: ");
    mns_problems_release(&problems);
    document_fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failure_and_pass), cmocka_unit_test(test_asked_anomalies),
        cmocka_unit_test(test_nothing_asked),    cmocka_unit_test(test_unknown_never_passes),
        cmocka_unit_test(test_long_proof),       cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
