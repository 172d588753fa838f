/* appends.c - see appends.h. */
#include "history/appends.h"

#include "core/grow.h"

void mns_appends_init(mns_appends *appends) {
    memset(appends, 0, sizeof *appends);
    appends->seed = mns_hash_seed(appends);
}

void mns_appends_release(mns_appends *appends) {
    free(appends->slots);
    memset(appends, 0, sizeof *appends);
}

/* Elements are mostly counted up, and appended and looked up in that order: neighbours share a hash
 * and lie side by side, a line of the cache at a time. The hash is keyed and of everything but the
 * last bits, so no choice of elements can crowd one place. */
#define NEIGHBOURS 16

static size_t home(const mns_appends *appends, uint32_t key, mns_value element) {
    uint32_t number = element >> 1; /* without the bit that marks interned values */
    uint64_t group = (uint64_t)key << 32 | (number / NEIGHBOURS) << 1 | (element & 1);
    uint64_t slot = mns_hash_mix(group, appends->seed) * NEIGHBOURS + number % NEIGHBOURS;
    return (size_t)slot & (appends->capacity - 1);
}

/* The slot that holds the append, or the empty one where it would be. */
static size_t slot_of(const mns_appends *appends, const mns_mops *mops, uint32_t key,
                      mns_value element) {
    size_t slot = home(appends, key, element);
    while (appends->slots[slot] != MNS_NONE && (mops->key[appends->slots[slot]] != key ||
                                                mops->value[appends->slots[slot]] != element)) {
        slot = (slot + 1) & (appends->capacity - 1);
    }
    return slot;
}

uint32_t mns_appends_find(const mns_appends *appends, const mns_mops *mops, uint32_t key,
                          mns_value element) {
    return appends->capacity == 0 ? MNS_NONE : appends->slots[slot_of(appends, mops, key, element)];
}

static bool enlarge(mns_appends *appends, const mns_mops *mops) {
    mns_appends larger = *appends;
    larger.capacity = appends->capacity == 0 ? 64 : appends->capacity * 2;
    larger.slots = MNS_NEW_ARRAY(uint32_t, larger.capacity);
    if (larger.slots == NULL) {
        return false;
    }
    memset(larger.slots, 0xFF, larger.capacity * sizeof(uint32_t)); /* MNS_NONE */
    for (size_t i = 0; i < appends->capacity; i++) {
        if (appends->slots[i] != MNS_NONE) {
            uint32_t mop = appends->slots[i];
            larger.slots[slot_of(&larger, mops, mops->key[mop], mops->value[mop])] = mop;
        }
    }
    free(appends->slots);
    *appends = larger;
    return true;
}

bool mns_appends_add(mns_appends *appends, const mns_mops *mops, uint32_t mop, uint32_t *earlier) {
    assert(mops->function[mop] == MNS_APPEND);
    if ((appends->count + 1) * 2 > appends->capacity && !enlarge(appends, mops)) {
        return false;
    }
    size_t slot = slot_of(appends, mops, mops->key[mop], mops->value[mop]);
    *earlier = appends->slots[slot];
    if (*earlier == MNS_NONE) {
        appends->slots[slot] = mop;
        appends->count++;
    }
    return true;
}
