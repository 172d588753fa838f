/*
 * op_offsets.h - the offset of each operation of a history, in two bytes each.
 *
 * Only explanations and errors look offsets up, so memory matters more than time. The table has the
 * offset of every 64th operation, the distance of each operation from the one before, and a list of
 * those whose distance does not fit.
 */
#ifndef MNS_OP_OFFSETS_H
#define MNS_OP_OFFSETS_H

#include "core/base.h"

typedef struct mns_op_offsets {
    uint16_t *gap;   /* by operation: bytes since the one before; UINT16_MAX: in far */
    uint64_t *block; /* by operation / 64: offset of the first of them */
    struct mns_far_place {
        uint32_t position;
        uint64_t offset;
    } * far; /* ascending by position */
    size_t count, capacity, block_capacity, far_count, far_capacity;
    uint64_t last; /* the offset added last */
} mns_op_offsets;

void mns_op_offsets_release(mns_op_offsets *places);
/* Adds the offset of the next operation; false when out of memory. */
bool mns_op_offsets_add(mns_op_offsets *places, uint64_t offset);
/* Appends all offsets of another table; false when out of memory. */
bool mns_op_offsets_append(mns_op_offsets *places, const mns_op_offsets *others);
/* The offset of an operation by its position. O(64 + log n). */
uint64_t mns_op_offsets_get(const mns_op_offsets *places, uint32_t position);

#endif
