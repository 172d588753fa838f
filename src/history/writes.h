/*
 * appends.h - which micro-operation appended an element to a key.
 *
 * A hash table of mop ids alone, 4 bytes a slot: key and element are looked up in the mop table.
 */
#ifndef MNS_APPENDS_H
#define MNS_APPENDS_H

#include "read/tables.h"

typedef struct mns_appends {
    uint32_t *slots;        /* mop ids; MNS_NONE: empty */
    size_t count, capacity; /* capacity is 0 or a power of two */
    uint64_t seed;
} mns_appends;

void mns_appends_init(mns_appends *appends);
void mns_appends_release(mns_appends *appends);

/* The append of this element to this key, or MNS_NONE. */
uint32_t mns_appends_find(const mns_appends *appends, const mns_mops *mops, uint32_t key,
                          mns_value element);
/* Adds an append, unless there is one of the same element to the same key: then *earlier is that,
 * else MNS_NONE. False when out of memory. */
bool mns_appends_add(mns_appends *appends, const mns_mops *mops, uint32_t mop, uint32_t *earlier);

#endif
