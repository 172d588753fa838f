/* test_page.c - the value of the page: well formed, of bounded size, worst and first things first.
 * */
#include "report/page/page.h"

#include "report/json/json_write.h"
#include "support/json.h"
#include "unit/support/page_fixture.h"

static mns_document document;
static mns_buf out;

static int teardown(void **state) {
    (void)state;
    mns_buf_release(&out);
    mns_document_release(&document);
    return 0;
}

static json page_of(const page_sizes *sizes, size_t budget) {
    page_document(&document, sizes);
    mns_buf_init(&out);
    mns_page_write(&document, budget, &out);
    assert_false(out.failed);
    assert_true(out.size <= budget);
    assert_true(json_well_formed(out.data, out.size));
    assert_null(memchr(out.data, '<', out.size));
    json value;
    assert_true(json_value(out.data, out.size, &value));
    return value;
}

static json get(json object, const char *name) {
    json member;
    if (!json_get(object, name, &member)) {
        fail_msg("no member %s", name);
    }
    return member;
}

static json item(json array, size_t place) {
    size_t at = 0;
    json element = {NULL, 0};
    for (size_t i = 0; i <= place; i++) {
        assert_true(json_next(array, &at, &element));
    }
    return element;
}

static size_t length(json array) {
    size_t at = 0, count = 0;
    json element;
    while (json_next(array, &at, &element)) {
        count++;
    }
    return count;
}

static void expect(json value, const char *string) {
    char *text = json_string(value);
    assert_non_null(text);
    assert_string_equal(text, string);
    free(text);
}

static const page_sizes small = {"x", 3, 2, 2, 1, 2, 1};

static void test_fields(void **state) {
    (void)state;
    json page = page_of(&small, MNS_LIMIT_PAGE);
    expect(get(page, "minos"), "0.1.0");
    expect(get(page, "verdict"), "violated");
    expect(get(page, "headline"), "Not strict-serializable");
    expect(item(get(page, "asked"), 0), "strict-serializable");
    expect(get(get(page, "counts"), "span"), "12.400 s");
    expect(item(get(page, "warnings"), 0), "x");
    assert_int_equal(length(get(page, "models")), MNS_MODEL_COUNT);
    json model = item(get(page, "models"), 0);
    expect(get(model, "state"), "ruled-out");
    assert_int_equal(length(get(page, "anomalies")), 3);
    assert_int_equal(length(get(page, "keys")), 2);
    assert_int_equal(length(get(page, "faults")), 1);
    assert_true(json_is(get(page, "run"), "null"));
    assert_true(json_is(get(get(page, "left_out"), "witnesses"), "0"));
}

static void test_witness(void **state) {
    (void)state;
    json page = page_of(&small, MNS_LIMIT_PAGE);
    json anomaly = item(get(page, "anomalies"), 0);
    char id[64];
    snprintf(id, sizeof id, "%s-2", mns_anomaly_name(0));
    json witness = item(get(anomaly, "witnesses"), 1);
    expect(get(witness, "id"), id);
    json txn = item(get(witness, "transactions"), 1);
    expect(get(txn, "id"), "T2");
    expect(get(txn, "from"), "1.234 s");
    assert_true(json_is(get(txn, "to"), "null"));
    assert_true(json_is(get(txn, "invoke"), "1"));
    assert_true(json_is(get(txn, "complete"), "null"));
    assert_int_equal(length(get(txn, "mops")), 1);
    json step = item(get(witness, "steps"), 1);
    assert_true(json_is(get(step, "from"), "1"));
    assert_true(json_is(get(step, "to"), "0"));
    assert_true(json_is(get(step, "to_mop"), "null"));
    assert_true(json_is(get(witness, "cycle"), "true"));
    json line = item(get(witness, "proof"), 4); /* Let, two lines, Then, step 0 */
    expect(get(line, "kind"), "step");
    assert_true(json_is(get(line, "step"), "0"));
    assert_true(json_is(item(get(line, "transactions"), 0), "0"));
    assert_true(json_is(item(get(witness, "keys"), 1), "1"));
}

/* Valid, and nothing found. */
static void test_nothing_found(void **state) {
    (void)state;
    static const page_sizes none = {"x", 0, 0, 1, 1, 0, 0};
    json page = page_of(&none, MNS_LIMIT_PAGE);
    expect(get(page, "verdict"), "valid");
    expect(get(page, "because"), "No anomaly was found.");
    expect(item(get(page, "remaining"), 0), "strict-serializable");
    assert_int_equal(length(get(page, "anomalies")), 0);
}

/* ---- Size ----------------------------------------------------------------------------------- */

static char long_string[20001];
static char control_string[5001];

static int setup(void **state) {
    (void)state;
    memset(long_string, 'k', sizeof long_string - 1);
    memset(control_string, 1, sizeof control_string - 1); /* six bytes of JSON each */
    return 0;
}

/* Of each anomaly the same number of witnesses, or one less: breadth first. */
static void test_many_witnesses(void **state) {
    (void)state;
    static const page_sizes many = {"a < b", 20, 100000, 2, 2, 2, 1};
    json page = page_of(&many, MNS_LIMIT_PAGE);
    assert_true(out.size > MNS_LIMIT_PAGE - 100000); /* and not much is wasted */
    json anomalies = get(page, "anomalies");
    size_t first = length(get(item(anomalies, 0), "witnesses"));
    size_t last = length(get(item(anomalies, 19), "witnesses"));
    assert_true(first > 10 && first - last <= 1);
    char left_out[32];
    snprintf(left_out, sizeof left_out, "%zu", 100000 - first);
    assert_true(json_is(get(item(anomalies, 0), "left_out"), left_out));
    assert_true(json_is(get(item(anomalies, 0), "kept"), "100000"));
}

static void test_long_cycle(void **state) {
    (void)state;
    static const page_sizes chain = {"x", 2, 3, 100000, 1, 0, 0};
    json page = page_of(&chain, MNS_LIMIT_PAGE);
    json witness = item(get(item(get(page, "anomalies"), 0), "witnesses"), 0);
    assert_true(json_is(get(witness, "more_transactions"), "99800"));
    assert_true(json_is(get(witness, "more_steps"), "99800"));
    assert_int_equal(length(get(item(get(page, "anomalies"), 1), "witnesses")), 3);
}

/* Each anomaly has its share of the first round, so each is shown, if short. */
static void test_long_strings(void **state) {
    (void)state;
    const page_sizes sizes = {long_string, 25, 4, 8, 8, MNS_LIMIT_DOC_KEYS, 200};
    json page = page_of(&sizes, MNS_LIMIT_PAGE);
    json anomalies = get(page, "anomalies");
    for (size_t i = 0; i < 25; i++) {
        assert_true(length(get(item(anomalies, i), "witnesses")) > 0);
    }
    assert_false(json_is(get(get(page, "left_out"), "pictures"), "0"));
}

static void test_control_characters(void **state) {
    (void)state;
    const page_sizes sizes = {control_string, 30, 4, 30, 24, MNS_LIMIT_DOC_KEYS, 200};
    page_of(&sizes, MNS_LIMIT_PAGE);
}

static void test_keys_left_out(void **state) {
    (void)state;
    const page_sizes sizes = {control_string, 1, 1, 2, 1, 1000, 0};
    json page = page_of(&sizes, MNS_LIMIT_PAGE);
    size_t keys = length(get(page, "keys"));
    char left_out[32];
    snprintf(left_out, sizeof left_out, "%zu", 1000 - keys);
    assert_true(keys > 0 && json_is(get(get(page, "left_out"), "keys"), left_out));
}

/* Never half a character. */
static void test_cut(void **state) {
    (void)state;
    mns_document_init(&document);
    mns_buf_init(&out);
    mns_json_cut_field(&out, "a", "\xC3\xA4\xC3\xA4", 3);
    mns_json_cut_field(&out, "b", "\xC3\xA4\xC3\xA4", 4);
    mns_json_cut_field(&out, "c", NULL, 4);
    mns_json_cut_field(&out, "d", "abc", 0);
    assert_string_equal(out.data, "\"a\":\"\xC3\xA4...\",\"b\":\"\xC3\xA4\xC3\xA4\",\"c\":null,"
                                  "\"d\":\"...\"");
}

static void test_times(void **state) {
    (void)state;
    mns_document_init(&document);
    mns_buf_init(&out);
    mns_page_time(&out, "a", 999999999);
    mns_page_time(&out, "b", 61000000000);
    mns_page_time(&out, "c", -1500);
    mns_page_time(&out, "d", MNS_NO_TIME);
    assert_string_equal(out.data, "\"a\":\"999.999 ms\",\"b\":\"61.000 s\",\"c\":\"-0.001 ms\","
                                  "\"d\":null");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fields, NULL, teardown),
        cmocka_unit_test_setup_teardown(test_witness, NULL, teardown),
        cmocka_unit_test_setup_teardown(test_nothing_found, NULL, teardown),
        cmocka_unit_test_setup_teardown(test_many_witnesses, NULL, teardown),
        cmocka_unit_test_setup_teardown(test_long_cycle, NULL, teardown),
        cmocka_unit_test_setup_teardown(test_long_strings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_control_characters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keys_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut, NULL, teardown),
        cmocka_unit_test_setup_teardown(test_times, NULL, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
