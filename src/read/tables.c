/* tables.c - see tables.h. */
#include "read/tables.h"

#include "core/grow.h"

void mns_tables_init(mns_tables *tables) {
    memset(tables, 0, sizeof *tables);
    mns_values_init(&tables->values);
    mns_map_init(&tables->keys.index);
    mns_spines_init(&tables->spines);
}

void mns_tables_release(mns_tables *tables) {
    mns_values_release(&tables->values);
    free(tables->keys.name);
    free(tables->keys.first_spine);
    mns_map_release(&tables->keys.index);
    free(tables->mops.function);
    free(tables->mops.key);
    free(tables->mops.value);
    free(tables->mops.content);
    free(tables->mops.version);
    mns_spines_release(&tables->spines);
    mns_sets_release(&tables->sets);
    memset(tables, 0, sizeof *tables);
}

uint32_t mns_keys_intern(mns_keys *keys, mns_value name) {
    uint32_t key = mns_map_get(&keys->index, name);
    if (key != MNS_NONE) {
        return key;
    }
    size_t capacity = keys->capacity;
    if (keys->count >= MNS_LIMIT_IDS || !MNS_GROW(keys->name, keys->count, capacity, 1) ||
        (capacity != keys->capacity &&
         !mns_grow(&keys->first_spine, &keys->capacity, capacity, sizeof *keys->first_spine)) ||
        !mns_map_add(&keys->index, name, keys->count)) {
        return MNS_NONE;
    }
    key = keys->count++;
    keys->name[key] = name;
    keys->first_spine[key] = MNS_NONE;
    return key;
}

/* Makes all columns `capacity` long; columns that grew before a failure just stay longer. */
static bool mops_resize(mns_mops *mops, size_t capacity) {
    uint8_t *function = realloc(mops->function, capacity * sizeof *function);
    mops->function = function == NULL ? mops->function : function;
    uint32_t *key = realloc(mops->key, capacity * sizeof *key);
    mops->key = key == NULL ? mops->key : key;
    uint32_t *value = realloc(mops->value, capacity * sizeof *value);
    mops->value = value == NULL ? mops->value : value;
    uint32_t *content = realloc(mops->content, capacity * sizeof *content);
    mops->content = content == NULL ? mops->content : content;
    int64_t *version = NULL;
    if (mops->version != NULL) {
        version = realloc(mops->version, capacity * sizeof *version);
        mops->version = version == NULL ? mops->version : version;
    }
    return function != NULL && key != NULL && value != NULL && content != NULL &&
           (mops->version == NULL || version != NULL);
}

bool mns_mops_add(mns_mops *mops, mns_function function, uint32_t key, uint32_t value,
                  uint32_t content) {
    if (mops->count == mops->capacity) {
        size_t capacity = mops->capacity == 0 ? 64 : mops->capacity * 2;
        if (mops->count >= MNS_LIMIT_IDS || !mops_resize(mops, capacity)) {
            return false;
        }
        mops->capacity = capacity;
    }
    mops->function[mops->count] = (uint8_t)function;
    mops->key[mops->count] = key;
    mops->value[mops->count] = value;
    mops->content[mops->count] = content;
    if (mops->version != NULL) {
        mops->version[mops->count] = MNS_NO_VERSION;
    }
    mops->count++;
    return true;
}

bool mns_mops_reveal(mns_mops *mops, uint32_t mop, int64_t version) {
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
