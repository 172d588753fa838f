/*
 * test_values.c - src/read/values.c: equal values have equal references, others do not, and both
 * notations print them.
 */
#include <stdio.h>

#include "read/values.h"
#include "support/units.h"

static mns_value intern(mns_values *values, mns_value_kind kind, const char *bytes) {
    mns_value value = mns_values_intern(values, kind, bytes, strlen(bytes));
    assert_int_not_equal(value, MNS_VALUE_NONE);
    return value;
}

/* Integers of 31 bits are inline, the next ones are not; all print and none equals another. */
static void integers_at_the_borders(void **state) {
    (void)state;
    static const int64_t numbers[] = {0,           1,           -1,         1073741823,  1073741824,
                                      -1073741824, -1073741825, 2147483647, -2147483648, 4294967295,
                                      -4294967296, 8589934592,  INT64_MAX,  INT64_MIN};
    mns_values values;
    mns_values_init(&values);
    mns_value refs[MNS_COUNT_OF(numbers)];
    for (size_t i = 0; i < MNS_COUNT_OF(numbers); i++) {
        char digits[32];
        int32_t small = 0;
        int64_t whole = 0;
        snprintf(digits, sizeof digits, "%lld", (long long)numbers[i]);
        refs[i] = mns_values_integer(&values, numbers[i]);
        bool is_small = numbers[i] >= -1073741824 && numbers[i] <= 1073741823;
        assert_int_equal(mns_value_small(refs[i], &small), is_small);
        assert_true(!is_small || small == numbers[i]);
        assert_true(mns_value_integer(&values, refs[i], &whole) && whole == numbers[i]);
        assert_int_equal(refs[i], mns_values_integer(&values, numbers[i]));
        assert_string_equal(unit_value(&values, refs[i]), digits);
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(refs[i], refs[j]);
        }
    }
    mns_values_release(&values);
}

static void what_is_no_integer_of_64_bits(void **state) {
    (void)state;
    mns_values values;
    int64_t whole;
    mns_values_init(&values);
    assert_false(
        mns_value_integer(&values, intern(&values, MNS_VALUE_BIG, "9223372036854775808"), &whole));
    assert_false(
        mns_value_integer(&values, intern(&values, MNS_VALUE_BIG, "-9223372036854775809"), &whole));
    assert_false(mns_value_integer(&values, intern(&values, MNS_VALUE_NUMBER, "1.0"), &whole));
    assert_false(mns_value_integer(&values, intern(&values, MNS_VALUE_STRING, "5"), &whole));
    assert_false(mns_value_integer(&values, MNS_VALUE_INITIAL, &whole));
    assert_false(mns_value_integer(&values, MNS_VALUE_NONE, &whole));
    mns_values_release(&values);
}

/* The initial state of a register prints as nil and differs from every value. */
static void the_initial_state_is_none_of_the_values(void **state) {
    (void)state;
    mns_values values;
    mns_buf out;
    int32_t small;
    mns_values_init(&values);
    mns_buf_init(&out);
    assert_int_not_equal(MNS_VALUE_INITIAL, MNS_VALUE_NONE);
    assert_int_not_equal(MNS_VALUE_INITIAL, intern(&values, MNS_VALUE_NIL, ""));
    assert_false(mns_value_small(MNS_VALUE_INITIAL, &small));
    assert_true(MNS_VALUE_INITIAL > ((uint64_t)MNS_LIMIT_IDS << 1 | 1));
    assert_string_equal(unit_value(&values, MNS_VALUE_INITIAL), "nil");
    mns_value_json(&values, MNS_VALUE_INITIAL, &out);
    assert_string_equal(out.data, "null");
    mns_buf_release(&out);
    mns_values_release(&values);
}

static void kinds_keep_equal_bytes_apart(void **state) {
    (void)state;
    mns_values values;
    mns_values_init(&values);
    static const char bytes[] = "12345678901234567890";
    mns_value refs[MNS_VALUE_TAGGED + 1];
    for (int kind = MNS_VALUE_NIL; kind <= MNS_VALUE_TAGGED; kind++) {
        refs[kind] = kind == MNS_VALUE_INTEGER ? mns_values_integer(&values, 12345678901)
                                               : intern(&values, (mns_value_kind)kind, bytes);
        for (int other = MNS_VALUE_NIL; other < kind; other++) {
            assert_int_not_equal(refs[kind], refs[other]);
        }
    }
    for (int kind = MNS_VALUE_NIL; kind <= MNS_VALUE_TAGGED; kind++) {
        if (kind != MNS_VALUE_INTEGER) {
            assert_int_equal(intern(&values, (mns_value_kind)kind, bytes), refs[kind]);
        }
    }
    assert_int_not_equal(intern(&values, MNS_VALUE_STRING, ""), refs[MNS_VALUE_STRING]);
    assert_int_not_equal(mns_values_intern(&values, MNS_VALUE_STRING, "a\0", 2),
                         refs[MNS_VALUE_STRING]);
    mns_values_release(&values);
}

static void many_values_stay_apart(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    mns_values values;
    mns_values_init(&values);
    char bytes[16];
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(bytes, sizeof bytes, "k%u", (unsigned)i);
        assert_int_equal(intern(&values, MNS_VALUE_KEYWORD, bytes), i << 1 | 1);
    }
    for (uint32_t i = 0; i < COUNT; i += 777) {
        snprintf(bytes, sizeof bytes, "k%u", (unsigned)i);
        assert_int_equal(intern(&values, MNS_VALUE_KEYWORD, bytes), i << 1 | 1);
    }
    assert_int_equal(values.count, COUNT);
    mns_values_release(&values);
}

/* Integers and other values share their ids. A table adopts those of another one. */
static void many_integers_stay_apart(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    mns_values values, whole;
    mns_values_init(&values);
    mns_values_init(&whole);
    mns_value zero = intern(&values, MNS_VALUE_KEYWORD, "k");
    for (uint32_t i = 1; i < COUNT; i++) {
        int64_t number = (int64_t)(i * UINT64_C(0x9E3779B97F4A7C15));
        assert_int_equal(mns_values_integer(&values, number), i << 1 | 1);
    }
    mns_values_integer(&whole, INT64_MAX);
    for (uint32_t i = 0; i < COUNT; i++) {
        mns_values_prefetch(&whole, &values, i);
        assert_int_equal(mns_values_adopt(&whole, &values, i), (i + 1) << 1 | 1);
    }
    for (uint32_t i = 1; i < COUNT; i++) {
        int64_t number = (int64_t)(i * UINT64_C(0x9E3779B97F4A7C15)), found = 0;
        assert_int_equal(mns_values_integer(&values, number), i << 1 | 1);
        assert_int_equal(mns_values_adopt(&whole, &values, i), (i + 1) << 1 | 1);
        assert_true(mns_value_integer(&whole, (i + 1) << 1 | 1, &found) && found == number);
    }
    assert_int_equal(intern(&values, MNS_VALUE_KEYWORD, "k"), zero);
    assert_int_equal(whole.count, COUNT + 1);
    mns_values_release(&values);
    mns_values_release(&whole);
}

static void expect_shown(mns_value_kind kind, const char *bytes, const char *edn,
                         const char *json) {
    mns_values values;
    mns_buf out;
    mns_values_init(&values);
    mns_buf_init(&out);
    mns_value value = intern(&values, kind, bytes);
    assert_string_equal(unit_value(&values, value), edn);
    mns_value_json(&values, value, &out);
    assert_string_equal(out.data, json);
    mns_buf_release(&out);
    mns_values_release(&values);
}

static void values_are_shown_in_both_notations(void **state) {
    (void)state;
    expect_shown(MNS_VALUE_NIL, "", "nil", "null");
    expect_shown(MNS_VALUE_TRUE, "", "true", "true");
    expect_shown(MNS_VALUE_FALSE, "", "false", "false");
    expect_shown(MNS_VALUE_STRING, "a\"\\\n\r\t\x1b\x7f", "\"a\\\"\\\\\\n\\r\\t\\u001b\\u007f\"",
                 "\"a\\\"\\\\\\n\\r\\t\\u001b\\u007f\"");
    expect_shown(MNS_VALUE_STRING, "", "\"\"", "\"\"");
    expect_shown(MNS_VALUE_KEYWORD, "x", ":x", "\"x\"");
    expect_shown(MNS_VALUE_SYMBOL, "x", "x", "\"x\"");
    expect_shown(MNS_VALUE_CHARACTER, "x", "\\x", "\"x\"");
    expect_shown(MNS_VALUE_VECTOR, "[1 :a]", "[1 :a]", "\"[1 :a]\"");
    expect_shown(MNS_VALUE_BIG, "99999999999999999999", "99999999999999999999",
                 "99999999999999999999");
}

/* Only what JSON itself can read is written as a JSON number. */
static void numbers_of_edn_in_json(void **state) {
    (void)state;
    static const char *const both[] = {"1.5", "-0.25", "0.5", "1.5e10", "1.5E-3", "10.0e+1"};
    static const char *const edn_only[] = {"1/2",  "1.5M", "+1.5", "##Inf", "1.",
                                           "1e5M", "01.5", "-.5",  "##NaN"};
    for (size_t i = 0; i < MNS_COUNT_OF(both); i++) {
        expect_shown(MNS_VALUE_NUMBER, both[i], both[i], both[i]);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(edn_only); i++) {
        char quoted[32];
        snprintf(quoted, sizeof quoted, "\"%s\"", edn_only[i]);
        expect_shown(MNS_VALUE_NUMBER, edn_only[i], edn_only[i], quoted);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_at_the_borders),
        cmocka_unit_test(what_is_no_integer_of_64_bits),
        cmocka_unit_test(the_initial_state_is_none_of_the_values),
        cmocka_unit_test(kinds_keep_equal_bytes_apart),
        cmocka_unit_test(many_values_stay_apart),
        cmocka_unit_test(many_integers_stay_apart),
        cmocka_unit_test(values_are_shown_in_both_notations),
        cmocka_unit_test(numbers_of_edn_in_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
