/* test_github.c - annotations: one line each, for any history. */
#include "report/ci/ci_report.h"
#include "unit/support/document_fixture.h"

static void write(document_fixture *f) {
    mns_buf_clear(&f->out);
    mns_buf_str(&f->out, "");
    mns_report_github(&f->document, &f->out);
    assert_false(f->out.failed);
}

static size_t count_lines(const document_fixture *f) {
    size_t lines = 0;
    for (const char *p = f->out.data; *p != '\0'; p++) {
        lines += *p == '\n' ? 1 : 0;
    }
    return lines;
}

static void test_violated(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "serializable,read-committed,PL-SI", NULL, true, true);
    write(&f);
    assert_memory_equal(
        f.out.data,
        "::error file=h.edn,title=Not serializable%2C not PL-SI%3A G-single-item::", 72);
    document_expect(&f, " (3 found).%0A%0ALet:%0A  T1 = ...%0A\n");
    assert_int_equal(count_lines(&f), 1);
    document_fixture_judge(&f, "none", "G-single-item", true, true);
    write(&f);
    document_expect(&f, "::error file=h.edn,title=Forbidden%3A G-single-item::");
    document_fixture_close(&f);
}

static void test_nothing_to_say(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "serializable", NULL, false, true);
    write(&f);
    assert_string_equal(f.out.data, "");
    document_fixture_judge(&f, "read-committed", NULL, true, true); /* not forbidden */
    write(&f);
    assert_string_equal(f.out.data, "");
    document_fixture_close(&f);
}

static void test_unknown(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "serializable", NULL, false, false);
    write(&f);
    document_expect(&f, "::warning file=h.edn,title=Unknown::no dependency between");
    assert_int_equal(count_lines(&f), 1);
    document_fixture_close(&f);
}

static void test_at_most_ten(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    document_fixture_judge(&f, "serializable", NULL, true, true);
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        f.document.judgement.found[a] = true;
        f.document.judgement.forbidden[a] = true;
    }
    write(&f);
    assert_int_equal(count_lines(&f), 10);
    document_fixture_close(&f);
}

/* A history cannot end the command and begin another. */
static void test_hostile(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.document.name = "a,b:c%.edn";
    f.witness.text = "100%\r\n::set-output name=x::y\n\033[2J";
    document_fixture_judge(&f, "serializable", NULL, true, true);
    write(&f);
    document_expect(&f, "::error file=a%2Cb%3Ac%25.edn,title=");
    document_expect(&f, "100%25%0D%0A::set-output name=x::y%0A?[2J\n");
    assert_int_equal(count_lines(&f), 1);
    document_fixture_close(&f);
}

static void test_problems(void **state) {
    (void)state;
    mns_problems problems;
    mns_problems_init(&problems);
    mns_problems_add(&problems, 4, "write it\nso", "wrong");
    mns_problems_add(&problems, MNS_NO_OFFSET, NULL, "nowhere");
    mns_problems_locate(&problems, "{\n  <x>\n", 8);
    mns_check_result report = {.status = MINOS_EINPUT, .name = "bad.edn", .problems = &problems};
    document_fixture f;
    document_fixture_open(&f);
    mns_report_problems_github(&report, &f.out);
    document_expect(&f, "::error file=bad.edn,line=2,col=3,title=Check failed::wrong%0Ahint: "
                        "write it%0Aso\n");
    document_expect(&f, "::error file=bad.edn,title=Check failed::nowhere\n");
    mns_buf_clear(&f.out);
    report.problems = NULL;
    mns_report_problems_github(&report, &f.out);
    document_expect(&f, "::error file=bad.edn,title=Check failed::the check failed\n");
    mns_problems_release(&problems);
    document_fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_violated), cmocka_unit_test(test_nothing_to_say),
        cmocka_unit_test(test_unknown),  cmocka_unit_test(test_at_most_ten),
        cmocka_unit_test(test_hostile),  cmocka_unit_test(test_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
