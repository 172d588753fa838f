/* op_offsets.c - see op_offsets.h. */
#include "read/op_offsets.h"

#include "core/grow.h"

#define BLOCK 64
#define FAR UINT16_MAX

void mns_op_offsets_release(mns_op_offsets *places) {
    free(places->gap);
    free(places->block);
    free(places->far);
    memset(places, 0, sizeof *places);
}

static bool add_far(mns_op_offsets *places, uint32_t position, uint64_t offset) {
    assert(places->far_count == 0 || places->far[places->far_count - 1].position < position);
    if (!MNS_GROW(places->far, places->far_count, places->far_capacity, 1)) {
        return false;
    }
    places->far[places->far_count++] =
        (struct mns_far_place){.position = position, .offset = offset};
    return true;
}

bool mns_op_offsets_add(mns_op_offsets *places, uint64_t offset) {
    size_t position = places->count, block = position / BLOCK;
    if (!MNS_GROW(places->gap, position, places->capacity, 1) ||
        !MNS_GROW(places->block, block, places->block_capacity, 1)) {
        return false;
    }
    uint64_t gap = offset - places->last;
    if (position % BLOCK == 0) {
        places->block[block] = offset;
        gap = 0;
    } else if (gap >= FAR) { /* or it is before the last */
        if (!add_far(places, (uint32_t)position, offset)) {
            return false;
        }
        gap = FAR;
    }
    places->gap[position] = (uint16_t)gap;
    places->last = offset;
    places->count++;
    return true;
}

static uint64_t far_offset(const mns_op_offsets *places, uint32_t position) {
    size_t low = 0, high = places->far_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (places->far[middle].position <= position) {
            low = middle;
        } else {
            high = middle;
        }
    }
    assert(places->far[low].position == position);
    return places->far[low].offset;
}

/* The offset of an operation, given that of the one before. */
static uint64_t next_offset(const mns_op_offsets *places, uint32_t position, uint64_t before) {
    assert(position < places->count);
    if (position % BLOCK == 0) {
        return places->block[position / BLOCK];
    }
    uint16_t gap = places->gap[position];
    return gap == FAR ? far_offset(places, position) : before + gap;
}

/* Several times faster than mns_op_offsets_add for each. */
bool mns_op_offsets_append(mns_op_offsets *places, const mns_op_offsets *others) {
    size_t position = places->count, blocks = (position + others->count) / BLOCK + 1;
    if (!MNS_GROW(places->gap, position, places->capacity, others->count) ||
        !MNS_GROW(places->block, position / BLOCK, places->block_capacity,
                  blocks - position / BLOCK)) {
        return false;
    }
    uint64_t offset = 0;
    for (uint32_t i = 0; i < others->count; i++, position++) {
        offset = next_offset(others, i, offset);
        uint64_t gap = offset - places->last;
        if (position % BLOCK == 0) {
            places->block[position / BLOCK] = offset;
            gap = 0;
        } else if (gap >= FAR) { /* or it is before the last */
            if (!add_far(places, (uint32_t)position, offset)) {
                return false;
            }
            gap = FAR;
        }
        places->gap[position] = (uint16_t)gap;
        places->last = offset;
    }
    places->count = position;
    assert(position == 0 || mns_op_offsets_get(places, (uint32_t)position - 1) == places->last);
    return true;
}

uint64_t mns_op_offsets_get(const mns_op_offsets *places, uint32_t position) {
    uint64_t offset = 0;
    for (uint32_t i = position - position % BLOCK; i <= position; i++) {
        offset = next_offset(places, i, offset);
    }
    return offset;
}
