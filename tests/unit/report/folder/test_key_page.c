/* test_key_page.c - the reads of a key, under each other. */
#include "report/assets/assets.h"
#include "report/folder/folder.h"
#include "unit/support/page_fixture.h"

static mns_document document;
static mns_doc_key key;
static mns_doc_version versions[3];
static mns_doc_read reads[2];
static mns_buf out;

static int setup(void **state) {
    (void)state;
    memset(&document, 0, sizeof document);
    document.name = "h.edn";
    for (uint32_t i = 0; i < 3; i++) {
        versions[i] = (mns_doc_version){.place = i + 1, .value = i == 0 ? "1" : "2"};
    }
    versions[1].written = true;
    versions[1].writer = (mns_doc_ref){.index = 4, .process.number = 6};
    versions[1].readers[0] = (mns_doc_ref){.index = 9, .process.number = 8};
    versions[1].reader_count = 1;
    versions[1].reader_total = 1;
    reads[0] = (mns_doc_read){.value = "[1 3]",
                              .agrees = 1,
                              .length = 2,
                              .reader = {.index = 12, .process.number = 3},
                              .reader_total = 2};
    reads[1] = (mns_doc_read){.value = "[1 2 4]", .agrees = 2, .length = 3, .reader_total = 1};
    key = (mns_doc_key){.key = ":x",
                        .order = "as in the longest read",
                        .versions = versions,
                        .version_count = 3,
                        .version_total = 3,
                        .disputed = reads,
                        .disputed_count = 2,
                        .disputed_total = 5};
    document.keys = &key;
    document.key_count = 1;
    mns_buf_init(&out);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    mns_buf_release(&out);
    return 0;
}

static void expect(const char *part) {
    assert_false(out.failed);
    if (strstr(out.data, part) == NULL) {
        fail_msg("missing: %s", part);
    }
}

static void test_reads(void **state) {
    (void)state;
    mns_report_key_page(&document, 0, &out);
    assert_memory_equal(out.data, mns_key_page_start, strlen(mns_key_page_start));
    expect(mns_asset_still_policy);
    expect("<title>Reads of :x - Minos</title>");
    expect("version order</th><td>1</td><td>2</td><td>2</td></tr>");
    expect("index 9, process 8</th><td class=\"common\">1</td><td class=\"common\">2</td>"
           "<td class=\"common\"></td></tr>");
    expect("index 12, process 3 and 1 more</th><td class=\"common\">1</td>"
           "<td><mark>3</mark></td><td></td></tr>");
    expect("<td class=\"common\">2</td><td><mark>4</mark></td></tr>");
    expect("3 more reads disagree.");
    assert_null(strstr(out.data, "<script"));
}

/* A list of one element: who wrote it, who read it, and who read something else. */
static void test_one_element(void **state) {
    (void)state;
    key.version_count = key.disputed_count = 1;
    key.disputed_total = 1;
    versions[0] = versions[1];
    versions[0].place = 1;
    reads[0] = (mns_doc_read){.value = "[7]", .length = 1, .reader = {.index = 12}};
    mns_report_key_page(&document, 0, &out);
    expect("version order</th><td>2</td></tr>");
    expect("index 9, process 8</th><td class=\"common\">2</td></tr>");
    expect("index 12, process 0</th><td><mark>7</mark></td></tr>");
    expect("<th scope=\"row\">2</th><td>index 4, process 6</td><td>index 9, process 8</td></tr>");
}

static size_t count_tags(void) {
    size_t found = 0;
    for (const char *at = out.data; (at = strchr(at, '<')) != NULL; at++) {
        found++;
    }
    return found;
}

static void test_hostile(void **state) {
    (void)state;
    mns_report_key_page(&document, 0, &out);
    size_t tags = count_tags();
    mns_buf_clear(&out);
    static const char bad[] = "</style></title><script>alert(1)</script>";
    document.name = key.key = key.order = versions[0].value = bad;
    reads[0].value = "[<script> <img/onerror=x>]";
    mns_report_key_page(&document, 0, &out);
    assert_int_equal(count_tags(), tags);
}

/* Many elements, a long one, a list whose middle is left out, one that ends before the window. */
static void test_large(void **state) {
    (void)state;
    static char list[20000] = "[";
    for (int i = 0; i < 900; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%d ", i);
    }
    reads[0] = (mns_doc_read){.value = "[0 1 ... 899]", .full = list, .agrees = 500, .length = 900};
    reads[1] = (mns_doc_read){.value = "[7 ... 9]", .agrees = 600, .length = 5000};
    mns_report_key_page(&document, 0, &out);
    expect("<th scope=\"col\">#497</th>");
    expect("<td class=\"common\">499</td><td><mark>500</mark></td>");
    expect("<td colspan=\"40\">[7 ... 9]</td>");
    assert_true(out.size < mns_asset_style_size + 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_reads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_element, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hostile, setup, teardown),
        cmocka_unit_test_setup_teardown(test_large, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
