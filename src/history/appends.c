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

uint32_t mns_appends_find(const mns_appends *appends, const mns_mops *mops, uint32_t key,
                          mns_value element) {
    if (appends->capacity == 0) {
        return MNS_NONE;
    }
    size_t slot = home(appends, key, element);
    for (;; slot = (slot + 1) & (appends->capacity - 1)) {
        uint32_t mop = appends->slots[slot];
        if (mop == MNS_NONE || (mops->key[mop] == key && mops->value[mop] == element)) {
            return mop;
        }
    }
}

static void place(mns_appends *appends, const mns_mops *mops, uint32_t mop) {
    size_t slot = home(appends, mops->key[mop], mops->value[mop]);
    while (appends->slots[slot] != MNS_NONE) {
        slot = (slot + 1) & (appends->capacity - 1);
    }
    appends->slots[slot] = mop;
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
            place(&larger, mops, appends->slots[i]);
        }
    }
    free(appends->slots);
    *appends = larger;
    return true;
}

bool mns_appends_add(mns_appends *appends, const mns_mops *mops, uint32_t mop) {
    assert(mops->function[mop] == MNS_APPEND);
    if ((appends->count + 1) * 2 > appends->capacity && !enlarge(appends, mops)) {
        return false;
    }
    place(appends, mops, mop);
    appends->count++;
    return true;
}
