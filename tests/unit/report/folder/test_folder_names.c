/* test_folder_names.c - names of files from any keys: safe, short, and no two alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/folder/folder.h"
#include <cmocka.h>

static char names[100][MNS_KEY_NAME_SIZE];

static void expect(uint32_t place, const char *key, const char *name) {
    mns_folder_key_name(key, names, place);
    assert_string_equal(names[place], name);
}

static void test_keys(void **state) {
    (void)state;
    expect(0, "12", "12");
    expect(1, ":x", "%3Ax");
    expect(2, "\"a/b\"", "%22a%2Fb%22");
    expect(3, "..", "%2E.");
    expect(4, "-1", "-1");
    expect(5, "%41", "%2541");
    expect(6, "\xC3\xA4", "%C3%A4");
    expect(7, "", "-2");
    expect(8, "a\nb", "a%0Ab");
}

static void test_alike(void **state) {
    (void)state;
    expect(0, "a", "a");
    expect(1, "A", "A-2");
    expect(2, "a-2", "a-2-2");
    expect(3, "@", "%40");
    expect(4, "`", "%60"); /* a capital @ is no letter */
}

static void test_long(void **state) {
    (void)state;
    static char key[5001];
    memset(key, '<', sizeof key - 1);
    for (uint32_t i = 0; i < 100; i++) {
        key[4000] = (char)('a' + i % 26); /* they differ after the cut */
        mns_folder_key_name(key, names, i);
        assert_true(strlen(names[i]) < 90);
        for (uint32_t j = 0; j < i; j++) {
            assert_string_not_equal(names[i], names[j]);
        }
        char file[MNS_KEY_NAME_SIZE + 8];
        snprintf(file, sizeof file, "%s.html", names[i]);
        assert_true(mns_folder_is_key(file));
    }
}

static void test_recognised(void **state) {
    (void)state;
    assert_true(mns_folder_is_witness("12.dot") && mns_folder_is_witness("1.svg"));
    assert_true(mns_folder_is_witness("1-timeline.svg"));
    assert_false(mns_folder_is_witness("plan.svg") || mns_folder_is_witness(".dot"));
    assert_false(mns_folder_is_witness("1.png") || mns_folder_is_witness("1-timeline.dot"));
    assert_true(mns_folder_is_key("%3Ax.html"));
    assert_false(mns_folder_is_key(".html") || mns_folder_is_key("a b.html"));
    assert_false(mns_folder_is_key(".a.html") || mns_folder_is_key("a.txt"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
