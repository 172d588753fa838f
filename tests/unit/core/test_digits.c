/*
 * test_digits.c - src/core/digits.h: a word at a time and digit by digit are the same.
 */
#include "core/digits.h"
#include "support/units.h"

static void expect_same(const char text[8]) {
    uint32_t quick = 7, plain = 9;
    unsigned count = mns_digits_plain(text, &plain);
    assert_int_equal(mns_digits(text, &quick), count);
    assert_int_equal(quick, plain);
}

static void every_length_and_end(void **state) {
    (void)state;
    static const char digits[] = "98765432", zeros[] = "00000000";
    for (size_t length = 0; length <= 8; length++) {
        for (int byte = 0; byte < 256; byte++) {
            char text[8];
            memset(text, byte, sizeof text);
            memcpy(text, digits, length);
            expect_same(text);
            memcpy(text, zeros, length);
            expect_same(text);
        }
    }
}

static void random_bytes(void **state) {
    (void)state;
    uint64_t dice = 3;
    static const char likely[] = "0123456789/:; ],}N.\xB0\xFF";
    for (int i = 0; i < 200000; i++) {
        char text[8];
        for (size_t at = 0; at < sizeof text; at++) {
            text[at] = likely[unit_random(&dice, i % 2 == 0 ? 10 : sizeof likely)];
        }
        expect_same(text);
    }
}

static void numbers_are_what_they_say(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned count;
        uint32_t number;
    } cases[] = {{"0       ", 1, 0},
                 {"7]]]]]]]", 1, 7},
                 {"10 20 30", 2, 10},
                 {"12345678", 8, 12345678},
                 {"99999999", 8, 99999999},
                 {"00000001", 8, 1},
                 {"1234567,", 7, 1234567},
                 {"-1      ", 0, 0},
                 {"\xB1"
                  "1111111",
                  0, 0}};
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        uint32_t number;
        assert_int_equal(mns_digits(cases[i].text, &number), cases[i].count);
        assert_int_equal(number, cases[i].number);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_and_end),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(numbers_are_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
