/*
 * key_versions_register.c - the versions of a register, in an order consistent with the known one.
 *
 * The known order is partial (infer/version_graph.h). Places are a linear extension of it: a
 * version comes after all that are known to precede it, and otherwise in the order of the history.
 * An edge that holds "or there is a G1c" proves nothing if there is a G1c, so edges are used only
 * if no cycle of their class, or of a lesser one, was found.
 *
 * A depth-first search along the edges assigns places from the last to the first in postorder. It
 * starts at the last version of the history, so that the order of the history is kept where
 * possible. It has an explicit stack, and cycles of edges do not prevent termination. Disputed are
 * reads of values that were never a version: of failed transactions, of intermediate writes, or
 * never written. O(versions and edges of the keys).
 */
#include "core/grow.h"
#include "explain/transaction.h"
#include "infer/register_mops.h"
#include "report/model/key_versions.h"

/* By class: true if a cycle was found that voids orders of this class. */
static void find_doubts(const bool *found, bool doubtful[MNS_CLASS_COUNT]) {
    for (int order_class = 0; order_class < MNS_CLASS_COUNT; order_class++) {
        mns_form form =
            order_class == 0 ? MNS_FORM_WW : mns_order_class_form((mns_order_class)order_class);
        mns_order order =
            order_class == 0 ? MNS_ORDER_NONE : mns_order_class_order((mns_order_class)order_class);
        doubtful[order_class] = false;
        for (int f = MNS_FORM_WW; f <= (int)form && order_class > 0; f++) {
            doubtful[order_class] |= found[mns_cycle_anomaly((mns_form)f, MNS_ORDER_NONE, false)] ||
                                     found[mns_cycle_anomaly((mns_form)f, order, false)];
        }
    }
}

typedef struct walk {
    const mns_version_graph *r;
    bool doubtful[MNS_CLASS_COUNT]; /* by class: such edges are ignored */
    uint32_t first;                 /* version of the key: its initial state */
    mns_key_view *view;
    uint32_t next;   /* the next place to assign, descending */
    uint32_t *left;  /* by version of the key: edges not yet followed; MNS_NONE: not visited */
    uint32_t *stack; /* versions of the key */
} walk;

static void give_place(walk *w, uint32_t version) {
    w->view->ranks[version] = w->next;
    w->view->versions_of[w->next] = w->first + version;
    w->next--;
}

static void enter(walk *w, uint32_t version, uint32_t *depth) {
    uint32_t id = w->first + version;
    w->left[version] = w->r->edge_first[id + 1] - w->r->edge_first[id];
    w->stack[(*depth)++] = version;
}

/* Assigns places to a version and to all that follow it. */
static void walk_from(walk *w, uint32_t version) {
    uint32_t depth = 0;
    enter(w, version, &depth);
    while (depth > 0) {
        uint32_t at = w->stack[depth - 1];
        if (w->left[at] == 0) {
            give_place(w, at);
            depth--;
            continue;
        }
        uint32_t place = w->r->edge_first[w->first + at] + --w->left[at];
        mns_version_edge edge = mns_version_edge_at(w->r, w->first + at, place);
        uint32_t to = edge.to - w->first;
        if (!w->doubtful[edge.order_class] && to != 0 && w->left[to] == MNS_NONE) {
            enter(w, to, &depth);
        }
    }
}

static bool order_versions(const mns_key_views *views, mns_key_view *view) {
    const mns_version_graph *r = &views->o->version_graph;
    uint32_t first = r->first[view->key], count = r->first[view->key + 1] - first;
    view->ranks = MNS_NEW_ARRAY(uint32_t, count);
    view->versions_of = MNS_NEW_ARRAY(uint32_t, count);
    walk w = {.r = r,
              .first = first,
              .view = view,
              .next = count - 1,
              .left = MNS_NEW_ARRAY(uint32_t, count),
              .stack = MNS_NEW_ARRAY(uint32_t, count)};
    find_doubts(views->found, w.doubtful);
    bool room =
        view->ranks != NULL && view->versions_of != NULL && w.left != NULL && w.stack != NULL;
    if (room) {
        memset(w.left, 0xFF, count * sizeof *w.left); /* MNS_NONE */
        for (uint32_t version = count - 1; version > 0; version--) {
            if (w.left[version] == MNS_NONE) {
                walk_from(&w, version);
            }
        }
        view->versions_of[0] = first; /* the initial state precedes all */
        view->last_place = count - 1;
        view->order = "as far as known";
    }
    free(w.left);
    free(w.stack);
    return room;
}

static bool prepare(mns_key_views *views) {
    bool room = true;
    for (uint32_t i = 0; i < views->count && room; i++) {
        room = order_versions(views, &views->items[i]);
    }
    return room;
}

static bool is_odd(const mns_version_graph *r, uint32_t read) {
    size_t first = 0, end = r->unversioned_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (r->unversioned[middle].read < read) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first < r->unversioned_count && r->unversioned[first].read == read;
}

static uint32_t place_of(const mns_key_views *views, const mns_key_view *view, uint32_t mop) {
    const mns_version_graph *r = &views->o->version_graph;
    if (r->version[mop] != MNS_NONE) {
        return view->ranks[r->version[mop] - r->first[view->key]];
    }
    return is_odd(r, mop) ? MNS_DISPUTED : MNS_NONE;
}

static uint32_t show(const mns_key_views *views, const mns_key_view *view, uint32_t place,
                     mns_buf *out) {
    uint32_t version = view->versions_of[place];
    mns_value_show(views->o->history, mns_version_value(views->o, version), out);
    return views->o->version_graph.writer[version];
}

static uint64_t state_of(const mns_key_views *views, uint32_t read) {
    return views->o->history->tables.mops.value[read];
}

static void tell_dispute(mns_key_views *views, const mns_key_view *view, uint32_t read,
                         mns_doc_read *out) {
    const mns_history *history = views->o->history;
    (void)view;
    mns_value_show(history, history->tables.mops.value[read], &views->text);
    out->value = mns_arena_take(views->arena, &views->text);
    out->length = 1;
    out->reader = mns_context_ref(views->arena, history, history->txn_of_mop[read]);
}

const mns_key_kind mns_key_register = {.prepare = prepare,
                                       .place = place_of,
                                       .show = show,
                                       .dispute = tell_dispute,
                                       .state = state_of};
