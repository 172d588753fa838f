/* test_list_text.c - the elements of the text of a list. */
#include "report/folder/list_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* The elements, each with a | behind it. */
static void expect(const char *text, const char *expected) {
    char all[256] = "";
    const char *rest = mns_list_open(text);
    const char *element;
    size_t size;
    while (mns_list_next(&rest, &element, &size)) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%.*s|", (int)size, element);
    }
    assert_string_equal(all, expected);
}

static void test_lists(void **state) {
    (void)state;
    expect("[1 2 3]", "1|2|3|");
    expect("[1,2,[3,\"]\"]]", "1|2|[3,\"]\"]|");
    expect("#{1 :a \"b c\"}", "1|:a|\"b c\"|");
    expect("[1 2 ... 7 8] and more", "1|2|...|7|8|");
    expect("[]", "");
    expect("[\"a\\\"b\" {:x 1}]", "\"a\\\"b\"|{:x 1}|");
    expect("[\\[ \\] 1]", "\\[|\\]|1|");
}

/* Any bytes have an end. */
static void test_broken(void **state) {
    (void)state;
    expect("", "");
    expect("nil", "");
    expect("[", "");
    expect("[1", "1|");
    expect("[\"abc", "\"abc|");
    expect("[\"abc\\", "\"abc\\|");
    expect("[[[[1 2", "[[[1 2|");
    expect("[\\", "\\|");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
