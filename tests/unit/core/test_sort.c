/*
 * test_sort.c - src/core/sort.c: numbers that are in order, nearly so, and not at all.
 */
#include "core/sort.h"
#include "support/units.h"

enum { MANY = 1000 };

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each number is its place, moved by up to `disorder`. */
static void numbers_are_sorted(void **state) {
    (void)state;
    static const uint32_t disorder[] = {1, 2, 10, 100, 10 * MANY};
    uint64_t random = 5;
    for (uint32_t round = 0; round < 500; round++) {
        uint64_t items[MANY], sorted[MANY];
        size_t count = unit_random(&random, MANY);
        for (size_t i = 0; i < count; i++) {
            items[i] = (i + unit_random(&random, disorder[round % 5])) << (round % 33);
        }
        memcpy(sorted, items, sizeof sorted);
        qsort(sorted, count, sizeof *sorted, ascending);
        mns_sort_u64(items, count);
        assert_memory_equal(items, sorted, count * sizeof *items);
    }
}

/* The other way round: what insertion alone would take long for. */
static void descending_numbers_take_no_longer(void **state) {
    (void)state;
    enum { COUNT = 1000000 };
    uint64_t *items = calloc(COUNT, sizeof *items);
    assert_non_null(items);
    for (size_t i = 0; i < COUNT; i++) {
        items[i] = COUNT - i;
    }
    mns_sort_u64(items, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(items[i], i + 1);
    }
    free(items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_sorted),
        cmocka_unit_test(descending_numbers_take_no_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
