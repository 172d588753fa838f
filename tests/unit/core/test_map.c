/*
 * test_map.c - src/core/map.c: added entries are found, also with equal or colliding keys.
 */
#include "core/map.h"
#include "support/units.h"

static void empty_map_has_nothing(void **state) {
    (void)state;
    mns_map map;
    size_t slot;
    mns_map_init(&map);
    assert_int_equal(mns_map_get(&map, 0), MNS_NONE);
    assert_int_equal(mns_map_first(&map, UINT64_MAX, &slot), MNS_NONE);
    mns_map_release(&map);
}

static void entries_survive_growth(void **state) {
    (void)state;
    mns_map map;
    mns_map_init(&map);
    for (uint32_t i = 0; i < 50000; i++) {
        assert_true(mns_map_add(&map, (uint64_t)i * i, i));
    }
    assert_int_equal(map.count, 50000);
    assert_true(map.count * 2 <= map.capacity);
    for (uint32_t i = 0; i < 50000; i++) {
        assert_int_equal(mns_map_get(&map, (uint64_t)i * i), i);
    }
    assert_int_equal(mns_map_get(&map, 3), MNS_NONE);
    assert_int_equal(mns_map_get(&map, (uint64_t)50000 * 50000), MNS_NONE);
    mns_map_release(&map);
}

static void borders_of_keys_and_ids(void **state) {
    (void)state;
    mns_map map;
    mns_map_init(&map);
    assert_true(mns_map_add(&map, 0, 0));
    assert_true(mns_map_add(&map, UINT64_MAX, MNS_NONE - 1));
    assert_int_equal(mns_map_get(&map, 0), 0);
    assert_int_equal(mns_map_get(&map, UINT64_MAX), MNS_NONE - 1);
    assert_int_equal(mns_map_get(&map, 1), MNS_NONE);
    assert_int_equal(mns_map_get(&map, UINT64_MAX - 1), MNS_NONE);
    mns_map_release(&map);
}

/* All ids of a key as a bit set; a duplicate id fails the test. */
static uint64_t ids_under(const mns_map *map, uint64_t key) {
    uint64_t set = 0;
    size_t slot;
    for (uint32_t id = mns_map_first(map, key, &slot); id != MNS_NONE;
         id = mns_map_next(map, key, &slot)) {
        assert_true(id < 64);
        assert_true((set >> id & 1) == 0);
        set |= (uint64_t)1 << id;
    }
    return set;
}

/* Three keys with twenty ids each, added in turn: their runs of slots overlap and wrap around. */
static void equal_keys_are_all_found(void **state) {
    (void)state;
    for (int repeat = 0; repeat < 50; repeat++) { /* another seed each time */
        mns_map map;
        mns_map_init(&map);
        for (uint32_t id = 0; id < 60; id++) {
            assert_true(mns_map_add(&map, id % 3, id));
        }
        for (uint64_t key = 0; key < 3; key++) {
            uint64_t expected = 0;
            for (uint64_t id = key; id < 60; id += 3) {
                expected |= (uint64_t)1 << id;
            }
            assert_true(ids_under(&map, key) == expected);
        }
        assert_true(ids_under(&map, 3) == 0);
        mns_map_release(&map);
    }
}

static void hash_depends_on_every_byte(void **state) {
    (void)state;
    char bytes[32] = {0};
    for (size_t size = 0; size <= sizeof bytes; size++) {
        uint64_t hash = mns_hash_bytes(1, bytes, size);
        assert_true(hash == mns_hash_bytes(1, bytes, size));
        assert_true(hash != mns_hash_bytes(2, bytes, size));
        if (size > 0) { /* one zero byte less is another text */
            assert_true(hash != mns_hash_bytes(1, bytes, size - 1));
        }
        for (size_t i = 0; i < size; i++) {
            bytes[i] = 1;
            assert_true(hash != mns_hash_bytes(1, bytes, size));
            bytes[i] = 0;
        }
    }
}

static void hash_does_not_need_alignment(void **state) {
    (void)state;
    char bytes[24] = "xabcdefghijklmnopq";
    char moved[24] = "abcdefghijklmnopq";
    assert_true(mns_hash_bytes(7, bytes + 1, 17) == mns_hash_bytes(7, moved, 17));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_map_has_nothing),
        cmocka_unit_test(entries_survive_growth),
        cmocka_unit_test(borders_of_keys_and_ids),
        cmocka_unit_test(equal_keys_are_all_found),
        cmocka_unit_test(hash_depends_on_every_byte),
        cmocka_unit_test(hash_does_not_need_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
