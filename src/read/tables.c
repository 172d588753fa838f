/* tables.c - see tables.h. */
#include "read/tables.h"

#include "core/grow.h"

void mns_tables_init(mns_tables *tables) {
    memset(tables, 0, sizeof *tables);
    mns_values_init(&tables->values);
    mns_index_init(&tables->keys.index);
    mns_spines_init(&tables->spines);
}

void mns_tables_release(mns_tables *tables) {
    mns_values_release(&tables->values);
    free(tables->keys.name);
    free(tables->keys.first_spine);
    mns_index_release(&tables->keys.index);
    free(tables->mops.function);
    free(tables->mops.key);
    free(tables->mops.value);
    free(tables->mops.content);
    free(tables->mops.version);
    mns_spines_release(&tables->spines);
    mns_sets_release(&tables->sets);
    memset(tables, 0, sizeof *tables);
}

uint32_t mns_keys_add(mns_keys *keys, mns_value name) {
    assert(name != MNS_VALUE_NONE && keys->index.count == keys->count);
    size_t capacity = keys->capacity;
    if (keys->count >= MNS_LIMIT_IDS || !MNS_GROW(keys->name, keys->count, capacity, 1) ||
        (capacity != keys->capacity &&
         !mns_grow(&keys->first_spine, &keys->capacity, capacity, sizeof *keys->first_spine)) ||
        !mns_index_add(&keys->index, name, keys->count)) {
        return MNS_NONE;
    }
    uint32_t key = keys->count++;
    keys->name[key] = name;
    keys->first_spine[key] = MNS_NONE;
    return key;
}

bool mns_mops_reserve(mns_mops *mops, size_t extra) {
    if (mops->count + extra <= mops->capacity) {
        return true;
    }
    size_t capacity = mops->capacity < 32 ? 64 : mops->capacity * 2;
    capacity = capacity < mops->count + extra ? mops->count + extra : capacity;
    if (mops->count + extra > MNS_LIMIT_IDS ||
        !mns_resize(&mops->function, capacity, sizeof *mops->function) ||
        !mns_resize(&mops->key, capacity, sizeof *mops->key) ||
        !mns_resize(&mops->value, capacity, sizeof *mops->value) ||
        !mns_resize(&mops->content, capacity, sizeof *mops->content) ||
        (mops->version != NULL && !mns_resize(&mops->version, capacity, sizeof *mops->version))) {
        return false;
    }
    mops->capacity = capacity;
    return true;
}

bool mns_mops_reveal(mns_mops *mops, uint32_t mop, int64_t version) {
    assert(mop < mops->count && mops->count <= mops->capacity);
    if (mops->version == NULL) {
        mops->version = MNS_NEW_ARRAY(int64_t, mops->capacity);
        if (mops->version == NULL) {
            return false;
        }
        for (uint32_t m = 0; m < mops->count; m++) {
            mops->version[m] = MNS_NO_VERSION;
        }
    }
    mops->version[mop] = version;
    return true;
}
