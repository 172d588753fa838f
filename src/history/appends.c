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

static size_t home(const mns_appends *appends, uint32_t key, mns_value element) {
    uint64_t pair = (uint64_t)key << 32 | element;
    return (size_t)mns_hash_mix(pair, appends->seed) & (appends->capacity - 1);
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
