/* writes.c - see writes.h. */
#include "history/writes.h"

#include "core/grow.h"

void mns_writes_init(mns_writes *writes) {
    memset(writes, 0, sizeof *writes);
    writes->seed = mns_hash_seed(writes);
}

void mns_writes_release(mns_writes *writes) {
    free(writes->slots);
    memset(writes, 0, sizeof *writes);
}

/* Elements are mostly counted up, and appended and looked up in that order: neighbours share a hash
 * and lie side by side, a line of the cache at a time. The hash is keyed and of everything but the
 * last bits, so no choice of elements can crowd one place. */
#define NEIGHBOURS 16

static size_t home(const mns_writes *writes, uint32_t key, mns_value element) {
    uint32_t number = element >> 1; /* without the bit that marks interned values */
    uint64_t group = (uint64_t)key << 32 | (number / NEIGHBOURS) << 1 | (element & 1);
    uint64_t slot = mns_hash_mix(group, writes->seed) * NEIGHBOURS + number % NEIGHBOURS;
    return (size_t)slot & (writes->capacity - 1);
}

/* The slot that holds the append, or the empty one where it would be. */
static size_t slot_of(const mns_writes *writes, const mns_mops *mops, uint32_t key,
                      mns_value element) {
    size_t slot = home(writes, key, element);
    while (writes->slots[slot] != MNS_NONE &&
           (mops->key[writes->slots[slot]] != key || mops->value[writes->slots[slot]] != element)) {
        slot = (slot + 1) & (writes->capacity - 1);
    }
    return slot;
}

uint32_t mns_writes_find(const mns_writes *writes, const mns_mops *mops, uint32_t key,
                         mns_value element) {
    return writes->capacity == 0 ? MNS_NONE : writes->slots[slot_of(writes, mops, key, element)];
}

static bool enlarge(mns_writes *writes, const mns_mops *mops) {
    mns_writes larger = *writes;
    larger.capacity = writes->capacity == 0 ? 64 : writes->capacity * 2;
    larger.slots = MNS_NEW_ARRAY(uint32_t, larger.capacity);
    if (larger.slots == NULL) {
        return false;
    }
    memset(larger.slots, 0xFF, larger.capacity * sizeof(uint32_t)); /* MNS_NONE */
    for (size_t i = 0; i < writes->capacity; i++) {
        if (writes->slots[i] != MNS_NONE) {
            uint32_t mop = writes->slots[i];
            larger.slots[slot_of(&larger, mops, mops->key[mop], mops->value[mop])] = mop;
        }
    }
    free(writes->slots);
    *writes = larger;
    return true;
}

bool mns_writes_add(mns_writes *writes, const mns_mops *mops, uint32_t mop, uint32_t *earlier) {
    assert(mops->function[mop] == MNS_WRITE);
    if ((writes->count + 1) * 2 > writes->capacity && !enlarge(writes, mops)) {
        return false;
    }
    size_t slot = slot_of(writes, mops, mops->key[mop], mops->value[mop]);
    *earlier = writes->slots[slot];
    if (*earlier == MNS_NONE) {
        writes->slots[slot] = mop;
        writes->count++;
    }
    return true;
}
