/*
 * test_numbers.c - src/read/numbers.c: which numbers are equal, and how each is written.
 */
#include "read/numbers.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/units.h"

/* The canonical text, or the error; freed by the caller. */
static char *canonical(const char *text, size_t size, bool *good) {
    mns_buf out;
    mns_buf_init(&out);
    bool integer;
    const char *wrong = mns_number_canonical(text, size, &out, &integer);
    *good = wrong == NULL;
    if (wrong != NULL) {
        mns_buf_clear(&out);
        mns_buf_str(&out, wrong);
    }
    if (wrong == NULL) {
        assert_int_equal(integer, strspn(out.data, "-0123456789") == out.size);
    }
    return mns_buf_take(&out, NULL);
}

static void expect(const char *text, const char *expected) {
    bool good;
    char *got = canonical(text, strlen(text), &good);
    if (!good || strcmp(got, expected) != 0) {
        fail_msg("%s is %s, not %s", text, got, expected);
    }
    free(got);
}

static const char *const pairs[][2] = {
    {"0.1", "0.1"},
    {"0.10", "0.1"},
    {"1e-1", "0.1"},
    {"+0.1", "0.1"},
    {"00.1", "0.1"},
    {"100e-3", "0.1"},
    {"1e2", "100.0"},
    {"1E+2", "100.0"},
    {"100.0", "100.0"},
    {"100.", "100.0"},
    {"0.00001e7", "100.0"},
    {"-0.0", "0.0"},
    {"0e999999999", "0.0"},
    {"-1.50", "-1.5"},
    {"123456.789", "123456.789"},
    {"1e20", "100000000000000000000.0"},
    {"1e21", "1.0e21"},
    {"1.25e-7", "0.000000125"},
    {"1e-8", "1.0e-8"},
    {"123e40", "1.23e42"},
    {"1e308", "1.0e308"},
    {"1.7976931348623157e308", "1.7976931348623157e308"},
    {"17976931348623157e292", "1.7976931348623157e308"},
    {"2.2250738585072014e-308", "2.2250738585072014e-308"},
    {"5e-324", "4.94065645841247e-324"},
    {"4.9406564584124654e-324", "4.94065645841247e-324"},
    {"0.1000000000000000055511151231257827", "0.1"},
    {"0.30000000000000004", "0.30000000000000004"},
    {"0.299999999999999988897769753748", "0.3"},
    {"9007199254740993.0", "9007199254740992.0"}, /* halfway: to the even one */
    {"9007199254740993.00000000000000000001", "9007199254740994.0"},
    {"1/2", "1/2"},
    {"2/4", "1/2"},
    {"-2/4", "-1/2"},
    {"+6/9", "2/3"},
    {"4/2", "2"},
    {"-4/2", "-2"},
    {"-0/7", "0"},
    {"9223372036854775807/9223372036854775807", "1"},
    {"1M", "1M"},
    {"1.0M", "1M"},
    {"1.00M", "1M"},
    {"-0.0M", "0M"},
    {"15e-1M", "15e-1M"},
    {"1.50M", "15e-1M"},
    {"100M", "1e2M"},
    {"1e2M", "1e2M"},
    {"1e400M", "1e400M"},
    {"0.1000000000000000055511151231257827M", "1000000000000000055511151231257827e-34M"},
    {"##Inf", "##Inf"},
    {"##-Inf", "##-Inf"},
    {"##NaN", "##NaN"},
};

static void one_text_for_each_number(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        expect(pairs[i][0], pairs[i][1]);
    }
}

static void canonical_text_stays(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        if (strchr(pairs[i][1], '.') != NULL || strpbrk(pairs[i][1], "/M#") != NULL) {
            expect(pairs[i][1], pairs[i][1]);
        }
    }
}

static void what_has_no_value_is_rejected(void **state) {
    (void)state;
    static const char *const texts[] = {"1e309",
                                        "-1e309",
                                        "1.7976931348623159e308",
                                        "1e-400",
                                        "1e99999999999999999999",
                                        "1e-99999999999999999999M",
                                        "1e2147483648M",
                                        "1/0",
                                        "0/0",
                                        "9223372036854775808/2",
                                        "1/9223372036854775808"};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        bool good;
        char *got = canonical(texts[i], strlen(texts[i]), &good);
        if (good) {
            fail_msg("%s is %s", texts[i], got);
        }
        free(got);
    }
}

/* Random floats, in several spellings each, are the float that strtod makes of them. */
static void floats_are_those_of_strtod(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        double value;
        memcpy(&value, &seed, sizeof value);
        if (value != value || value > 1e308 || value < -1e308) {
            continue;
        }
        char spellings[3][400], *got[3];
        snprintf(spellings[0], sizeof spellings[0], "%.17g", value);
        snprintf(spellings[1], sizeof spellings[1], "%.40e", value);
        snprintf(spellings[2], sizeof spellings[2], "%.*e", (int)(seed % 15) + 1, value);
        for (int s = 0; s < 3; s++) {
            bool good;
            got[s] = canonical(spellings[s], strlen(spellings[s]), &good);
            assert_true(good);
            if (strtod(got[s], NULL) != strtod(spellings[s], NULL)) {
                fail_msg("%s became %s", spellings[s], got[s]);
            }
        }
        assert_string_equal(got[0], got[1]);
        for (int s = 0; s < 3; s++) {
            free(got[s]);
        }
    }
}

/* A million digits take no longer than they must, and are rounded by all of them. */
static void long_numbers_are_linear(void **state) {
    (void)state;
    enum { DIGITS = 1000000 };
    char *text = malloc(DIGITS);
    assert_non_null(text);
    memset(text, '0', DIGITS);
    memcpy(text, "9007199254740993.", 17);
    bool good;
    char *even = canonical(text, DIGITS, &good);
    assert_string_equal(even, "9007199254740992.0");
    text[DIGITS - 1] = '1';
    char *above = canonical(text, DIGITS, &good);
    assert_string_equal(above, "9007199254740994.0");
    free(even);
    free(above);
    free(text);
}

static void the_locale_does_not_matter(void **state) {
    (void)state;
    const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    bool set = false;
    for (size_t i = 0; i < MNS_COUNT_OF(names) && !set; i++) {
        set = setlocale(LC_NUMERIC, names[i]) != NULL;
    }
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        expect(pairs[i][0], pairs[i][1]);
    }
    setlocale(LC_NUMERIC, "C");
    if (!set) {
        skip(); /* no locale with a comma is installed */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_text_for_each_number),
        cmocka_unit_test(canonical_text_stays),
        cmocka_unit_test(what_has_no_value_is_rejected),
        cmocka_unit_test(floats_are_those_of_strtod),
        cmocka_unit_test(long_numbers_are_linear),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
