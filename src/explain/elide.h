/*
 * elide.h - which part of a long row of things to show.
 *
 * In: how many things there are and the places that matter. Out: a few ranges: the first two, the
 * last two, and each place that matters with a neighbour on either side. Ranges are ascending and
 * apart by at least two, since a gap of one thing is shorter shown than elided.
 */
#ifndef MNS_ELIDE_H
#define MNS_ELIDE_H

#include "core/base.h"

/* Places that are kept at most; those after them are elided like everything else. */
#define MNS_LIMIT_PLACES 8

typedef struct mns_ranges {
    struct mns_range {
        uint32_t start, end; /* [start, end) */
    } items[MNS_LIMIT_PLACES + 2];
    uint32_t count;
} mns_ranges;

/* One range of everything. */
void mns_ranges_all(uint32_t count, mns_ranges *ranges);
/* places: ascending, below count, at most MNS_LIMIT_PLACES. O(place_count). */
void mns_ranges_pick(uint32_t count, const uint32_t *places, uint32_t place_count,
                     mns_ranges *ranges);

#endif
