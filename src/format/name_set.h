/*
 * name_set.h - a set of byte strings, compared byte by byte.
 */
#ifndef MNS_NAME_SET_H
#define MNS_NAME_SET_H

#include "core/buf.h"
#include "core/map.h"

typedef struct mns_name_set {
    mns_buf bytes;    /* all names, one after the other */
    uint64_t *starts; /* of each name in bytes; starts[count] is the end of the last */
    size_t count, capacity;
    mns_map index; /* hash -> names */
} mns_name_set;

/* A zeroed set is empty too. */
void mns_name_set_init(mns_name_set *set);
void mns_name_set_release(mns_name_set *set);

bool mns_name_set_has(const mns_name_set *set, const void *name, size_t size);
/* Adds a name; *added is false if the set has it already. False when out of memory. */
bool mns_name_set_add(mns_name_set *set, const void *name, size_t size, bool *added);

#endif
