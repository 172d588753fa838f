/*
 * search.c - decides every class of cycle; see search.h.
 *
 * For each order (none, process, realtime) in turn, with D for ww, wr and that order:
 *
 *   WW            components of ww and the order
 *   WWR           components of D
 *   SINGLE        components of the layered view of D and rw: inside them, an rw edge u -> v such
 *                 that D leads from v back to u
 *   NONADJACENT   any cycle through an rw edge in them
 *   ITEM          components of D and rw
 *
 * Each class is searched for among the kinds of edge that it may consist of (edge_kinds.def): D has
 * more kinds for SINGLE than for WWR, and a cycle through one of these is a SINGLE without any rw;
 * NONADJACENT and ITEM have still more.
 *
 * A component in which a class that implies this one was found is skipped. The remaining cycles are
 * of exactly this class: a cycle of WWR without wr would be one of WW (or have a WW_OPEN step,
 * which makes it one of WWR), one without a step of the order would have been found without the
 * order, and so on. So components decide every class in linear time; only SINGLE needs more
 * (reach.h).
 *
 * Every violation of a model by a closed walk contains a simple cycle of some class: see walk.c for
 * why a closed walk without adjacent rw edges always contains one. So the lattice's
 * "...-cycle-exists" names are never needed.
 */
#include "search/search.h"

#include "core/grow.h"
#include "search/found.h"
#include "search/shortest.h"

typedef struct search {
    const mns_subgraph *graph;
    mns_found found;
    mns_shortest shortest;
    mns_order order;
    unsigned kinds; /* of the whole graph */
} search;

static mns_anomaly anomaly_of(const search *s, mns_form form) {
    return mns_cycle_anomaly(form, s->order, s->found.by_predicate);
}

typedef minos_status (*finder)(search *s, const mns_view *view, const mns_components *components,
                               uint32_t component, void *context);

#ifndef NDEBUG
/* Whether each step is an edge of the graph, so that the walk is closed. */
static bool is_closed(const mns_subgraph *graph, const mns_closed_walk *walk) {
    for (uint32_t p = 0; p < walk->length; p++) {
        uint32_t from = walk->vertex[p], to = walk->vertex[(p + 1) % walk->length];
        uint64_t e = graph->offset[from], end = graph->offset[from + 1];
        while (e < end && (graph->target[e] != to || graph->kind[e] != walk->kind[p])) {
            e++;
        }
        if (e == end) {
            return false;
        }
    }
    return true;
}

/* Whether the cycle that was found last has the anomaly, or one that implies it. */
static bool last_implies(const mns_found *found, mns_anomaly anomaly) {
    bool implying[MNS_ANOMALY_COUNT] = {false};
    implying[anomaly] = true;
    mns_anomalies_add_implying(implying);
    return implying[found->hits[found->hit_count - 1].anomaly];
}
#endif

/* Runs a finder on every component of several states that is not covered for the form's anomaly. */
static minos_status each_component(search *s, mns_form form, const mns_view *view,
                                   const mns_components *components, finder find, void *context) {
    bool *covered = MNS_NEW_ARRAY(bool, components->count);
    if (covered == NULL) {
        return MINOS_ENOMEM;
    }
    mns_found_cover(&s->found, view, components, anomaly_of(s, form), covered);
    minos_status status = MINOS_OK;
    for (uint32_t c = 0; c < components->count && status == MINOS_OK; c++) {
        if (components->size[c] < 2 || covered[c]) {
            continue;
        }
        status = find(s, view, components, c, context);
        if (status == MINOS_OK && s->shortest.best.length > 0) {
            assert(is_closed(view->graph, &s->shortest.best));
            status = mns_found_add(&s->found, &s->shortest.best);
            assert(status != MINOS_OK || last_implies(&s->found, anomaly_of(s, form)));
        }
    }
    free(covered);
    return status;
}

static minos_status find_any(search *s, const mns_view *view, const mns_components *components,
                             uint32_t component, void *context) {
    (void)context;
    return mns_shortest_any(&s->shortest, view, components, component);
}

/* context: the kinds of edge of which the cycle must contain one. */
static minos_status find_through(search *s, const mns_view *view, const mns_components *components,
                                 uint32_t component, void *context) {
    const unsigned *through = context;
    return mns_shortest_through(&s->shortest, view, components, component, *through);
}

static minos_status find_nonadjacent(search *s, const mns_view *view,
                                     const mns_components *components, uint32_t component,
                                     void *context) {
    (void)context;
    return mns_shortest_nonadjacent(&s->shortest, view, components, component);
}

/* What the search for a single rw needs in addition to the layered view. */
typedef struct single_context {
    const mns_view *plain;
    const mns_components *ranks, *all;
} single_context;

static minos_status find_single(search *s, const mns_view *view, const mns_components *components,
                                uint32_t component, void *context) {
    const single_context *c = context;
    return mns_shortest_single(&s->shortest, view, components, component, c->plain, c->ranks,
                               c->all);
}

/* WW and WWR: any cycle of the kinds that the form allows, rw aside. */
static minos_status search_without_rw(search *s, mns_form form) {
    mns_view view = {.graph = s->graph, .kinds = mns_kinds_within(form, s->order)};
    mns_components components;
    minos_status status = mns_components_find(&components, &view);
    if (status == MINOS_OK) {
        status = each_component(s, form, &view, &components, find_any, NULL);
    }
    mns_components_release(&components);
    return status;
}

/* The path that closes a single rw passes through a transaction, so without an edge that leaves a
 * transaction there is no such cycle. Counters without an order are such graphs; skipping them
 * avoids sweeps over their long chains of virtual vertices. */
static bool leaves_a_txn(const mns_view *plain) {
    const mns_subgraph *graph = plain->graph;
    for (uint32_t v = 0; v < graph->count && mns_is_txn(graph, v);
         v++) { /* transactions come first */
        for (uint64_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            if ((graph->kind[e] & plain->kinds) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* A cycle without rw whose edges rest on there being no cycle with a single rw. Searched for only
 * where none with an rw was found, because that one is easier to explain. */
typedef struct resting_context {
    unsigned through;
    const mns_components *all;
    const bool *covered; /* by component of all */
} resting_context;

static minos_status find_resting(search *s, const mns_view *view, const mns_components *components,
                                 uint32_t component, void *context) {
    const resting_context *c = context;
    s->shortest.best.length = 0;
    uint32_t member = components->states[components->first[component]];
    return c->covered[c->all->of[member]]
               ? MINOS_OK
               : mns_shortest_through(&s->shortest, view, components, component, c->through);
}

static minos_status search_resting(search *s, mns_form form, const single_context *context) {
    mns_view with_rw = *context->plain;
    with_rw.kinds |= MNS_ANY_RW;
    bool *covered = MNS_NEW_ARRAY(bool, context->all->count);
    if (covered == NULL) {
        return MINOS_ENOMEM;
    }
    mns_found_cover(&s->found, &with_rw, context->all, anomaly_of(s, form), covered);
    /* A G1c in the same component says more. */
    mns_found_cover(&s->found, &with_rw, context->all, anomaly_of(s, MNS_FORM_WWR), covered);
    resting_context resting = {.all = context->all, .covered = covered};
    resting.through = context->plain->kinds & ~(mns_kinds_within(form - 1, s->order) | MNS_TAIL);
    minos_status status =
        each_component(s, form, context->plain, context->ranks, find_resting, &resting);
    free(covered);
    return status;
}

/* Cycles with a single rw and no order were found before, and their components are covered. So a
 * cycle that is found with real time uses it: through barriers, unless there are dependencies that
 * rest on real time. */
static bool needs_real_time(const search *s) {
    return s->order == MNS_ORDER_REALTIME && (s->kinds & (MNS_WW_REALTIME | MNS_RW_REALTIME)) == 0;
}

/* The views of a form without two adjacent rw, and their components. A hub is left by TAIL edges;
 * only rw edges lead into one, so TAIL edges add no path to the plain view. */
typedef struct views {
    mns_view with_rw, plain, layered;
    mns_components with_rw_found, plain_found, layered_found;
} views;

static views views_of(const search *s, mns_form form) {
    unsigned kinds = mns_kinds_within(form, s->order);
    return (views){
        .with_rw = {.graph = s->graph, .kinds = kinds},
        .plain = {.graph = s->graph, .kinds = (kinds & ~(unsigned)MNS_ANY_RW) | MNS_TAIL},
        .layered = {.graph = s->graph, .kinds = kinds, .layered = true}};
}

static void views_release(views *v) {
    mns_components_release(&v->with_rw_found);
    mns_components_release(&v->plain_found);
    mns_components_release(&v->layered_found);
}

/* Whether the graph has edges that a form may use and a lesser one may not. */
static bool has_more(const search *s, mns_form form, mns_form lesser) {
    unsigned more = mns_kinds_within(form, s->order) & ~mns_kinds_within(lesser, s->order);
    return (more & s->kinds) != 0;
}

static minos_status search_single(search *s, const views *v, single_context *context) {
    minos_status status = MINOS_OK;
    if (leaves_a_txn(context->plain)) {
        s->shortest.by_time = needs_real_time(s);
        status = each_component(s, MNS_FORM_SINGLE, &v->layered, &v->layered_found, find_single,
                                context);
    }
    if (status == MINOS_OK) {
        status = search_resting(s, MNS_FORM_SINGLE, context);
    }
    return status;
}

/* Cycles without two adjacent rw, of edges that the form may use. `items` are the components of all
 * edges, which are often the same. */
static minos_status search_snapshots(search *s, mns_form form, const mns_components *items) {
    views v = views_of(s, form);
    single_context context = {.plain = &v.plain, .ranks = &v.plain_found, .all = items};
    minos_status status = mns_components_find(&v.plain_found, &v.plain);
    if (status == MINOS_OK && has_more(s, MNS_FORM_ITEM, form)) {
        context.all = &v.with_rw_found;
        status = mns_components_find(&v.with_rw_found, &v.with_rw);
    }
    if (status == MINOS_OK) {
        status = mns_components_find(&v.layered_found, &v.layered);
    }
    if (status == MINOS_OK && form == MNS_FORM_SINGLE) {
        status = search_single(s, &v, &context);
    }
    if (status == MINOS_OK &&
        (form == MNS_FORM_NONADJACENT || !has_more(s, MNS_FORM_NONADJACENT, form))) {
        status = each_component(s, MNS_FORM_NONADJACENT, &v.layered, &v.layered_found,
                                find_nonadjacent, NULL);
    }
    if (status == MINOS_OK && form == MNS_FORM_NONADJACENT) {
        status = search_resting(s, form, &context);
    }
    views_release(&v);
    return status;
}

static minos_status search_items(search *s, const mns_view *items, const mns_components *found) {
    unsigned lesser = mns_kinds_within(MNS_FORM_NONADJACENT, s->order);
    unsigned through = ((items->kinds & ~lesser) | MNS_ANY_RW) & ~(unsigned)MNS_TAIL;
    return each_component(s, MNS_FORM_ITEM, items, found, find_through, &through);
}

static bool has_cycle(const mns_view *view, const mns_components *components) {
    return components->count < mns_view_states(view);
}

/* If all kinds together have no cycle, no class has one. */
static minos_status search_order(search *s) {
    mns_view items = {.graph = s->graph, .kinds = mns_kinds_within(MNS_FORM_ITEM, s->order)};
    mns_components found;
    minos_status status = mns_components_find(&found, &items);
    if (status == MINOS_OK && has_cycle(&items, &found)) {
        for (int form = MNS_FORM_WW; form <= MNS_FORM_WWR && status == MINOS_OK; form++) {
            status = search_without_rw(s, (mns_form)form);
        }
        if (status == MINOS_OK) {
            status = search_snapshots(s, MNS_FORM_SINGLE, &found);
        }
        if (status == MINOS_OK && has_more(s, MNS_FORM_NONADJACENT, MNS_FORM_SINGLE)) {
            status = search_snapshots(s, MNS_FORM_NONADJACENT, &found);
        }
        if (status == MINOS_OK) {
            status = search_items(s, &items, &found);
        }
    }
    mns_components_release(&found);
    return status;
}

static minos_status search_subgraph(const mns_subgraph *graph, const mns_graph *whole,
                                    uint32_t max_per_anomaly, mns_cycles *cycles) {
    unsigned kinds = whole->kinds;
    search s = {.graph = graph,
                .kinds = kinds,
                .found = {.graph = graph,
                          .cycles = cycles,
                          .max_per_anomaly = max_per_anomaly,
                          .by_predicate = whole->by_predicate}};
    minos_status status = mns_shortest_init(&s.shortest, graph);
    for (int o = MNS_ORDER_NONE; o <= MNS_ORDER_REALTIME && status == MINOS_OK; o++) {
        s.order = (mns_order)o;
        unsigned own = mns_kinds_within(MNS_FORM_ITEM, s.order) &
                       ~mns_kinds_within(MNS_FORM_ITEM, MNS_ORDER_NONE);
        if (o == MNS_ORDER_NONE || (kinds & own) != 0) {
            status = search_order(&s);
        }
    }
    mns_found_sort(&s.found);
    mns_shortest_release(&s.shortest);
    free(s.found.hits);
    return status;
}

minos_status mns_search(const mns_graph *graph, uint32_t max_per_anomaly, mns_cycles *cycles) {
    memset(cycles, 0, sizeof *cycles);
    mns_subgraph cyclic;
    minos_status status = mns_subgraph_build(&cyclic, graph);
    if (status == MINOS_OK && cyclic.count > 0) {
        status = search_subgraph(&cyclic, graph, max_per_anomaly, cycles);
    }
    mns_subgraph_release(&cyclic);
    return status;
}
