/*
 * tables.h - what was read: keys, micro-operations, values and spines, by dense id.
 *
 *   mop     f | key | value | spine      append: value is the element
 *                                        read:   value is the length of the list read (0 for nil
 *                                                and []), spine the spine it is a prefix of
 *                                                (MNS_NONE where the length is 0); MNS_VALUE_NONE
 *                                                as value: the read was not answered
 *   key     name | first spine
 *
 * Micro-operations of one transaction are consecutive; transactions are in history.h.
 */
#ifndef MNS_TABLES_H
#define MNS_TABLES_H

#include "core/base.h"
#include "core/map.h"
#include "read/spines.h"
#include "read/values.h"

typedef enum mns_function { MNS_APPEND, MNS_READ } mns_function;

typedef struct mns_mops {
    uint8_t *function; /* mns_function */
    uint32_t *key;
    uint32_t *value;
    uint32_t *spine;
    uint32_t count;
    size_t capacity;
} mns_mops;

typedef struct mns_keys {
    mns_value *name;
    uint32_t *first_spine;
    uint32_t count;
    size_t capacity;
    mns_map index; /* value -> key id */
} mns_keys;

typedef struct mns_tables {
    mns_values values;
    mns_keys keys;
    mns_mops mops;
    mns_spines spines;
} mns_tables;

void mns_tables_init(mns_tables *tables);
void mns_tables_release(mns_tables *tables);

/* The id of a key, made if it is new; MNS_NONE when out of memory. */
uint32_t mns_keys_intern(mns_keys *keys, mns_value name);
/* Adds a row; false when out of memory. */
bool mns_mops_add(mns_mops *mops, mns_function function, uint32_t key, uint32_t value,
                  uint32_t spine);

static inline bool mns_mop_is_read(const mns_mops *mops, uint32_t mop) {
    return mops->function[mop] == MNS_READ;
}

/* True for a read whose value is known (an ok read of nil or [] is known to be empty). */
static inline bool mns_mop_is_answered(const mns_mops *mops, uint32_t mop) {
    return mops->function[mop] == MNS_READ && mops->value[mop] != MNS_VALUE_NONE;
}

/* The elements that a read saw: *count of them. */
static inline const mns_value *mns_mop_list(const mns_tables *tables, uint32_t mop,
                                            uint32_t *count) {
    assert(mns_mop_is_answered(&tables->mops, mop));
    *count = tables->mops.value[mop];
    return *count == 0 ? NULL : tables->spines.items[tables->mops.spine[mop]].elements;
}

#endif
