/*
 * index.h - maps names to ids, where names are numbers that are mostly close together.
 *
 * Keys and processes are mostly consecutive, so most names are in an array that starts near the
 * first one. The others are in a hash map. Memory is linear in the number of names, whatever they
 * are.
 */
#ifndef MNS_INDEX_H
#define MNS_INDEX_H

#include "core/map.h"

typedef struct mns_index {
    uint32_t *near; /* by name - from: id, or MNS_NONE */
    uint64_t from;
    size_t near_count;
    mns_map far;
    size_t count;
} mns_index;

void mns_index_init(mns_index *index);
void mns_index_release(mns_index *index);

/* The id of a name that is not in the array, or MNS_NONE. */
uint32_t mns_index_far(const mns_index *index, uint64_t name);

/* The id of a name, or MNS_NONE. */
static inline uint32_t mns_index_get(const mns_index *index, uint64_t name) {
    uint64_t place = name - index->from;
    uint32_t id = place < index->near_count ? index->near[place] : MNS_NONE;
    return id != MNS_NONE ? id : mns_index_far(index, name);
}

/* Adds a new name. False when out of memory. */
bool mns_index_add(mns_index *index, uint64_t name, uint32_t id);

#endif
