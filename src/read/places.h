/*
 * places.h - where each operation of a history starts, two bytes each.
 *
 * Only explanations and errors ask, so what is kept is small and what is asked is walked: the start of
 * every 64th operation, the bytes from each to the next, and a list of those that are too far.
 */
#ifndef MNS_PLACES_H
#define MNS_PLACES_H

#include "core/base.h"

typedef struct mns_places {
    uint16_t *gap;   /* by operation: bytes since the one before; UINT16_MAX: see far */
    uint64_t *block; /* by operation / 64: where the first of them starts */
    struct mns_far_place {
        uint32_t position;
        uint64_t offset;
    } * far; /* ascending */
    size_t count, capacity, block_capacity, far_count, far_capacity;
    uint64_t last; /* what was added last */
} mns_places;

void mns_places_release(mns_places *places);
/* Adds the start of the next operation; false when out of memory. */
bool mns_places_add(mns_places *places, uint64_t offset);
/* Adds all of another; false when out of memory. */
bool mns_places_append(mns_places *places, const mns_places *others);
/* The start of an operation by its position. O(64 + log n). */
uint64_t mns_places_get(const mns_places *places, uint32_t position);

#endif
