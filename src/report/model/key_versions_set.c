/*
 * key_versions_set.c - the versions of a set: its elements, those in more reads first.
 *
 * If reads include each other, each contains a prefix of that order (infer/set_orders.h), so a read
 * saw the place of its last element. Any other read disagrees; except one with elements that the
 * reader itself added, which proves nothing.
 */
#include "explain/transaction.h"
#include "report/model/key_versions.h"

static bool prepare(mns_key_views *views) {
    const uint32_t *first = views->o->sets.add_first;
    for (uint32_t i = 0; i < views->count; i++) {
        mns_key_view *view = &views->items[i];
        view->last_place = first[view->key + 1] - first[view->key];
        view->order = "elements in more reads come first";
    }
    return true;
}

static uint32_t place_of(const mns_key_views *views, const mns_key_view *view, uint32_t mop) {
    const mns_set_orders *orders = &views->o->sets;
    const mns_tables *tables = &views->o->history->tables;
    (void)view;
    if (!mns_mop_is_read(&tables->mops, mop)) {
        return orders->position[mop] == MNS_NONE ? MNS_NONE : orders->position[mop] + 1;
    }
    if (!orders->external[mop]) {
        return MNS_NONE;
    }
    uint32_t count;
    const mns_run *runs = mns_set_runs(orders, tables, mop, &count);
    if (count == 0) {
        return 0;
    }
    if (count == 1 && runs[0].begin == 0) {
        return runs[0].end;
    }
    return mns_set_shows_own(orders, tables, mop) ? MNS_NONE : MNS_DISPUTED;
}

static mns_value element_at(const mns_key_views *views, const mns_key_view *view, uint32_t place) {
    const mns_set_orders *orders = &views->o->sets;
    uint32_t add = orders->add[orders->add_first[view->key] + place - 1];
    return views->o->history->tables.mops.value[add];
}

static uint32_t show(const mns_key_views *views, const mns_key_view *view, uint32_t place,
                     mns_buf *out) {
    const mns_set_orders *orders = &views->o->sets;
    mns_value_show(views->o->history, element_at(views, view, place), out);
    return orders->add[orders->add_first[view->key] + place - 1];
}

static uint64_t state_of(const mns_key_views *views, uint32_t read) {
    uint32_t count;
    const mns_value *elements = mns_mop_set(&views->o->history->tables, read, &count);
    return mns_hash_bytes(views->states.seed, elements, count * sizeof *elements);
}

static void tell_dispute(mns_key_views *views, const mns_key_view *view, uint32_t read,
                         mns_doc_read *out) {
    const mns_history *history = views->o->history;
    uint32_t count, run_count;
    const mns_value *elements = mns_mop_set(&history->tables, read, &count);
    const mns_run *runs = mns_set_runs(&views->o->sets, &history->tables, read, &run_count);
    uint32_t odd = runs[0].begin == 0 ? 1 : 0;
    assert(odd < run_count);
    /* The first element whose predecessor is missing. */
    mns_value departs = element_at(views, view, runs[odd].begin + 1);
    const mns_focus focus = {.values = &departs, .value_count = 1, .at = MNS_NONE};
    mns_key_elements(views, elements, count, &focus, out);
    out->agrees = odd == 1 ? runs[0].end : 0;
    out->reader = mns_context_ref(views->arena, history, history->txn_of_mop[read]);
}

const mns_key_kind mns_key_set = {.prepare = prepare,
                                  .place = place_of,
                                  .show = show,
                                  .dispute = tell_dispute,
                                  .state = state_of};
