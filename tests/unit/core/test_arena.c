/*
 * test_arena.c - src/core/arena.c: alignment, zeroes, large things, strings, sizes that cannot be.
 */
#include "core/arena.h"
#include "support/units.h"

static void small_things_are_aligned_and_zeroed(void **state) {
    (void)state;
    mns_arena arena;
    mns_arena_init(&arena);
    for (size_t size = 1; size < 3000; size++) {
        unsigned char *bytes = mns_arena_alloc(&arena, size, 1);
        assert_non_null(bytes);
        assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(bytes[i], 0);
        }
        memset(bytes, 0xA5, size); /* later allocations are still zeroed */
    }
    assert_false(arena.failed);
    mns_arena_release(&arena);
    assert_null(arena.blocks);
}

static void large_things_fit_between_small_ones(void **state) {
    (void)state;
    mns_arena arena;
    mns_arena_init(&arena);
    const char *before = mns_arena_str(&arena, "before");
    uint64_t *numbers = MNS_ARENA_ARRAY(&arena, uint64_t, 1000000);
    assert_non_null(numbers);
    numbers[999999] = 1;
    assert_string_equal(before, "before");
    assert_string_equal(mns_arena_str(&arena, "after"), "after");
    mns_arena_release(&arena);
}

static void strings_are_copied(void **state) {
    (void)state;
    mns_arena arena;
    mns_buf text;
    mns_arena_init(&arena);
    mns_buf_init(&text);
    assert_string_equal(mns_arena_bytes(&arena, "abcdef", 3), "abc");
    assert_string_equal(mns_arena_bytes(&arena, NULL, 0), "");
    assert_string_equal(mns_arena_take(&arena, &text), "");
    mns_buf_str(&text, "taken");
    assert_string_equal(mns_arena_take(&arena, &text), "taken");
    assert_int_equal(text.size, 0);
    mns_buf_release(&text);
    mns_arena_release(&arena);
}

static void failure_is_remembered(void **state) {
    (void)state;
    mns_arena arena;
    mns_arena_init(&arena);
    assert_null(mns_arena_alloc(&arena, SIZE_MAX / 2, 16));
    assert_true(arena.failed);
    assert_null(mns_arena_alloc(&arena, 1, 1));
    assert_string_equal(mns_arena_str(&arena, "lost"), "");
    mns_arena_release(&arena);

    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "half");
    text.failed = true;
    mns_arena_take(&arena, &text);
    assert_true(arena.failed);
    mns_buf_release(&text);
    mns_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_things_are_aligned_and_zeroed),
        cmocka_unit_test(large_things_fit_between_small_ones),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(failure_is_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
