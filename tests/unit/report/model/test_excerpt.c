/* test_excerpt.c - long proofs without their middle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/model/excerpt.h"
#include <cmocka.h>

static void expect(const char *text, size_t lines, size_t head, size_t tail, size_t left_out) {
    mns_excerpt part = mns_excerpt_of(text, lines);
    assert_int_equal(part.head, head);
    assert_int_equal(part.tail, tail);
    assert_int_equal(part.left_out, left_out);
}

static void test_short(void **state) {
    (void)state;
    expect("", 3, 0, 0, 0);
    expect("a\nb\nc\n", 3, 6, 6, 0);
    expect("a\nb\nc", 3, 5, 5, 0);
    expect("a\nb\nc\nd\ne\n", 4, 10, 10, 0); /* one more is no reason */
}

static void test_long(void **state) {
    (void)state;
    expect("a\nb\nc\nd\n", 3, 4, 6, 1);
    expect("a\nb\nc\nd\ne", 3, 4, 8, 2);
    expect("a\nb\nc\nd\ne\nf", 4, 6, 10, 2);
    expect("a\n\n\n\n", 3, 3, 4, 1);
    expect("a\nb\n", 1, 2, 4, 1); /* too few for an end */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
