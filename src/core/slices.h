/*
 * slices.h - a range of items as slices that are worked on by themselves (parallel.h).
 *
 * How many slices there are depends on the items alone, never on the threads, so what is gathered
 * slice by slice is the same whoever did the work. Few items are one slice: a thread costs more.
 */
#ifndef MNS_SLICES_H
#define MNS_SLICES_H

#include "core/base.h"

#define MNS_LIMIT_SLICES 64
#define MNS_SLICE_ITEMS 16384 /* at least, if there is more than one slice */

/* At least 1, at most MNS_LIMIT_SLICES. */
static inline uint32_t mns_slice_count(uint64_t items) {
    uint64_t slices = items / MNS_SLICE_ITEMS;
    return slices < 1 ? 1 : slices > MNS_LIMIT_SLICES ? MNS_LIMIT_SLICES : (uint32_t)slices;
}

/* Where a slice starts; slice == slices gives the end of the last. */
static inline uint64_t mns_slice_start(uint64_t items, uint32_t slices, uint32_t slice) {
    assert(slices > 0 && slice <= slices);
    uint64_t rest = items % slices;
    return items / slices * slice + (slice < rest ? slice : rest);
}

#endif
