/*
 * test_overview_html.c - src/report/overview: hostile names stay text in every format.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/overview/overview.h"

#include <cmocka.h>

#define NAME "javascript:x\"><b>|`\n\x1b[31m"

static mns_overview overview;
static mns_buf out;

static int begin(void **state) {
    (void)state;
    mns_document document;
    mns_setup setup = {.database = NAME, .isolation = NAME};
    mns_document_init(&document);
    document.setup = &setup;
    document.counts.transactions = 1234567;
    document.judgement.verdict = MINOS_VIOLATED;
    document.judgement.found[MNS_A_G1A] = true;
    document.request.names[0] = NAME;
    document.request.name_sizes[0] = strlen(NAME);
    document.request.model_count = 1;
    mns_overview_init(&overview);
    assert_int_equal(mns_overview_add(&overview, &document, NAME), MINOS_OK);
    assert_int_equal(mns_overview_add_problem(&overview, NAME, "x"), MINOS_OK);
    document.setup = NULL;
    mns_document_release(&document);
    mns_buf_init(&out);
    return 0;
}

static int end(void **state) {
    (void)state;
    mns_overview_release(&overview);
    mns_buf_release(&out);
    return 0;
}

static void html_is_escaped(void **state) {
    (void)state;
    mns_overview_html(&overview, NAME, &out);
    assert_null(strstr(out.data, "<b>"));
    assert_null(strstr(out.data, "\x1b"));
    assert_non_null(strstr(out.data, "href=\"./javascript%3Ax%22%3E%3Cb%3E%7C%60%0A%1B%5B31m/"));
    assert_null(strstr(out.data, "href=\"./x/")); /* no report, no link */
    assert_non_null(strstr(out.data, "<p>2 runs, 1 violated.</p>"));
}

static void text_is_safe(void **state) {
    (void)state;
    mns_overview_text(&overview, 0, &out);
    assert_null(strstr(out.data, "\x1b"));
    assert_non_null(strstr(out.data, "1,234,567  violated\n"));
    assert_non_null(strstr(out.data, "-  not readable\n"));
    size_t lines = 0;
    for (size_t i = 0; i < out.size; i++) {
        lines += out.data[i] == '\n' ? 1 : 0;
    }
    assert_int_equal(lines, 3);
}

static void json_and_markdown_are_lines(void **state) {
    (void)state;
    mns_overview_json(&overview, &out);
    assert_non_null(strstr(out.data, "\"worst\":\"G1a\",\"transactions\":1234567,"
                                     "\"valid\":false,\"certified\":false}\n"));
    assert_null(strstr(out.data, "\x1b"));
    mns_buf_clear(&out);
    mns_overview_markdown(&overview, &out);
    assert_non_null(strstr(out.data, "\\<b>\\|\\`"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(html_is_escaped, begin, end),
        cmocka_unit_test_setup_teardown(text_is_safe, begin, end),
        cmocka_unit_test_setup_teardown(json_and_markdown_are_lines, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
