/*
 * write_map.h - a hash table from (key, value) to the micro-operation that wrote the value.
 *
 * Slots have only the mop id, 4 bytes; key and value are looked up in the mop table.
 */
#ifndef MNS_WRITE_MAP_H
#define MNS_WRITE_MAP_H

#include "read/tables.h"

typedef struct mns_write_map {
    uint32_t *slots;        /* mop ids; MNS_NONE: empty */
    size_t count, capacity; /* capacity is 0 or a power of two */
    uint64_t seed;
} mns_write_map;

void mns_write_map_init(mns_write_map *written);
void mns_write_map_release(mns_write_map *written);

/* The write of this value to this key, or MNS_NONE. */
uint32_t mns_write_map_find(const mns_write_map *written, const mns_mops *mops, uint32_t key,
                            mns_value element);
/* Adds a write unless there is one of the same value to the same key; *earlier is that one, else
 * MNS_NONE. False when out of memory. */
bool mns_write_map_add(mns_write_map *written, const mns_mops *mops, uint32_t mop,
                       uint32_t *earlier);

#endif
