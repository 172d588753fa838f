/* name_set.c - see name_set.h. */
#include "format/name_set.h"

#include "core/grow.h"

void mns_name_set_init(mns_name_set *set) {
    memset(set, 0, sizeof *set);
    mns_buf_init(&set->bytes);
    mns_map_init(&set->index);
}

void mns_name_set_release(mns_name_set *set) {
    mns_buf_release(&set->bytes);
    free(set->starts);
    mns_map_release(&set->index);
    memset(set, 0, sizeof *set);
}

static bool is_name(const mns_name_set *set, uint32_t id, const void *name, size_t size) {
    assert(id < set->count);
    return set->starts[id + 1] - set->starts[id] == size &&
           (size == 0 || memcmp(set->bytes.data + set->starts[id], name, size) == 0);
}

static bool has(const mns_name_set *set, uint64_t hash, const void *name, size_t size) {
    size_t slot;
    uint32_t id = mns_map_first(&set->index, hash, &slot);
    while (id != MNS_NONE && !is_name(set, id, name, size)) {
        id = mns_map_next(&set->index, hash, &slot);
    }
    return id != MNS_NONE;
}

bool mns_name_set_has(const mns_name_set *set, const void *name, size_t size) {
    return set->count > 0 && has(set, mns_hash_bytes(set->index.seed, name, size), name, size);
}

bool mns_name_set_add(mns_name_set *set, const void *name, size_t size, bool *added) {
    uint64_t hash = mns_hash_bytes(set->index.seed, name, size);
    *added = set->count == 0 || !has(set, hash, name, size);
    if (!*added) {
        return true;
    }
    if (set->count >= MNS_LIMIT_IDS || !MNS_GROW(set->starts, set->count, set->capacity, 2) ||
        !mns_map_add(&set->index, hash, (uint32_t)set->count)) {
        return false;
    }
    set->starts[set->count++] = set->bytes.size;
    mns_buf_bytes(&set->bytes, name, size);
    set->starts[set->count] = set->bytes.size;
    return !set->bytes.failed;
}
