/*
 * writes.h - which micro-operation wrote a value to a key.
 *
 * A hash table of mop ids alone, 4 bytes a slot: key and element are looked up in the mop table.
 */
#ifndef MNS_WRITES_H
#define MNS_WRITES_H

#include "read/tables.h"

typedef struct mns_writes {
    uint32_t *slots;        /* mop ids; MNS_NONE: empty */
    size_t count, capacity; /* capacity is 0 or a power of two */
    uint64_t seed;
} mns_writes;

void mns_writes_init(mns_writes *writes);
void mns_writes_release(mns_writes *writes);

/* The write of this value to this key, or MNS_NONE. */
uint32_t mns_writes_find(const mns_writes *writes, const mns_mops *mops, uint32_t key,
                         mns_value element);
/* Adds a write, unless there is one of the same value to the same key: then *earlier is that,
 * else MNS_NONE. False when out of memory. */
bool mns_writes_add(mns_writes *writes, const mns_mops *mops, uint32_t mop, uint32_t *earlier);

#endif
