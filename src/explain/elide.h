/*
 * elide.h - which items of a long list to show.
 *
 * In: the number of items and the relevant places. Out: a few ranges: the first two items, the
 * last two, and each relevant place with a neighbour on either side. Ranges are ascending, with
 * gaps of at least two, since one item is shorter than an ellipsis.
 */
#ifndef MNS_ELIDE_H
#define MNS_ELIDE_H

#include "core/base.h"

/* Relevant places that are shown, at most; later ones may be elided. */
#define MNS_LIMIT_PLACES 8

typedef struct mns_ranges {
    struct mns_range {
        uint32_t start, end; /* [start, end) */
    } items[MNS_LIMIT_PLACES + 2];
    uint32_t count;
} mns_ranges;

/* One range of all items. */
void mns_ranges_all(uint32_t count, mns_ranges *ranges);
/* places: ascending, below count, at most MNS_LIMIT_PLACES. O(place_count). */
void mns_ranges_pick(uint32_t count, const uint32_t *places, uint32_t place_count,
                     mns_ranges *ranges);

#endif
