/*
 * key_versions_counter.c - the "versions" of a counter: the sums that were read, ascending, each
 * with its readers. Real versions of a counter are unknown.
 *
 * If all increments are positive, a sum of 0 is the initial state. Sums are stored as unsigned
 * numbers in the same order. O(micro-operations), O(n log n) in the reads of the keys.
 */
#include <inttypes.h>

#include "core/grow.h"
#include "core/sort.h"
#include "report/model/key_versions.h"

#define SIGN ((uint64_t)1 << 63)

static bool is_initial(const mns_observation *o, uint32_t key, int64_t sum) {
    return sum == 0 && o->counters.grows[key] != 0;
}

/* The view of the key of a read with a sum other than the initial one, or NULL. */
static mns_key_view *view_of_sum(const mns_key_views *views, uint32_t mop) {
    const mns_tables *tables = &views->o->history->tables;
    uint32_t slot = views->slot[tables->mops.key[mop]];
    bool shows = slot != 0 && mns_mop_is_answered(&tables->mops, mop) &&
                 !is_initial(views->o, tables->mops.key[mop], mns_mop_number(tables, mop));
    return shows ? &views->items[slot - 1] : NULL;
}

/* Sorts the sums and removes duplicates. */
static void settle(mns_key_view *view, uint32_t count) {
    mns_sort_u64(view->sums, count);
    view->last_place = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || view->sums[i] != view->sums[i - 1]) {
            view->sums[view->last_place++] = view->sums[i];
        }
    }
    view->order = "sums read, ascending";
}

static bool prepare(mns_key_views *views) {
    const mns_tables *tables = &views->o->history->tables;
    uint32_t counts[MNS_LIMIT_DOC_KEYS] = {0};
    assert(views->items != NULL);
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        const mns_key_view *view = view_of_sum(views, m);
        if (view != NULL) {
            counts[view - views->items]++;
        }
    }
    for (uint32_t i = 0; i < views->count; i++) {
        views->items[i].sums = MNS_NEW_ARRAY(uint64_t, counts[i]);
        counts[i] = 0;
        if (views->items[i].sums == NULL) {
            return false;
        }
    }
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        const mns_key_view *view = view_of_sum(views, m);
        if (view != NULL) {
            view->sums[counts[view - views->items]++] = (uint64_t)mns_mop_number(tables, m) ^ SIGN;
        }
    }
    for (uint32_t i = 0; i < views->count; i++) {
        settle(&views->items[i], counts[i]);
    }
    return true;
}

static uint32_t place_of(const mns_key_views *views, const mns_key_view *view, uint32_t mop) {
    const mns_tables *tables = &views->o->history->tables;
    if (!mns_mop_is_answered(&tables->mops, mop)) {
        return MNS_NONE;
    }
    int64_t number = mns_mop_number(tables, mop);
    uint64_t sum = (uint64_t)number ^ SIGN;
    uint32_t first = 0, end = view->last_place;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (view->sums[middle] < sum) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return is_initial(views->o, view->key, number) ? 0 : first + 1;
}

static uint32_t show(const mns_key_views *views, const mns_key_view *view, uint32_t place,
                     mns_buf *out) {
    (void)views;
    mns_buf_printf(out, "%" PRId64, (int64_t)(view->sums[place - 1] ^ SIGN));
    return MNS_NONE;
}

/* Sums have no order that a read could disagree with. */
const mns_key_kind mns_key_counter = {.prepare = prepare, .place = place_of, .show = show};
