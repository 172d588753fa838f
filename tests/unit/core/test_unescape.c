/*
 * test_unescape.c - src/core/unescape.c: every escape of EDN and JSON strings.
 */
#include "core/unescape.h"
#include "support/units.h"

static void expect(const char *inside, const char *bytes, size_t size) {
    mns_buf out;
    mns_buf_init(&out);
    mns_unescape(inside, inside + strlen(inside), &out);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    mns_buf_release(&out);
}

#define EXPECT(inside, bytes) expect(inside, bytes, sizeof bytes - 1)

static void escapes_stand_for_their_characters(void **state) {
    (void)state;
    EXPECT("plain \xC3\xA9", "plain \xC3\xA9");
    EXPECT("\\n\\r\\t\\b\\f\\\"\\\\\\/", "\n\r\t\b\f\"\\/");
    EXPECT("\\u0041\\u00e9\\u20AC", "A\xC3\xA9\xE2\x82\xAC");
    EXPECT("a\\u0000b", "a\0b");
    EXPECT("\\101\\7", "A\x07");
}

static void surrogates_are_one_character_or_none(void **state) {
    (void)state;
    EXPECT("\\ud83d\\ude00", "\xF0\x9F\x98\x80");
    EXPECT("\\ud83d", "\xEF\xBF\xBD");
    EXPECT("\\ude00\\ud83d!", "\xEF\xBF\xBD\xEF\xBF\xBD!");
    EXPECT("\\ud83dx", "\xEF\xBF\xBDx");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_stand_for_their_characters),
        cmocka_unit_test(surrogates_are_one_character_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
