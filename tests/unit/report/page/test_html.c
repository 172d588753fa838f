/* test_html.c - the whole page: text of a history stays text, and the size is limited. */
#include "report/assets/assets.h"
#include "report/page/page.h"
#include "report/report.h"
#include "support/json.h"
#include "unit/support/page_fixture.h"

static mns_document document;
static mns_buf out;

static void make(const char *string) {
    const page_sizes sizes = {string, 3, 2, 2, 2, 2, 2};
    page_document(&document, &sizes);
    mns_buf_init(&out);
    mns_report_html(&document, &out);
    assert_false(out.failed);
    assert_true(out.size <= MNS_LIMIT_PAGE);
}

static int teardown(void **state) {
    (void)state;
    mns_buf_release(&out);
    mns_document_release(&document);
    return 0;
}

static size_t count(const char *part) {
    size_t found = 0;
    for (const char *at = out.data; (at = strstr(at, part)) != NULL; at++) {
        found++;
    }
    return found;
}

/* The JSON between the tags of the data, well formed. */
static json data(void) {
    static const char begin[] = "<script type=\"application/json\" id=\"data\">";
    const char *start = strstr(out.data, begin);
    assert_non_null(start);
    start += sizeof begin - 1;
    const char *end = strstr(start, "</script>");
    assert_non_null(end);
    assert_true(json_well_formed(start, (size_t)(end - start)));
    json value;
    assert_true(json_value(start, (size_t)(end - start), &value));
    return value;
}

/* All placeholders are filled; there is one policy, one style and one script. */
static void test_places(void **state) {
    (void)state;
    make("h.edn");
    assert_int_equal(count("{{"), 0);
    assert_int_equal(count("<title>h.edn - Minos</title>"), 1);
    assert_int_equal(count("<script"), 2);
    assert_int_equal(count("<style>"), 1);
    assert_int_equal(count(mns_asset_policy), 1);
    assert_int_equal(count("default-src 'none'"), 1);
    assert_int_equal(count("<noscript>"), 1);
    data();
}

/* Whatever the strings are, the page has the elements of one with harmless strings. */
static void test_hostile(void **state) {
    (void)state;
    static const char *const strings[] = {
        "</script><img src=x onerror=alert(1)>",
        "<!-- <script>",
        "]]>",
        "</title><script>alert(1)</script>",
        "\"'`&lt;&#60;",
        "{{SCRIPT}} {{DATA}} {{",
        "\x01\x02\x1b[31m\x7f\t\r\n",
        "\xFF\xFE\xC3(\xED\xA0\x80",
        "\xE2\x80\xA8\xE2\x80\xA9\xEF\xBF\xBF",
        "\\u003c\\",
    };
    make("x");
    size_t less_than = count("<");
    teardown(NULL);
    for (size_t i = 0; i < MNS_COUNT_OF(strings); i++) {
        make(strings[i]);
        if (count("<") != less_than) {
            fail_msg("an element more with: %s", strings[i]);
        }
        data();
        if (i + 1 < MNS_COUNT_OF(strings)) {
            teardown(NULL);
        }
    }
}

/* The text is unchanged. */
static void test_text(void **state) {
    (void)state;
    static const char string[] = "</script><img src=x onerror=alert(1)>";
    make(string);
    json file;
    assert_true(json_get(data(), "file", &file));
    char *text = json_string(file);
    assert_string_equal(text, string);
    free(text);
    assert_int_equal(count("<title>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; - "), 1);
}

static void test_size(void **state) {
    (void)state;
    static char name[10001];
    memset(name, '<', sizeof name - 1);
    const page_sizes sizes = {name, 20, 100, 30, 24, MNS_LIMIT_DOC_KEYS, 200};
    page_document(&document, &sizes);
    mns_buf_init(&out);
    mns_report_html(&document, &out);
    assert_false(out.failed);
    assert_true(out.size <= MNS_LIMIT_PAGE);
    data();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_places, teardown),
        cmocka_unit_test_teardown(test_hostile, teardown),
        cmocka_unit_test_teardown(test_text, teardown),
        cmocka_unit_test_teardown(test_size, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
