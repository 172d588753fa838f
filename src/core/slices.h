/*
 * slices.h - splits a range of items into slices for parallel tasks (parallel.h).
 *
 * The number of slices depends on the items alone, not on the threads, so results that are
 * collected slice by slice are deterministic. Few items are one slice: starting a thread would cost
 * more.
 */
#ifndef MNS_SLICES_H
#define MNS_SLICES_H

#include "core/base.h"

#define MNS_LIMIT_SLICES 64
#define MNS_SLICE_ITEMS 16384 /* at least, if there is more than one slice */

/* At least 1, at most MNS_LIMIT_SLICES. */
static inline uint32_t mns_slice_count(uint64_t items) {
    uint64_t slices = items / MNS_SLICE_ITEMS;
    slices = slices > MNS_LIMIT_SLICES ? MNS_LIMIT_SLICES : slices;
    return slices < 1 ? 1 : (uint32_t)slices;
}

/* The start of a slice; slice == slices gives the end of the last. */
static inline uint64_t mns_slice_start(uint64_t items, uint32_t slices, uint32_t slice) {
    assert(slices > 0 && slice <= slices);
    uint64_t rest = items % slices;
    return items / slices * slice + (slice < rest ? slice : rest);
}

#endif
