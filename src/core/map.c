/* map.c - see map.h. */
#include "core/map.h"

#include <time.h>

#include "core/grow.h"

__extension__ typedef unsigned __int128 wide;

uint64_t mns_hash_mix(uint64_t a, uint64_t b) {
    wide product = (wide)(a ^ 0x9E3779B97F4A7C15u) * (b ^ 0xD6E8FEB86659FD93u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t mns_hash_bytes(uint64_t seed, const void *bytes, size_t size) {
    const unsigned char *p = bytes;
    uint64_t hash = mns_hash_mix(seed, size);
    for (; size >= 8; p += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        hash = mns_hash_mix(hash ^ word, seed);
    }
    uint64_t rest = 0;
    memcpy(&rest, p, size);
    return mns_hash_mix(hash ^ rest, seed + 1);
}

/* From the clock and the addresses of heap and stack, which the author of a history cannot predict.
 * A fuzzer needs reproducible runs, hence a fixed seed. */
uint64_t mns_hash_seed(const void *place) {
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    (void)place;
    return 1;
#else
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return mns_hash_mix(mns_hash_mix(time, (uintptr_t)place), (uintptr_t)&now);
#endif
}

void mns_map_init(mns_map *map) {
    memset(map, 0, sizeof *map);
    map->seed = mns_hash_seed(map);
}

void mns_map_release(mns_map *map) {
    free(map->slots);
    memset(map, 0, sizeof *map);
}

/* Mixed twice: mixed once, consecutive keys cluster for one seed in a few dozen. */
static size_t home(const mns_map *map, uint64_t key) {
    return (size_t)mns_hash_mix(mns_hash_mix(key, map->seed), map->seed) & (map->capacity - 1);
}

uint32_t mns_map_next(const mns_map *map, uint64_t key, size_t *slot) {
    assert(map->count < map->capacity); /* an empty slot ends every search */
    for (;;) {
        *slot = (*slot + 1) & (map->capacity - 1);
        if (map->slots[*slot].id == MNS_NONE || map->slots[*slot].key == key) {
            return map->slots[*slot].id;
        }
    }
}

uint32_t mns_map_first(const mns_map *map, uint64_t key, size_t *slot) {
    if (map->capacity == 0) {
        return MNS_NONE;
    }
    *slot = (home(map, key) + map->capacity - 1) & (map->capacity - 1);
    return mns_map_next(map, key, slot);
}

uint32_t mns_map_get(const mns_map *map, uint64_t key) {
    size_t slot;
    return mns_map_first(map, key, &slot);
}

static void place(mns_map *map, uint64_t key, uint32_t id) {
    size_t slot = home(map, key);
    while (map->slots[slot].id != MNS_NONE) {
        slot = (slot + 1) & (map->capacity - 1);
    }
    map->slots[slot].key = key;
    map->slots[slot].id = id;
}

static bool enlarge(mns_map *map) {
    assert((map->capacity & (map->capacity - 1)) == 0); /* 0 or a power of two */
    mns_map larger = *map;
    larger.capacity = map->capacity == 0 ? 16 : map->capacity * 2;
    larger.slots = MNS_NEW_ARRAY(struct mns_map_slot, larger.capacity);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < larger.capacity; i++) {
        larger.slots[i].id = MNS_NONE;
    }
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->slots[i].id != MNS_NONE) {
            place(&larger, map->slots[i].key, map->slots[i].id);
        }
    }
    free(map->slots);
    *map = larger;
    return true;
}

bool mns_map_put(mns_map *map, uint64_t key, uint32_t id) {
    size_t slot;
    if (mns_map_first(map, key, &slot) == MNS_NONE) {
        return mns_map_add(map, key, id);
    }
    map->slots[slot].id = id;
    return true;
}

bool mns_map_add(mns_map *map, uint64_t key, uint32_t id) {
    assert(id != MNS_NONE);
    if ((map->count + 1) * 2 > map->capacity && !enlarge(map)) {
        return false;
    }
    place(map, key, id);
    map->count++;
    assert(map->count * 2 <= map->capacity);
    return true;
}
