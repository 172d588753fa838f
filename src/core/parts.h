/*
 * parts.h - a range of items as parts that are worked on by themselves (parallel.h).
 *
 * How many parts there are depends on the items alone, never on the threads, so what is gathered
 * part by part is the same whoever did the work. Few items are one part: a thread costs more.
 */
#ifndef MNS_PARTS_H
#define MNS_PARTS_H

#include "core/base.h"

#define MNS_LIMIT_PARTS 64
#define MNS_PART_ITEMS 16384 /* at least, if there is more than one part */

/* At least 1, at most MNS_LIMIT_PARTS. */
static inline uint32_t mns_part_count(uint64_t items) {
    uint64_t parts = items / MNS_PART_ITEMS;
    return parts < 1 ? 1 : parts > MNS_LIMIT_PARTS ? MNS_LIMIT_PARTS : (uint32_t)parts;
}

/* Where a part starts; part == parts gives the end of the last. */
static inline uint64_t mns_part_start(uint64_t items, uint32_t parts, uint32_t part) {
    assert(part <= parts);
    uint64_t rest = items % parts;
    return items / parts * part + (part < rest ? part : rest);
}

#endif
