/* elide.c - see elide.h. */
#include "explain/elide.h"

/* Items shown at each end. */
#define END_SHOWN 2

void mns_ranges_all(uint32_t count, mns_ranges *ranges) {
    ranges->count = count == 0 ? 0 : 1;
    ranges->items[0].start = 0;
    ranges->items[0].end = count;
}

/* Adds a range that does not start before the last one; joins them if the gap is one item. */
static void push(mns_ranges *ranges, uint32_t start, uint32_t end) {
    struct mns_range *last = ranges->count == 0 ? NULL : &ranges->items[ranges->count - 1];
    if (last != NULL && start <= last->end + 1) {
        last->end = end > last->end ? end : last->end;
        return;
    }
    assert(ranges->count < MNS_COUNT_OF(ranges->items));
    ranges->items[ranges->count].start = start;
    ranges->items[ranges->count].end = end;
    ranges->count++;
}

void mns_ranges_pick(uint32_t count, const uint32_t *places, uint32_t place_count,
                     mns_ranges *ranges) {
    assert(place_count <= MNS_LIMIT_PLACES);
    ranges->count = 0;
    if (count <= 2 * END_SHOWN + 1) {
        mns_ranges_all(count, ranges);
        return;
    }
    push(ranges, 0, END_SHOWN);
    for (uint32_t i = 0; i < place_count; i++) {
        assert(places[i] < count && (i == 0 || places[i - 1] <= places[i]));
        uint32_t start = places[i] == 0 ? 0 : places[i] - 1;
        push(ranges, start, places[i] + 2 < count ? places[i] + 2 : count);
    }
    push(ranges, count - END_SHOWN, count);
}
