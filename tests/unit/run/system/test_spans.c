/* test_spans.c - periods of time that are joined when they are close. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/system/spans.h"

#define MS UINT64_C(1000000)

static void expect(const mns_spans *spans, size_t i, uint64_t from, uint64_t to) {
    assert_true(i < spans->count);
    assert_int_equal(spans->items[i].from, from);
    assert_int_equal(spans->items[i].to, to);
}

static void test_joined(void **state) {
    (void)state;
    mns_spans spans;
    mns_spans_init(&spans);
    mns_spans_add(&spans, 10 * MS, 20 * MS);
    mns_spans_add(&spans, 120 * MS, 130 * MS); /* 100 ms later: still close */
    expect(&spans, 0, 10 * MS, 130 * MS);
    mns_spans_add(&spans, 120 * MS, 125 * MS); /* within the last one */
    expect(&spans, 0, 10 * MS, 130 * MS);
    mns_spans_add(&spans, 230 * MS + 1, 231 * MS);
    assert_int_equal(spans.count, 2);
    expect(&spans, 1, 230 * MS + 1, 231 * MS);
    mns_spans_release(&spans);
    assert_int_equal(spans.count, 0);
}

/* A day of a transaction every millisecond is one span. */
static void test_few(void **state) {
    (void)state;
    mns_spans spans;
    mns_spans_init(&spans);
    for (uint64_t i = 0; i < 86400; i++) {
        mns_spans_add(&spans, i * MS, i * MS + MS / 2);
    }
    assert_int_equal(spans.count, 1);
    mns_spans_release(&spans);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_joined), cmocka_unit_test(test_few)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
