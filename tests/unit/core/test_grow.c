/*
 * test_grow.c - src/core/grow.c: arrays grow without losing what they hold, and refuse what no
 * memory can hold without touching what they have.
 */
#include "core/grow.h"
#include "support/units.h"

static void pushes_keep_what_was_there(void **state) {
    (void)state;
    uint32_t *items = NULL;
    size_t count = 0, capacity = 0, moves = 0;
    for (; count < 100000; moves++) {
        assert_true(MNS_GROW(items, count, capacity, 1));
        assert_true(capacity > count);
        for (; count < capacity; count++) {
            items[count] = (uint32_t)count * 3;
        }
    }
    assert_in_range(moves, 10, 20); /* doubling, not creeping */
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(items[i], i * 3);
    }
    free(items);
}

static void room_that_is_there_is_not_grown(void **state) {
    (void)state;
    char *items = NULL;
    size_t capacity = 0, nothing = 0;
    assert_true(MNS_GROW(items, nothing, capacity, nothing));
    assert_null(items);
    assert_true(MNS_GROW(items, 0, capacity, 1));
    size_t had = capacity;
    assert_true(MNS_GROW(items, had - 1, capacity, 1));
    assert_int_equal(capacity, had);
    assert_true(MNS_GROW(items, had, capacity, 1));
    assert_int_equal(capacity, 2 * had);
    assert_true(MNS_GROW(items, 0, capacity, 1000)); /* one large step is taken at once */
    assert_int_equal(capacity, 1000);
    free(items);
}

static void too_much_leaves_the_array_alone(void **state) {
    (void)state;
    uint64_t *items = NULL;
    size_t capacity = 0;
    assert_true(MNS_GROW(items, 0, capacity, 8));
    items[7] = 42;
    uint64_t *before = items;
    size_t had = capacity;
    assert_false(MNS_GROW(items, 8, capacity, SIZE_MAX / 8));
    assert_false(mns_grow(&items, &capacity, SIZE_MAX / 8 + 1, sizeof *items));
    assert_ptr_equal(items, before);
    assert_int_equal(capacity, had);
    assert_int_equal(items[7], 42);
    free(items);
}

static void new_arrays_are_zero_and_never_null(void **state) {
    (void)state;
    uint32_t *items = MNS_NEW_ARRAY(uint32_t, 1000);
    for (size_t i = 0; i < 1000; i++) {
        assert_int_equal(items[i], 0);
    }
    free(items);
    void *empty = MNS_NEW_ARRAY(uint64_t, 0);
    assert_non_null(empty);
    free(empty);
    volatile size_t huge = SIZE_MAX / 4; /* times eight: more than there are addresses */
    assert_null(MNS_NEW_ARRAY(uint64_t, huge));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_keep_what_was_there),
        cmocka_unit_test(room_that_is_there_is_not_grown),
        cmocka_unit_test(too_much_leaves_the_array_alone),
        cmocka_unit_test(new_arrays_are_zero_and_never_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
