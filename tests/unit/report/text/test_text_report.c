/* test_text_report.c - the report for people: headline, ladder, what is shown and what is not. */
#include "report/text/text_report.h"
#include "unit/support/report_fixture.h"

static void write(fixture *f, unsigned flags) {
    mns_buf_clear(&f->out);
    mns_report_text(fixture_document(f), flags, &f->out);
    assert_false(f->out.failed);
}

static void test_violated(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "PL-3,read-committed", NULL);
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write(&f, 0);
    assert_memory_equal(f.out.data, "h.edn\tfalse\n\nNot PL-3: ", 21);
    expect_text(&f, "  ✗ PL-3                          ruled out by G-single-item\n");
    expect_text(&f, "  ✓ read-committed                holds\n");
    expect_text(&f, "\n4 transactions (2 ok, 1 failed, 1 unknown), 7 micro-operations, 3 keys, "
                    "2 processes.\n");
    expect_text(&f, "\nG-single-item, 1 found: ");
    expect_text(&f, "\n\n  Let:\n    T1 = ...\n");
    expect_no_text(&f, "\033");
    fixture_close(&f);
}

static void test_valid_but_found(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "read-committed", NULL);
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write(&f, 0);
    expect_text(&f, "h.edn\ttrue\n\nNo violation of read-committed found. ");
    expect_text(&f, "G-single-item, 1 found, not forbidden by the request: ");
    fixture_close(&f);
}

static void test_nothing_asked(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "none", NULL);
    fixture_judge(&f, true);
    write(&f, 0);
    expect_text(&f, "h.edn\ttrue\n\nNo anomaly was found.\n");
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write(&f, 0);
    expect_text(&f, "\n\nNothing was asked for. Found: ");
    expect_no_text(&f, "not forbidden");
    fixture_close(&f);
}

static void test_asked_anomaly(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "none", "G-single-item");
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write(&f, 0);
    expect_text(&f, "h.edn\tfalse\n\nA forbidden anomaly was found: ");
    fixture_close(&f);
}

static void test_unknown(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_judge(&f, false);
    write(&f, 0);
    expect_text(&f, "h.edn\tunknown\n\nUnknown: ");
    expect_no_text(&f, "✓");
    expect_no_text(&f, "remain");
    fixture_close(&f);
}

static void test_quiet_and_color(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write(&f, MINOS_QUIET | MINOS_COLOR);
    assert_string_equal(f.out.data, "h.edn\tfalse\n");
    write(&f, MINOS_COLOR);
    assert_memory_equal(f.out.data, "h.edn\tfalse\n", 12); /* the line for programs stays plain */
    expect_text(&f, "\033[31m✗\033[0m serializable");
    expect_text(&f, "ruled out by G-single-item");
    fixture_close(&f);
}

static void test_short_and_verbose(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    static const mns_anomaly kinds[] = {MNS_A_GARBAGE_READ,
                                        MNS_A_DUPLICATE_ELEMENTS,
                                        MNS_A_DIRTY_UPDATE,
                                        MNS_A_INCOMPATIBLE_ORDER,
                                        MNS_A_G1A,
                                        MNS_A_G1B,
                                        MNS_A_G2_ITEM_REALTIME};
    char first[] = "first witness\n";
    char second[] = "second witness";
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        fixture_add(&f, kinds[i])->text = first;
        fixture_add(&f, kinds[i])->text = second;
    }
    fixture_judge(&f, true);
    write(&f, 0);
    expect_text(&f, "\nG1a, 2 found: ");
    expect_text(&f, "\n2 more: G1b, G2-item-realtime; use -v to see all.\n");
    expect_text(&f, "  first witness\n");
    expect_no_text(&f, "second witness");
    expect_no_text(&f, "\nG1b, 2 found");
    write(&f, MINOS_VERBOSE);
    expect_text(&f, "\n  first witness\n\n  second witness\n");
    expect_text(&f, "\nG1b, 2 found");
    expect_text(&f, "\nG2-item-realtime, 2 found, not forbidden by the request: ");
    expect_no_text(&f, " more: ");
    fixture_close(&f);
}

static void test_terminal_is_safe(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    char text[] = "Let:\n  T1 = \"\033[2J\x07\xc2\x9b\xe2\x80\xae ä\"\n";
    fixture_add(&f, MNS_A_G1A)->text = text;
    fixture_judge(&f, true);
    write(&f, MINOS_VERBOSE);
    expect_text(&f, "  Let:\n    T1 = \"?[2J??? ä\"\n");
    fixture_close(&f);
}

static void test_drawn_in_time(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write(&f, 0);
    expect_text(&f, "\n\n  Let:\n    T1 = ...\n\n  Timeline:\n    process 0  ├─ T2: ");
    expect_text(&f, "\n    process 7    ├─ T1: ");
    fixture_close(&f);
}

static void test_long_proof(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    char text[] = "first\n" /* 80 lines */
                  "\n\n\n\n\n\n\n\n\n\n"
                  "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
                  "middle\n"
                  "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nlast";
    fixture_add(&f, MNS_A_G1A)->text = text;
    fixture_judge(&f, true);
    write(&f, 0);
    expect_text(&f, "  first\n");
    expect_text(&f, "\n  ... 20 lines not shown; use -v or see the report ");
    expect_text(&f, "  last\n");
    write(&f, MINOS_VERBOSE);
    expect_no_text(&f, "not shown");
    expect_text(&f, "  first\n");
    expect_text(&f, "  middle\n");
    fixture_close(&f);
}

static void test_anomaly_file(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "serializable", NULL);
    fixture_read_skew(&f);
    fixture_add(&f, MNS_A_G_SINGLE_ITEM);
    fixture_judge(&f, true);
    const mns_document *document = fixture_document(&f);
    mns_report_anomaly_text(document, mns_document_anomaly(document, MNS_A_G_SINGLE_ITEM), &f.out);
    expect_text(&f, "G-single-item, 2 found: ");
    expect_text(&f, "\nG-single-item #1 (read skew)\n  Let:\n");
    expect_text(&f, "\nG-single-item #2\n  Let:\n");
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_violated),          cmocka_unit_test(test_valid_but_found),
        cmocka_unit_test(test_nothing_asked),     cmocka_unit_test(test_asked_anomaly),
        cmocka_unit_test(test_unknown),           cmocka_unit_test(test_quiet_and_color),
        cmocka_unit_test(test_short_and_verbose), cmocka_unit_test(test_terminal_is_safe),
        cmocka_unit_test(test_drawn_in_time),     cmocka_unit_test(test_long_proof),
        cmocka_unit_test(test_anomaly_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
