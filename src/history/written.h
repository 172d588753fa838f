/*
 * written.h - which micro-operation wrote a value to a key.
 *
 * A hash table of mop ids alone, 4 bytes a slot: key and element are looked up in the mop table.
 */
#ifndef MNS_WRITTEN_H
#define MNS_WRITTEN_H

#include "read/tables.h"

typedef struct mns_written {
    uint32_t *slots;        /* mop ids; MNS_NONE: empty */
    size_t count, capacity; /* capacity is 0 or a power of two */
    uint64_t seed;
} mns_written;

void mns_written_init(mns_written *written);
void mns_written_release(mns_written *written);

/* The write of this value to this key, or MNS_NONE. */
uint32_t mns_written_find(const mns_written *written, const mns_mops *mops, uint32_t key,
                          mns_value element);
/* Adds a write, unless there is one of the same value to the same key: then *earlier is that,
 * else MNS_NONE. False when out of memory. */
bool mns_written_add(mns_written *written, const mns_mops *mops, uint32_t mop, uint32_t *earlier);

#endif
