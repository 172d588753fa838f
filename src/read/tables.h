/*
 * tables.h - tables of keys, micro-operations, values, lists and sets, by dense id.
 *
 *   mop     f | key | value | content | version
 *   key     name | first spine
 *
 * The meaning of value and content depends on the workload:
 *
 *                 write                read
 *   list-append   value: the element   value: the length of the list (0 for nil and []),
 *                                      content: the spine it is a prefix of (MNS_NONE where 0)
 *   rw-register   value: the value     value: the value (MNS_VALUE_INITIAL for nil)
 *   set           value: the element   value: the number of elements (0 for nil and #{}),
 *                                      content: the set (MNS_NONE where 0)
 *   counter       value: the amount    value: the sum (an integer; nil is 0)
 *
 * A read without a result has the value MNS_VALUE_NONE in every workload. Version is what the
 * database revealed with {:version n}; the column exists only if some micro-operation has one.
 * Micro-operations of one transaction are consecutive; transactions are in history.h.
 */
#ifndef MNS_TABLES_H
#define MNS_TABLES_H

#include "core/base.h"
#include "core/index.h"
#include "read/sets.h"
#include "read/spines.h"
#include "read/values.h"

typedef enum mns_function { MNS_WRITE, MNS_READ } mns_function;

#define MNS_NO_VERSION INT64_MIN

typedef struct mns_mops {
    uint8_t *function; /* mns_function */
    uint32_t *key;
    uint32_t *value;
    uint32_t *content;
    int64_t *version; /* MNS_NO_VERSION: not revealed; NULL if no mop has one */
    bool annotated;   /* the map of some mop has more than a version, which is not read */
    uint32_t count;
    size_t capacity;
} mns_mops;

typedef struct mns_keys {
    mns_value *name;
    uint32_t *first_spine; /* list-append: its first spine; set: the set read last */
    uint32_t count;
    size_t capacity;
    mns_index index; /* value -> key id */
} mns_keys;

typedef struct mns_tables {
    mns_values values;
    mns_keys keys;
    mns_mops mops;
    mns_spines spines;
    mns_sets sets;
} mns_tables;

void mns_tables_init(mns_tables *tables);
void mns_tables_release(mns_tables *tables);

/* Adds a key that is new; MNS_NONE when out of memory. */
uint32_t mns_keys_add(mns_keys *keys, mns_value name);

/* The id of a key, which is added if it is new; MNS_NONE when out of memory. */
static inline uint32_t mns_keys_intern(mns_keys *keys, mns_value name) {
    uint32_t key = mns_index_get(&keys->index, name);
    return key != MNS_NONE ? key : mns_keys_add(keys, name);
}

/* Makes room for `extra` rows; false when out of memory. */
bool mns_mops_reserve(mns_mops *mops, size_t extra);
/* Sets the version of a row; false when out of memory. */
bool mns_mops_reveal(mns_mops *mops, uint32_t mop, int64_t version);

/* Adds a row; false when out of memory. */
static inline bool mns_mops_add(mns_mops *mops, mns_function function, uint32_t key, uint32_t value,
                                uint32_t content) {
    if (mops->count == mops->capacity && !mns_mops_reserve(mops, 1)) {
        return false;
    }
    assert(key != MNS_NONE && (content == MNS_NONE || function == MNS_READ));
    uint32_t mop = mops->count++;
    mops->function[mop] = (uint8_t)function;
    mops->key[mop] = key;
    mops->value[mop] = value;
    mops->content[mop] = content;
    if (mops->version != NULL) {
        mops->version[mop] = MNS_NO_VERSION;
    }
    return true;
}

static inline bool mns_mop_is_read(const mns_mops *mops, uint32_t mop) {
    return mops->function[mop] == MNS_READ;
}

/* True for a read with a result (an ok read of nil or [] returned the empty list). */
static inline bool mns_mop_is_answered(const mns_mops *mops, uint32_t mop) {
    return mops->function[mop] == MNS_READ && mops->value[mop] != MNS_VALUE_NONE;
}

static inline int64_t mns_mop_version(const mns_mops *mops, uint32_t mop) {
    return mops->version == NULL ? MNS_NO_VERSION : mops->version[mop];
}

/* The *count elements that a read of a list returned, in order. */
static inline const mns_value *mns_mop_list(const mns_tables *tables, uint32_t mop,
                                            uint32_t *count) {
    assert(mns_mop_is_answered(&tables->mops, mop));
    *count = tables->mops.value[mop];
    const mns_spine *spine = *count == 0 ? NULL : &tables->spines.items[tables->mops.content[mop]];
    assert(spine == NULL || (*count <= spine->count && spine->key == tables->mops.key[mop]));
    return spine == NULL ? NULL : spine->elements;
}

/* The *count elements that a read of a set returned, ascending and distinct. */
static inline const mns_value *mns_mop_set(const mns_tables *tables, uint32_t mop,
                                           uint32_t *count) {
    assert(mns_mop_is_answered(&tables->mops, mop));
    *count = tables->mops.value[mop];
    assert(*count == 0 || *count == tables->sets.items[tables->mops.content[mop]].count);
    return *count == 0 ? NULL : mns_sets_elements(&tables->sets, tables->mops.content[mop]);
}

/* The number that a micro-operation on a counter added or read. */
static inline int64_t mns_mop_number(const mns_tables *tables, uint32_t mop) {
    int64_t number = 0;
    bool integer = mns_value_integer(&tables->values, tables->mops.value[mop], &number);
    assert(integer);
    (void)integer;
    return number;
}

#endif
