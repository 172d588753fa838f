/* test_elide.c - which parts of a long row are shown. */
#include "explain/elide.h"

#include "unit/support/explain_support.h"

/* The ranges as text: "0-2 5-8 98-100". */
static void assert_ranges(uint32_t count, const uint32_t *places, uint32_t place_count,
                          const char *expected) {
    mns_ranges ranges;
    mns_ranges_pick(count, places, place_count, &ranges);
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t i = 0; i < ranges.count; i++) {
        mns_buf_printf(&out, "%s%u-%u", i > 0 ? " " : "", (unsigned)ranges.items[i].start,
                       (unsigned)ranges.items[i].end);
    }
    char *text = mns_buf_take(&out, NULL);
    assert_string_equal(text, expected);
    free(text);
}

static void test_ends_and_places(void **state) {
    (void)state;
    assert_ranges(100, (const uint32_t[]){50}, 1, "0-2 49-52 98-100");
    assert_ranges(100, NULL, 0, "0-2 98-100");
    assert_ranges(100, (const uint32_t[]){0, 99}, 2, "0-2 98-100");
    assert_ranges(100, (const uint32_t[]){20, 50}, 2, "0-2 19-22 49-52 98-100");
}

static void test_small_gaps_are_shown(void **state) {
    (void)state;
    assert_ranges(100, (const uint32_t[]){4}, 1, "0-6 98-100"); /* 2 alone would be elided */
    assert_ranges(100, (const uint32_t[]){5}, 1, "0-2 4-7 98-100");
    assert_ranges(100, (const uint32_t[]){50, 52}, 2, "0-2 49-54 98-100");
    assert_ranges(100, (const uint32_t[]){50, 54}, 2, "0-2 49-56 98-100");
    assert_ranges(100, (const uint32_t[]){95}, 1, "0-2 94-100");
}

static void test_short_rows_are_whole(void **state) {
    (void)state;
    assert_ranges(0, NULL, 0, "");
    assert_ranges(1, NULL, 0, "0-1");
    assert_ranges(5, (const uint32_t[]){2}, 1, "0-5");
    assert_ranges(6, NULL, 0, "0-2 4-6");
}

static void test_full_house(void **state) {
    (void)state;
    const uint32_t places[MNS_LIMIT_PLACES] = {10, 20, 30, 40, 50, 60, 70, 80};
    assert_ranges(100, places, MNS_LIMIT_PLACES,
                  "0-2 9-12 19-22 29-32 39-42 49-52 59-62 69-72 79-82 98-100");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_and_places),
        cmocka_unit_test(test_small_gaps_are_shown),
        cmocka_unit_test(test_short_rows_are_whole),
        cmocka_unit_test(test_full_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
