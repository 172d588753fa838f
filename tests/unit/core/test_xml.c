/* test_xml.c - text inside XML: entities, and what XML cannot hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/xml.h"
#include "report/picture/picture.h"
#include <cmocka.h>

static void expect(const char *text, size_t size, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_xml(&out, text, size);
    assert_false(out.failed);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void test_plain(void **state) {
    (void)state;
    expect("", 0, "");
    expect("r 5 [1 2]", 9, "r 5 [1 2]");
    expect("grün → 猫 😀", strlen("grün → 猫 😀"), "grün → 猫 😀");
}

static void test_entities(void **state) {
    (void)state;
    static const char script[] = "</script><img onerror='x' a=\"&\">";
    expect(script, sizeof script - 1,
           "&lt;/script&gt;&lt;img onerror=&#39;x&#39; a=&quot;&amp;&quot;&gt;");
    expect("a\tb\nc\r", 6, "a&#9;b&#10;c&#13;");
    expect("]]>", 3, "]]&gt;");
}

static void test_what_xml_cannot_hold(void **state) {
    (void)state;
    expect("a\0b\x01"
           "c\x7F\x1B",
           7, "a\uFFFDb\uFFFDc\uFFFD\uFFFD");
    expect("\xFF<\xC3", 3, "\uFFFD&lt;\uFFFD");
    expect("\xED\xA0\x80", 3, "\uFFFD\uFFFD\uFFFD"); /* a surrogate */
    expect("\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD", 9, "\uFFFD\uFFFD\uFFFD");
    expect("\xC3\xA4", 1, "\uFFFD"); /* cut short */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_entities),
        cmocka_unit_test(test_what_xml_cannot_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
