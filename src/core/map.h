/*
 * map.h - hash map from 64-bit keys to 32-bit ids.
 *
 * Open addressing with linear probing, at most half full. The hash is keyed by a seed that differs
 * between runs, so a history cannot be made to collide. No code iterates over a map, so the seed
 * has no effect on output. For keys longer than 64 bits, store mns_hash_bytes and compare each
 * candidate (mns_map_next).
 */
#ifndef MNS_MAP_H
#define MNS_MAP_H

#include "core/base.h"

typedef struct mns_map {
    struct mns_map_slot {
        uint64_t key;
        uint32_t id; /* MNS_NONE: empty */
    } * slots;
    size_t count, capacity; /* capacity is 0 or a power of two */
    uint64_t seed;
} mns_map;

void mns_map_init(mns_map *map);
void mns_map_release(mns_map *map);

/* The id stored under the key, or MNS_NONE. */
uint32_t mns_map_get(const mns_map *map, uint64_t key);
/* For keys with several entries (hashes): the first id of the key, then the next; *slot is the
 * iterator. MNS_NONE when there are no more. */
uint32_t mns_map_first(const mns_map *map, uint64_t key, size_t *slot);
uint32_t mns_map_next(const mns_map *map, uint64_t key, size_t *slot);
/* Adds an entry, also if the key has one already. False when out of memory. */
bool mns_map_add(mns_map *map, uint64_t key, uint32_t id);
/* Changes the entry of the key, or adds one. False when out of memory. */
bool mns_map_put(mns_map *map, uint64_t key, uint32_t id);

/* A keyed hash of bytes. */
uint64_t mns_hash_bytes(uint64_t seed, const void *bytes, size_t size);
uint64_t mns_hash_mix(uint64_t a, uint64_t b);
/* A seed that no input can predict; place is any address. */
uint64_t mns_hash_seed(const void *place);

#endif
