/*
 * test_picture_css.c - the colours of pictures can be read, and are the same for every viewer.
 *
 * Text is legible if its contrast with what is behind it is at least 4.5 : 1 (WCAG 2.1, 1.4.3), in
 * the light and in the dark. A viewer that knows no variables sees the light colours.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/assets/assets.h"
#include <cmocka.h>

/* The n-th definition of a colour: light, dark by preference, dark by choice. */
static uint32_t color(const char *name, unsigned n) {
    char definition[40];
    snprintf(definition, sizeof definition, " --%s: #", name);
    const char *at = mns_asset_picture_css;
    for (unsigned i = 0; i <= n; i++) {
        at = strstr(at, definition);
        assert_non_null(at);
        at += strlen(definition);
    }
    return (uint32_t)strtoul(at, NULL, 16);
}

/* x to the power of 12/5, between 0 and 1, without the mathematical library: its fifth power is
 * known. */
static double power(double x) {
    double fifth = x * x * x * x * x * x * x * x * x * x * x * x;
    double low = 0, high = 1;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        *(middle * middle * middle * middle * middle < fifth ? &low : &high) = middle;
    }
    return low;
}

static double luminance(uint32_t rgb) {
    static const double weights[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = (double)(rgb >> (8 * i) & 0xFF) / 255;
        sum += weights[i] * (part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055));
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b) {
    double x = luminance(a), y = luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

static const char *const text_colors[] = {"ink",   "dim",       "ok",     "info",       "fail",
                                          "ww",    "wr",        "rw",     "process",    "realtime",
                                          "holds", "ruled-out", "partly", "not-judged", "fault"};

static void test_contrast(void **state) {
    (void)state;
    for (unsigned theme = 0; theme < 3; theme++) {
        for (size_t i = 0; i < MNS_COUNT_OF(text_colors); i++) {
            uint32_t ink = color(text_colors[i], theme);
            double on_paper = contrast(ink, color("paper", theme));
            double on_lane = contrast(ink, color("lane", theme));
            double least = on_paper < on_lane ? on_paper : on_lane;
            if (least < 4.5) {
                print_error("%s in theme %u: %.2f\n", text_colors[i], theme, least);
                fail();
            }
        }
    }
}

static void test_dark_is_dark(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(text_colors); i++) {
        assert_int_equal(color(text_colors[i], 1), color(text_colors[i], 2));
        assert_int_not_equal(color(text_colors[i], 0), color(text_colors[i], 1));
    }
}

/* "fill: var(--ink)" follows "fill: #..." with its light value. */
static void test_plain_values(void **state) {
    (void)state;
    unsigned uses = 0;
    for (const char *at = mns_asset_picture_css; (at = strstr(at, "var(--")) != NULL; uses++) {
        char name[32];
        at += strlen("var(--");
        size_t length = strcspn(at, ")");
        assert_in_range(length, 1, sizeof name - 1);
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const char *plain = at;
        while (*plain != '#') {
            plain--;
            assert_true(plain > mns_asset_picture_css && *plain != '{');
        }
        assert_int_equal(strtoul(plain + 1, NULL, 16), color(name, 0));
    }
    assert_true(uses > 20);
}

/* It is put into SVG as it is. */
static void test_no_markup(void **state) {
    (void)state;
    assert_null(strpbrk(mns_asset_picture_css, "<&"));
    assert_null(strstr(mns_asset_picture_css, "url("));
    assert_null(strstr(mns_asset_picture_css, "@import"));
    assert_true(mns_asset_picture_css_size < 8000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_dark_is_dark),
        cmocka_unit_test(test_plain_values),
        cmocka_unit_test(test_no_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
