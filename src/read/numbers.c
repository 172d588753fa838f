/*
 * numbers.c - see numbers.h.
 *
 * A float or decimal is split into sign, significant digits and exponent of ten. Decimals are
 * exact, so that is their value. Two floats of at most 15 digits (DBL_DIG) never share a value, so
 * short ones need no arithmetic. Longer ones are rounded by strtod and printed with the fewest of
 * 15, 16 and 17 digits that round to the same float. Neither strtod nor printf sees a decimal
 * point, because the point depends on the locale.
 */
#include "read/numbers.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

/* Further digits only decide whether the number is above a tie between two floats. */
#define FLOAT_DIGITS 800
/* Exponents of decimals are 32-bit integers, as in Java. */
#define EXPONENT_LIMIT INT32_MAX
/* Floats whose first digit has a power of ten in this range are printed without an exponent. */
#define PLAIN_LOW (-7)
#define PLAIN_HIGH 21

#define TOO_LARGE "this number is too large for a 64-bit float"
#define TOO_SMALL "this number is too small for a 64-bit float"
#define BAD_EXPONENT "the exponent of a number is too large"

typedef struct decimal {
    bool negative;
    const char *digits, *end; /* as written: a point and zeros may be among them */
    size_t count;             /* without leading and trailing zeros; 0: the number is 0 */
    int64_t exponent;         /* value = 0.d1d2d3... * 10^exponent */
} decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The exponent after the e, or false if it is beyond the limit. */
static bool read_exponent(const char *p, const char *end, int64_t *exponent) {
    bool negative = *p == '-';
    p += *p == '-' || *p == '+';
    int64_t value = 0;
    for (; p < end; p++) {
        value = value * 10 + (*p - '0');
        if (value > EXPONENT_LIMIT) {
            return false;
        }
    }
    *exponent = negative ? -value : value;
    return true;
}

/* digits [. digits] [e exponent], without the M. */
static bool split_number(const char *text, const char *end, decimal *d) {
    const char *p = text + (*text == '-' || *text == '+');
    int64_t index = 0, whole = -1, exponent = 0; /* digits so far, and before the point */
    int64_t first = 0, last = 0;
    *d = (decimal){.negative = *text == '-'};
    for (; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            whole = index;
            continue;
        }
        if (*p != '0') {
            first = d->digits == NULL ? index : first;
            d->digits = d->digits == NULL ? p : d->digits;
            d->end = p + 1;
            last = index;
        }
        index++;
    }
    if (p < end && !read_exponent(p + 1, end, &exponent)) {
        return false;
    }
    if (d->digits != NULL) {
        assert(*d->digits != '0' && d->end[-1] != '0' && first <= last);
        d->count = (size_t)(last - first) + 1;
        d->exponent = exponent + (whole < 0 ? index : whole) - first;
    }
    return true;
}

/* Up to `limit` significant digits. */
static void put_digits(const decimal *d, size_t limit, mns_buf *out) {
    size_t count = 0;
    for (const char *p = d->digits; p < d->end && count < limit; p++) {
        if (is_digit(*p)) {
            mns_buf_char(out, *p);
            count++;
        }
    }
}

/* 123 with exponent 1 is 1.23, with -1 0.0123, with 5 12300.0; out of range 1.23e40. */
static void put_float(bool negative, const char *digits, size_t count, int64_t exponent,
                      mns_buf *out) {
    assert(count > 0 && digits[0] != '0' && (count == 1 || digits[count - 1] != '0'));
    mns_buf_str(out, negative ? "-" : "");
    bool plain = exponent - 1 >= PLAIN_LOW && exponent - 1 < PLAIN_HIGH;
    int64_t point = plain ? exponent : 1; /* digits before the point */
    if (point <= 0) {
        mns_buf_str(out, "0.");
        mns_buf_repeat(out, '0', (size_t)-point);
        mns_buf_bytes(out, digits, count);
    } else {
        size_t before = (size_t)point < count ? (size_t)point : count;
        mns_buf_bytes(out, digits, before);
        mns_buf_repeat(out, '0', (size_t)point - before);
        mns_buf_char(out, '.');
        mns_buf_bytes(out, digits + before, count - before);
        mns_buf_str(out, before == count ? "0" : "");
    }
    if (!plain) {
        mns_buf_char(out, 'e');
        mns_buf_integer(out, exponent - 1);
    }
}

/* The nearest float; strtod is given digits and an exponent without a point. */
static double round_to_float(const decimal *d, mns_buf *text) {
    mns_buf_clear(text);
    put_digits(d, FLOAT_DIGITS, text);
    size_t kept = d->count < FLOAT_DIGITS ? d->count : FLOAT_DIGITS;
    mns_buf_str(text, d->count > FLOAT_DIGITS ? "1" : ""); /* stands for the digits left out */
    kept += d->count > FLOAT_DIGITS;
    mns_buf_char(text, 'e');
    mns_buf_integer(text, d->exponent - (int64_t)kept);
    return text->failed ? 1.0 : strtod(text->data, NULL);
}

/* Prints a float with the fewest digits that round to it. */
static void put_shortest(bool negative, double value, mns_buf *out) {
    char text[64], digits[32] = "";
    size_t count = 0;
    long exponent = 0;
    for (int precision = DBL_DIG; precision <= DBL_DECIMAL_DIG; precision++) {
        snprintf(text, sizeof text, "%.*e", precision - 1, value);
        const char *e = strchr(text, 'e');
        count = 0;
        for (const char *p = text; p < e; p++) {
            if (is_digit(*p)) {
                digits[count++] = *p;
            }
        }
        exponent = strtol(e + 1, NULL, 10);
        char again[64];
        snprintf(again, sizeof again, "%.*se%ld", (int)count, digits, exponent - (long)count + 1);
        if (strtod(again, NULL) == value) {
            break;
        }
    }
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    put_float(negative, digits, count, exponent + 1, out);
}

static const char *canonical_float(const char *text, const char *end, mns_buf *out) {
    decimal d;
    if (!split_number(text, end, &d)) {
        return BAD_EXPONENT;
    }
    if (d.count == 0) {
        mns_buf_str(out, "0.0"); /* -0.0 = 0.0 */
        return NULL;
    }
    mns_buf digits;
    mns_buf_init(&digits);
    const char *wrong = NULL;
    if (d.count <= DBL_DIG && d.exponent > DBL_MIN_10_EXP + DBL_DIG &&
        d.exponent <= DBL_MAX_10_EXP) {
        put_digits(&d, DBL_DIG, &digits);
        if (!digits.failed) {
            put_float(d.negative, digits.data, digits.size, d.exponent, out);
        }
    } else {
        double value = round_to_float(&d, &digits);
        if (value > DBL_MAX) {
            wrong = TOO_LARGE;
        } else if (value == 0) {
            wrong = TOO_SMALL;
        } else {
            put_shortest(d.negative, value, out);
        }
    }
    out->failed |= digits.failed;
    mns_buf_release(&digits);
    return wrong;
}

/* Digits and an exponent of the last one: 15M, 15e-1M, 1e2M. */
static const char *canonical_decimal(const char *text, const char *end, mns_buf *out) {
    decimal d;
    if (!split_number(text, end, &d)) {
        return BAD_EXPONENT;
    }
    int64_t last = d.exponent - (int64_t)d.count;
    if (last > EXPONENT_LIMIT || last < -(int64_t)EXPONENT_LIMIT) {
        return BAD_EXPONENT;
    }
    mns_buf_str(out, d.negative && d.count > 0 ? "-" : "");
    put_digits(&d, SIZE_MAX, out);
    mns_buf_str(out, d.count == 0 ? "0" : "");
    if (d.count > 0 && last != 0) {
        mns_buf_char(out, 'e');
        mns_buf_integer(out, last);
    }
    mns_buf_char(out, 'M');
    return NULL;
}

/* False if it needs more than 63 bits. */
static bool read_whole(const char *p, const char *end, uint64_t *value) {
    *value = 0;
    for (; p < end; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (*value > (INT64_MAX - digit) / 10) {
            return false;
        }
        *value = *value * 10 + digit;
    }
    return true;
}

static const char *canonical_ratio(const char *text, const char *slash, const char *end,
                                   mns_buf *out, bool *integer) {
    uint64_t above, below;
    bool negative = *text == '-';
    if (!read_whole(text + (*text == '-' || *text == '+'), slash, &above) ||
        !read_whole(slash + 1, end, &below)) {
        return "both numbers of a ratio must be 64-bit integers";
    }
    if (below == 0) {
        return "the denominator of a ratio is zero";
    }
    uint64_t a = above, b = below;
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    assert(above % a == 0 && below % a == 0);
    *integer = below == a;
    mns_buf_str(out, negative && above > 0 ? "-" : "");
    mns_buf_unsigned(out, above / a);
    if (!*integer) {
        mns_buf_char(out, '/');
        mns_buf_unsigned(out, below / a);
    }
    return NULL;
}

const char *mns_number_canonical(const char *text, size_t size, mns_buf *out, bool *integer) {
    assert(size > 0 && out->size == 0);
    const char *end = text + size, *slash = memchr(text, '/', size);
    *integer = false;
    if (text[0] == '#') { /* ##Inf, ##-Inf, ##NaN */
        mns_buf_bytes(out, text, size);
        return NULL;
    }
    if (slash != NULL) {
        return canonical_ratio(text, slash, end, out, integer);
    }
    return end[-1] == 'M' ? canonical_decimal(text, end - 1, out) : canonical_float(text, end, out);
}
