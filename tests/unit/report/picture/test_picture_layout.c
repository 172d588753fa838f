/* test_picture_layout.c - text in pixels, boxes, curves. */
#include "report/picture/picture_layout.h"

#include "unit/support/picture_support.h"

static void test_cells(void **state) {
    (void)state;
    assert_int_equal(mns_text_cells(""), 0);
    assert_int_equal(mns_text_cells("append 5"), 8);
    assert_int_equal(mns_text_cells("ключ"), 4);
    assert_int_equal(mns_text_cells("日本語"), 6);
    assert_int_equal(mns_text_cells("😀"), 2);
    assert_int_equal(mns_text_cells("e\xCC\x81"), 1);    /* a combining accent */
    assert_int_equal(mns_text_cells("\xFF\xE6\x97"), 3); /* broken: a cell for each byte */
    assert_int_equal(mns_text_width("1234"), 29);
}

static void test_cut(void **state) {
    (void)state;
    mns_arena arena;
    mns_arena_init(&arena);
    assert_string_equal(mns_text_cut(&arena, "abcdef", 6), "abcdef");
    assert_string_equal(mns_text_cut(&arena, "abcdefg", 6), "abcde…");
    assert_string_equal(mns_text_cut(&arena, "日本語", 5), "日本…");
    assert_string_equal(mns_text_cut(&arena, "日本語", 4), "日…");
    assert_string_equal(mns_text_cut(&arena, "日本語", 1), "…");
    for (uint32_t cells = 1; cells < 12; cells++) {
        assert_true(mns_text_cells(mns_text_cut(&arena, "a日b本c語d", cells)) <= cells);
    }
    mns_arena_release(&arena);
}

static void expect_written(void (*write)(mns_buf *, uint64_t), uint64_t number, const char *text) {
    mns_buf out;
    mns_buf_init(&out);
    write(&out, number);
    assert_string_equal(out.data, text);
    mns_buf_release(&out);
}

static void test_numbers(void **state) {
    (void)state;
    expect_written(mns_buf_thousands, 0, "0");
    expect_written(mns_buf_thousands, 999, "999");
    expect_written(mns_buf_thousands, 99988, "99,988");
    expect_written(mns_buf_thousands, 1000000, "1,000,000");
    expect_written(mns_buf_thousands, UINT64_MAX, "18,446,744,073,709,551,615");
}

static void test_boxes(void **state) {
    (void)state;
    mns_box a = {0, 0, 10, 10}, b = {10, 0, 10, 10};
    assert_int_equal(mns_box_common(a, b, 0), 0);
    assert_int_equal(mns_box_common(a, b, 2), 20);
    mns_box both = mns_box_around(a, b);
    assert_int_equal(both.width, 20);
    assert_int_equal(both.height, 10);
}

/* A part of a curve has the same points as the curve. */
static void test_curve_part(void **state) {
    (void)state;
    mns_curve curve = {{{0, 0}, {640, -1280}, {-1280, 640}, {1920, 1920}}};
    mns_curve part = mns_curve_part(&curve, 16, 48);
    for (int32_t t = 0; t <= 64; t += 2) {
        mns_point of_part = mns_curve_at(&part, t), of_curve = mns_curve_at(&curve, 16 + t / 2);
        assert_in_range(of_part.x - of_curve.x + 1, 0, 2);
        assert_in_range(of_part.y - of_curve.y + 1, 0, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells),      cmocka_unit_test(test_cut),
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_curve_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
