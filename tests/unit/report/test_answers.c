/*
 * test_answers.c - src/report: certified, holds but not certified, and ruled out are told apart in
 * every format, and survive saving.
 */
#include "report/model/headline.h"
#include "unit/support/document_fixture.h"

#define REASON "no execution was found within 10 steps"

/* What the search for executions had proved. */
static const mns_certified serial = {.models = {[MNS_M_PL_SS] = true}},
                           weak = {.models = {[MNS_M_PL_2] = true}, .reason = REASON},
                           none = {.reason = REASON},
                           needed = {
                               .models = {[MNS_M_PL_3] = true}, .reason = REASON, .required = true};

static document_fixture f;

static int begin(void **state) {
    (void)state;
    document_fixture_open(&f);
    f.document.minos = "1";
    f.document.span_ns = MNS_NO_TIME;
    f.witness.text = "proof";
    return 0;
}

static int end(void **state) {
    (void)state;
    document_fixture_close(&f);
    return 0;
}

static void judge(const char *models, bool found, const mns_certified *certified) {
    document_fixture_certify(&f, models, NULL, found, true, certified);
    mns_buf_clear(&f.out);
}

static void write_text(void) {
    mns_buf_clear(&f.out);
    mns_report_text(&f.document, 0, &f.out);
}

/* ---- Text --------------------------------------------------------------------------------- */

static void text_says_what_is_certified(void **state) {
    (void)state;
    judge("strict-serializable", false, &serial);
    write_text();
    document_expect(&f, "h.edn\ttrue\n\nCertified strict-serializable: an explicit execution "
                        "satisfies it. No anomaly was found.\n");
    document_expect(&f, "  ● strict-serializable           certified\n");
    document_expect(&f, "  ● read-uncommitted              certified\n");
    document_expect_not(&f, "✓");
    judge("PL-3,snapshot-isolation", false, &serial);
    write_text();
    document_expect(&f, "Certified PL-3, snapshot-isolation: an explicit execution satisfies each "
                        "of them. No anomaly");
}

static void text_says_why_not(void **state) {
    (void)state;
    judge("strict-serializable", false, &none);
    write_text();
    document_expect(&f, "h.edn\ttrue\n\nNo violation of strict-serializable found. No anomaly was "
                        "found. Strict-serializable is not certified: " REASON ".\n");
    document_expect(&f, "  ✓ strict-serializable           holds\n");
    judge("serializable,read-committed,PL-SS", false, &weak);
    write_text();
    document_expect(&f, " found. Serializable, PL-SS are not certified: " REASON ".\n");
    document_expect(&f, "  ✓ serializable                  holds\n");
    document_expect(&f, "  ● read-committed                certified\n");
}

/* The anomalies found do not violate what was asked for and is certified. */
static void text_of_a_violation(void **state) {
    (void)state;
    judge("serializable", true, &weak);
    write_text();
    document_expect(&f, "Not serializable: ");
    document_expect_not(&f, "not certified");
    document_expect(&f, "  ✗ serializable                  ruled out by G-single-item\n");
    document_expect(&f, "  ● read-committed                certified\n");
    judge("read-committed", true, &weak);
    write_text();
    document_expect(&f, "Certified read-committed: an explicit execution satisfies it. "
                        "Read-committed allows the anomalies found: read skew");
}

static void text_without_a_search_is_as_before(void **state) {
    (void)state;
    judge("strict-serializable", false, NULL);
    write_text();
    document_expect(&f, "No violation of strict-serializable found. No anomaly was found.\n");
    document_expect_not(&f, "ertified");
}

static void text_of_require(void **state) {
    (void)state;
    judge("serializable", false, &needed);
    write_text();
    document_expect(&f, "h.edn\ttrue\n\nCertified serializable: ");
    judge("serializable,strict-serializable", false, &needed);
    write_text();
    document_expect(&f, "h.edn\tunknown\n\nUnknown: strict-serializable is not certified: " REASON
                        ".\n");
    /* Another reason comes first: it is not the certificate that is missing. */
    document_fixture_certify(&f, "causal,read-committed", NULL, true, true, &needed);
    write_text();
    document_expect(&f, "Unknown: Minos has no test for causal");
}

/* ---- JSON --------------------------------------------------------------------------------- */

/* The transactions of the fixture are drawn, but have no values to save. */
static void judge_to_save(const char *models, bool found, const mns_certified *certified) {
    f.anomaly.witness_count = 0;
    judge(models, found, certified);
}

/* Written, read and written again, the result is the same. */
static void save_and_load(void) {
    mns_buf first, again;
    mns_buf_init(&first);
    mns_buf_init(&again);
    mns_report_json(&f.document, &first);
    assert_false(first.failed);
    mns_source source = {.data = first.data, .size = first.size};
    mns_problems problems;
    mns_problems_init(&problems);
    mns_document loaded;
    minos_status status = mns_document_read(&loaded, &source, &problems);
    if (status != MINOS_OK) {
        fail_msg("%s", problems.count == 0 ? "no problem" : problems.items[0].message);
    }
    mns_problems_release(&problems);
    const mns_judgement *j = &f.document.judgement, *l = &loaded.judgement;
    assert_memory_equal(j->certified, l->certified, sizeof j->certified);
    assert_int_equal(j->required, l->required);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_true((j->undecided[m] == NULL) == (l->undecided[m] == NULL));
        assert_true(l->undecided[m] == NULL || strcmp(l->undecided[m], j->undecided[m]) == 0);
    }
    mns_report_json(&loaded, &again);
    assert_string_equal(first.data, again.data);
    mns_document_release(&loaded);
    mns_buf_release(&first);
    mns_buf_release(&again);
}

static void json_lists_both(void **state) {
    (void)state;
    judge_to_save("serializable", true, &weak);
    mns_report_json(&f.document, &f.out);
    document_expect(&f, ",\"certified\":[\"read-committed\",\"read-uncommitted\"],\"undecided\":[{"
                        "\"model\":\"strong-read-committed\",\"reason\":\"" REASON "\"},");
    document_expect(&f, ",\"certificate_required\":false,");
    judge_to_save("serializable", true, NULL);
    mns_report_json(&f.document, &f.out);
    document_expect(&f, ",\"certified\":[],\"undecided\":[],");
}

static void saved_results_keep_the_answers(void **state) {
    (void)state;
    static const mns_certified *const proofs[] = {NULL, &serial, &weak, &none, &needed};
    static const char *const requests[] = {
        "strict-serializable", "serializable,PL-SS", "read-committed", "none", "causal", "prefix"};
    for (size_t p = 0; p < MNS_COUNT_OF(proofs); p++) {
        for (size_t r = 0; r < MNS_COUNT_OF(requests); r++) {
            judge_to_save(requests[r], false, proofs[p]);
            save_and_load();
            bool contradicts = proofs[p] == &serial || proofs[p] == &needed;
            judge_to_save(requests[r], true, contradicts ? &weak : proofs[p]);
            save_and_load();
        }
    }
}

/* ---- Others ------------------------------------------------------------------------------- */

static void junit_skips_what_lacks_a_certificate(void **state) {
    (void)state;
    document_fixture_certify(&f, "strict-serializable,serializable", "G0", false, true, &needed);
    mns_report_junit(&f.document, &f.out);
    document_expect(&f, "tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"1\"");
    document_expect(&f, "name=\"strict-serializable\" time=\"0\">\n    <skipped message=\"not "
                        "certified: " REASON "\"/>\n  </testcase>\n");
    document_expect(&f, "name=\"serializable\" time=\"0\">\n    <system-out>Certified: an explicit "
                        "execution satisfies it.</system-out>\n");
    document_expect(&f, "name=\"G0\" time=\"0\">\n  </testcase>\n"); /* it is absent */
    judge("serializable", false, &none);
    mns_report_junit(&f.document, &f.out);
    document_expect(&f, "errors=\"0\" skipped=\"0\"");
    document_expect(&f, "<system-out>Holds, not certified: " REASON ".</system-out>");
    judge("serializable", false, NULL);
    mns_report_junit(&f.document, &f.out);
    document_expect_not(&f, "system-out");
}

static void github_warns_of_a_missing_certificate(void **state) {
    (void)state;
    judge("strict-serializable", false, &needed);
    mns_report_github(&f.document, &f.out);
    assert_string_equal(f.out.data,
                        "::warning file=h.edn,title=Unknown::not certified: " REASON "\n");
    judge("strict-serializable", false, &none);
    mns_report_github(&f.document, &f.out);
    assert_int_equal(f.out.size, 0);
}

static void tables_say_certified(void **state) {
    (void)state;
    static const struct {
        const mns_certified *proof;
        const char *word, *json;
    } cases[] = {{&serial, "certified", "\"valid\":true,\"certified\":true}"},
                 {&none, "holds", "\"valid\":true,\"certified\":false}"},
                 {&needed, "unknown", "\"valid\":\"unknown\",\"certified\":false}"}};
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        judge("strict-serializable", false, cases[i].proof);
        mns_report_markdown_row(&f.document, &f.out);
        mns_overview overview;
        mns_overview_init(&overview);
        assert_int_equal(mns_overview_add(&overview, &f.document, "x"), MINOS_OK);
        mns_overview_json(&overview, &f.out);
        document_expect(&f, cases[i].json);
        document_expect(&f, cases[i].word);
        assert_string_equal(mns_overview_verdict(&overview.rows[0]), cases[i].word);
        mns_overview_release(&overview);
    }
}

static void the_page_has_every_state(void **state) {
    (void)state;
    judge("serializable", true, &weak);
    mns_report_html(&f.document, &f.out);
    document_expect(&f, "\"state\":\"certified\",\"by\":null,\"witness\":null,\"undecided\":null,");
    document_expect(&f, "\"state\":\"holds\",\"by\":null,\"witness\":null,\"undecided\":\"" REASON
                        "\",");
    document_expect(&f, "\"state\":\"ruled-out\",\"by\":\"G-single-item\"");
    document_expect(&f, "class='model certified'");
    document_expect(&f, "read-committed: certified");
}

/* A certificate that is gone is told, but is not worse. */
static void diff_tells_certificates(void **state) {
    (void)state;
    judge("serializable", false, &serial);
    mns_document before = f.document;
    judge("serializable", false, &weak);
    mns_diff diff;
    mns_diff_make(&diff, &before, &f.document);
    assert_false(diff.worse);
    mns_diff_text(&diff, 0, &f.out);
    document_expect(&f, "  No longer certified: strict-serializable, strong-session-serializable, "
                        "serializable, ");
    document_expect(&f, "\nNot worse.\n");
    mns_diff_json(&diff, &f.out);
    document_expect(&f, "\"certified_now\":[],\"no_longer_certified\":[\"strict-serializable\",");
    mns_diff_release(&diff);
    mns_buf_clear(&f.out);
    mns_diff_make(&diff, &f.document, &before);
    mns_diff_text(&diff, 0, &f.out);
    document_expect(&f, "  Certified now: strict-serializable, ");
    mns_diff_release(&diff);
}

/* A model that is ruled out now is not also listed as no longer certified. */
static void diff_tells_a_violation_once(void **state) {
    (void)state;
    judge("serializable", false, &serial);
    mns_document before = f.document;
    judge("serializable", true, &weak);
    mns_diff diff;
    mns_diff_make(&diff, &before, &f.document);
    assert_true(diff.worse);
    assert_true(diff.ruled_out_now[MNS_M_PL_3] && !diff.certified_before[MNS_M_PL_3]);
    mns_diff_release(&diff);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_says_what_is_certified, begin, end),
        cmocka_unit_test_setup_teardown(text_says_why_not, begin, end),
        cmocka_unit_test_setup_teardown(text_of_a_violation, begin, end),
        cmocka_unit_test_setup_teardown(text_without_a_search_is_as_before, begin, end),
        cmocka_unit_test_setup_teardown(text_of_require, begin, end),
        cmocka_unit_test_setup_teardown(json_lists_both, begin, end),
        cmocka_unit_test_setup_teardown(saved_results_keep_the_answers, begin, end),
        cmocka_unit_test_setup_teardown(junit_skips_what_lacks_a_certificate, begin, end),
        cmocka_unit_test_setup_teardown(github_warns_of_a_missing_certificate, begin, end),
        cmocka_unit_test_setup_teardown(tables_say_certified, begin, end),
        cmocka_unit_test_setup_teardown(the_page_has_every_state, begin, end),
        cmocka_unit_test_setup_teardown(diff_tells_certificates, begin, end),
        cmocka_unit_test_setup_teardown(diff_tells_a_violation_once, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
