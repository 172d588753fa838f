/*
 * key_versions_list.c - the versions of a list: the elements of the longest committed read.
 *
 *     order     3  9  4        places 1 2 3; a read of [3 9] saw place 2
 *     tails     12             relevant appends that are not in the order come after it
 *
 * A read that disagrees is on another spine; of the reads of one spine the longest is shown.
 */
#include "core/sort.h"
#include "explain/transaction.h"
#include "report/model/key_versions.h"

/* Appends that are not in the order follow all of it, if they took effect. */
static void find_tails(const mns_observation *o, mns_key_view *view) {
    uint64_t tails[MNS_LIMIT_FOCAL];
    for (uint32_t i = 0; i < view->mop_count; i++) {
        uint32_t mop = view->mops[i];
        if (!mns_mop_is_read(&o->history->tables.mops, mop) &&
            o->versions.position[mop] == MNS_NONE && mns_txn_counts(o, mns_txn_of(o, mop))) {
            tails[view->tail_count++] = mop;
        }
    }
    mns_sort_u64(tails, view->tail_count);
    for (uint32_t i = 0; i < view->tail_count; i++) {
        view->tails[i] = (uint32_t)tails[i];
    }
}

static bool prepare(mns_key_views *views) {
    for (uint32_t i = 0; i < views->count; i++) {
        mns_key_view *view = &views->items[i];
        find_tails(views->o, view);
        view->last_place = mns_version_count(views->o, view->key) + view->tail_count;
        view->order = view->tail_count == 0
                          ? "as in the longest read"
                          : "as in the longest read; appends missing from it come last";
    }
    return true;
}

static uint32_t place_of(const mns_key_views *views, const mns_key_view *view, uint32_t mop) {
    const mns_observation *o = views->o;
    if (o->versions.position[mop] != MNS_NONE) {
        return o->versions.position[mop];
    }
    if (mns_mop_is_read(&o->history->tables.mops, mop)) {
        return mns_mop_is_answered(&o->history->tables.mops, mop) &&
                       mns_txn_counts(o, mns_txn_of(o, mop))
                   ? MNS_DISPUTED
                   : MNS_NONE;
    }
    for (uint32_t i = 0; i < view->tail_count; i++) {
        if (view->tails[i] == mop) {
            return mns_version_count(o, view->key) + 1 + i;
        }
    }
    return MNS_NONE;
}

static uint32_t place_of_stray(const mns_key_views *views, const mns_key_view *view,
                               mns_value element) {
    for (uint32_t p = 1; p <= mns_version_count(views->o, view->key); p++) {
        if (mns_version_element(views->o, view->key, p) == element) {
            return p;
        }
    }
    return MNS_NONE;
}

static uint32_t show(const mns_key_views *views, const mns_key_view *view, uint32_t place,
                     mns_buf *out) {
    const mns_observation *o = views->o;
    uint32_t count = mns_version_count(o, view->key);
    if (place > count) {
        uint32_t tail = view->tails[place - count - 1];
        mns_value_show(o->history, o->history->tables.mops.value[tail], out);
        return tail;
    }
    mns_value_show(o->history, mns_version_element(o, view->key, place), out);
    return mns_version_writer(o, view->key, place);
}

static uint32_t find_departures(const mns_key_views *views, const mns_key_view *view,
                                uint32_t *places, uint32_t limit) {
    const mns_observation *o = views->o;
    const mns_tables *tables = &o->history->tables;
    uint32_t count = 0;
    for (uint32_t spine = tables->keys.first_spine[view->key]; spine != MNS_NONE && count < limit;
         spine = tables->spines.items[spine].next) {
        uint32_t shared = o->versions.shared[spine];
        if (o->versions.seen[spine] > shared) {
            places[count++] = shared < view->last_place ? shared + 1 : view->last_place;
        }
    }
    return count;
}

static uint64_t state_of(const mns_key_views *views, uint32_t read) {
    return views->o->history->tables.mops.content[read];
}

static void tell_dispute(mns_key_views *views, const mns_key_view *view, uint32_t read,
                         mns_doc_read *out) {
    const mns_observation *o = views->o;
    uint32_t spine = o->history->tables.mops.content[read];
    const mns_focus focus = {.at = o->versions.shared[spine]};
    (void)view;
    mns_key_elements(views, o->history->tables.spines.items[spine].elements,
                     o->versions.seen[spine], &focus, out);
    out->agrees = o->versions.shared[spine];
    out->reader =
        mns_context_ref(views->arena, o->history, mns_txn_of(o, o->versions.seen_by[spine]));
}

const mns_key_kind mns_key_list = {.prepare = prepare,
                                   .place = place_of,
                                   .stray = place_of_stray,
                                   .show = show,
                                   .dispute = tell_dispute,
                                   .departures = find_departures,
                                   .state = state_of};
