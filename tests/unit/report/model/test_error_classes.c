/* test_error_classes.c - src/report/model/error_classes.c: errors that differ in numbers only are
 * one. */
#include <stdio.h>
#include "unit/support/context_support.h"

#include "report/model/document_make.h"
#include "report/model/error_classes.h"

static void classes_forget_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text, *label;
    } rows[] = {
        {":timeout", ":timeout"},
        {"[:timeout 5000]", "[:timeout #]"},
        {"\"waits for 17 on 123456\"", "\"waits for # on #\""},
        {"\"40001\"", "\"40001\""},
        {"40001", "40001"},
        {"[:sql \"40P01\" 17 1]", "[:sql \"40P01\" # #]"},
        {"\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\"",
         "\"abcdefghijklmnopqrstuvwxyzabcdefghijklmn...\""},
        {"[1 \"a\\\"1234567\" \"", "[# \"a\\\"#\" \""},
        {"[1 2 3 4 \"a\\", "[# # # # \"a\\"},
        {"{:a \"n1\", :b \"n2\", :c [1 2 3]}", "{:a \"n1\", :b \"n2\", :c [# # #]}"},
    };
    mns_buf out;
    mns_buf_init(&out);
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_error_class(rows[i].text, strlen(rows[i].text), &out);
        assert_string_equal(out.data, rows[i].label);
    }
    mns_buf_release(&out);
}

static void classes_are_short(void **state) {
    (void)state;
    mns_buf text, out;
    mns_buf_init(&text);
    mns_buf_init(&out);
    for (int i = 0; i < 1000; i++) {
        mns_buf_str(&text, "\xC3\xA9\xE2\x82\xAC\"");
    }
    mns_error_class(text.data, text.size, &out);
    assert_true(out.size <= 103);
    assert_string_equal(out.data + out.size - 3, "...");
    mns_buf_clear(&text);
    mns_buf_repeat(&text, '"', 100000);
    mns_error_class(text.data, text.size, &out);
    assert_true(out.size <= 103);
    mns_buf_release(&text);
    mns_buf_release(&out);
}

static void add_error(mns_buf *text, uint32_t n, const char *type, const char *error) {
    mns_buf_printf(text,
                   "{:type :invoke, :process 0, :time 1, :value [[:append 1 %lu]]}\n"
                   "{:type :%s, :process 0, :time 2, :error %s, :value [[:append 1 %lu]]}\n",
                   (unsigned long)n, type, error, (unsigned long)n);
}

static void expect_error(const mns_doc_run *run, uint32_t i, mns_txn_type type, uint64_t count,
                         const char *label) {
    assert_true(i < run->error_count);
    assert_string_equal(run->errors[i].label, label);
    assert_int_equal(run->errors[i].type, type);
    assert_int_equal(run->errors[i].count, count);
}

static void most_frequent_come_first(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < 30; i++) {
        char error[64];
        snprintf(error, sizeof error, "[:conflict %u]", 100 + i);
        add_error(&text, i, i % 3 == 0 ? "info" : "fail", i < 4 ? ":late" : i < 6 ? "nil" : error);
    }
    add_error(&text, 30, "ok", ":ignored");
    context_open(&c, text.data, text.size);
    mns_document_run(&c.document, &c.report);
    const mns_doc_run *run = c.document.run;
    assert_int_equal(run->error_kinds, 4);
    assert_int_equal(run->error_count, 4);
    expect_error(run, 0, MNS_TXN_FAIL, 16, "[:conflict #]");
    expect_error(run, 1, MNS_TXN_INFO, 8, "[:conflict #]");
    expect_error(run, 2, MNS_TXN_INFO, 2, ":late"); /* first occurrence */
    expect_error(run, 3, MNS_TXN_FAIL, 2, ":late");
    context_close(&c);
    mns_buf_release(&text);
}

static void too_many_classes_are_others(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < 3000; i++) {
        char error[32] = ":error-aaa-bbb";
        error[7] = (char)('a' + i % 26);
        error[8] = (char)('a' + i / 26 % 26);
        error[9] = (char)('a' + i / 26 / 26);
        add_error(&text, i, "fail", error);
    }
    context_open(&c, text.data, text.size);
    mns_document_run(&c.document, &c.report);
    const mns_doc_run *run = c.document.run;
    assert_int_equal(run->error_kinds, MNS_LIMIT_ERROR_CLASSES + 1);
    assert_int_equal(run->error_count, MNS_LIMIT_DOC_ERRORS);
    expect_error(run, 0, MNS_TXN_FAIL, 2000, "other errors");
    expect_error(run, 1, MNS_TXN_FAIL, 1, ":error-aaa-bbb");
    context_close(&c);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_forget_numbers),
        cmocka_unit_test(classes_are_short),
        cmocka_unit_test(most_frequent_come_first),
        cmocka_unit_test(too_many_classes_are_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
