/*
 * grow.h - growable arrays without a type of their own.
 *
 * A growable array is three plain fields of its owner: items, count, capacity. MNS_GROW makes room
 * for `extra` more items. It is false when out of memory and then leaves the array unchanged:
 *
 *     if (!MNS_GROW(t->key, t->count, t->capacity, 1)) { return MINOS_ENOMEM; }
 *     t->key[t->count++] = k;
 *
 * Capacity doubles, so n pushes cost O(n).
 */
#ifndef MNS_GROW_H
#define MNS_GROW_H

#include "core/base.h"

bool mns_grow(void *items_field, size_t *capacity, size_t need, size_t item_size);

/* Resizes an array to at least this capacity; false when out of memory, with the array unchanged.
 * For columns that share one capacity: if a later column fails, earlier ones stay longer. */
bool mns_resize(void *items_field, size_t capacity, size_t item_size);

#define MNS_GROW(items, count, capacity, extra)                                                    \
    ((size_t)(count) + (size_t)(extra) <= (capacity) ||                                            \
     mns_grow(&(items), &(capacity), (size_t)(count) + (size_t)(extra), sizeof *(items)))

/* A zeroed array of count items, not NULL for count 0; NULL when out of memory or too large. */
void *mns_new_array(size_t count, size_t item_size);
#define MNS_NEW_ARRAY(type, count) ((type *)mns_new_array((count), sizeof(type)))

#endif
