/* write_map.c - see write_map.h. */
#include "history/write_map.h"

#include "core/grow.h"

void mns_write_map_init(mns_write_map *written) {
    memset(written, 0, sizeof *written);
    written->seed = mns_hash_seed(written);
}

void mns_write_map_release(mns_write_map *written) {
    free(written->slots);
    memset(written, 0, sizeof *written);
}

/* Elements are mostly consecutive, and written and looked up in that order. So NEIGHBOURS of them
 * share a hash and lie side by side, in one cache line. The hash is keyed and covers everything but
 * the last bits, so hostile elements cannot collide. */
#define NEIGHBOURS 16

static size_t home(const mns_write_map *written, uint32_t key, mns_value element) {
    uint32_t number = element >> 1; /* without the bit that marks interned values */
    uint64_t group = (uint64_t)key << 32 | (number / NEIGHBOURS) << 1 | (element & 1);
    uint64_t slot = mns_hash_mix(group, written->seed) * NEIGHBOURS + number % NEIGHBOURS;
    return (size_t)slot & (written->capacity - 1);
}

/* The slot of the write, or the empty slot where it would be. */
static size_t slot_of(const mns_write_map *written, const mns_mops *mops, uint32_t key,
                      mns_value element) {
    size_t slot = home(written, key, element);
    while (written->slots[slot] != MNS_NONE && (mops->key[written->slots[slot]] != key ||
                                                mops->value[written->slots[slot]] != element)) {
        slot = (slot + 1) & (written->capacity - 1);
    }
    return slot;
}

uint32_t mns_write_map_find(const mns_write_map *written, const mns_mops *mops, uint32_t key,
                            mns_value element) {
    return written->capacity == 0 ? MNS_NONE : written->slots[slot_of(written, mops, key, element)];
}

static bool enlarge(mns_write_map *written, const mns_mops *mops) {
    assert((written->capacity & (written->capacity - 1)) == 0); /* 0 or a power of two */
    mns_write_map larger = *written;
    larger.capacity = written->capacity == 0 ? 64 : written->capacity * 2;
    larger.slots = MNS_NEW_ARRAY(uint32_t, larger.capacity);
    if (larger.slots == NULL) {
        return false;
    }
    memset(larger.slots, 0xFF, larger.capacity * sizeof(uint32_t)); /* MNS_NONE */
    for (size_t i = 0; i < written->capacity; i++) {
        if (written->slots[i] != MNS_NONE) {
            uint32_t mop = written->slots[i];
            larger.slots[slot_of(&larger, mops, mops->key[mop], mops->value[mop])] = mop;
        }
    }
    free(written->slots);
    *written = larger;
    return true;
}

bool mns_write_map_add(mns_write_map *written, const mns_mops *mops, uint32_t mop,
                       uint32_t *earlier) {
    assert(mops->function[mop] == MNS_WRITE);
    if ((written->count + 1) * 2 > written->capacity && !enlarge(written, mops)) {
        return false;
    }
    size_t slot = slot_of(written, mops, mops->key[mop], mops->value[mop]);
    *earlier = written->slots[slot];
    if (*earlier == MNS_NONE) {
        written->slots[slot] = mop;
        written->count++;
    }
    assert(written->count * 2 <= written->capacity); /* an empty slot ends every search */
    return true;
}
