/*
 * search.c - every class of cycle, decided; see search.h.
 *
 * For each order (none, process, realtime) in turn, with D for ww, wr and that order:
 *
 *   WW            components of ww and the order
 *   WWR           components of D
 *   SINGLE        components of the layered view of D and rw: inside them, an rw edge u -> v such
 *   NONADJACENT   that D leads from v back to u; failing that, any cycle through an rw edge
 *   ITEM          components of D and rw
 *
 * A component in which a class that implies this one was found is passed over. What is left then
 * has cycles of exactly this class: a cycle of WWR without wr would be one of WW (or have a WW_OPEN
 * step, which makes it one of WWR), one without a step of the order would have been found without the order, and so on. So every class is decided
 * by the components, in linear time; only SINGLE asks for more (reach.h).
 *
 * Whatever breaks a model breaks it by a simple cycle of some class: see walk.c for why a closed
 * walk without adjacent rw edges always contains one. The lattice's "...-cycle-exists" names are
 * therefore never needed.
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
    unsigned order_kind; /* the kind of edge that belongs to the order */
} search;

typedef minos_status (*finder)(search *s, const mns_view *view, const mns_components *components,
                               uint32_t component, void *context);

/* Runs a finder on every component of several states that is not covered for the form's anomaly. */
static minos_status each_component(search *s, mns_form form, const mns_view *view,
                                   const mns_components *components, finder find, void *context) {
    bool *covered = MNS_NEW_ARRAY(bool, components->count);
    if (covered == NULL) {
        return MINOS_ENOMEM;
    }
    mns_found_cover(&s->found, view, components, mns_cycle_anomaly(form, s->order), covered);
    minos_status status = MINOS_OK;
    for (uint32_t c = 0; c < components->count && status == MINOS_OK; c++) {
        if (components->size[c] < 2 || covered[c]) {
            continue;
        }
        status = find(s, view, components, c, context);
        if (status == MINOS_OK && s->shortest.best.length > 0) {
            status = mns_found_add(&s->found, &s->shortest.best);
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

static minos_status find_with_rw(search *s, const mns_view *view, const mns_components *components,
                                 uint32_t component, void *context) {
    (void)context;
    return mns_shortest_with_rw(&s->shortest, view, components, component);
}

static minos_status find_nonadjacent(search *s, const mns_view *view,
                                     const mns_components *components, uint32_t component,
                                     void *context) {
    (void)context;
    return mns_shortest_nonadjacent(&s->shortest, view, components, component);
}

/* What the search for a single rw needs besides the layered view. */
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

static minos_status search_ww(search *s) {
    mns_view view = {.graph = s->graph, .kinds = MNS_WW | s->order_kind};
    mns_components components;
    minos_status status = mns_components_find(&components, &view);
    if (status == MINOS_OK) {
        status = each_component(s, MNS_FORM_WW, &view, &components, find_any, NULL);
    }
    mns_components_release(&components);
    return status;
}

static minos_status search_layered(search *s, const mns_view *layered, single_context *context) {
    mns_components layers;
    minos_status status = mns_components_find(&layers, layered);
    if (status == MINOS_OK) {
        status = each_component(s, MNS_FORM_SINGLE, layered, &layers, find_single, context);
    }
    if (status == MINOS_OK) {
        status = each_component(s, MNS_FORM_NONADJACENT, layered, &layers, find_nonadjacent, NULL);
    }
    mns_components_release(&layers);
    return status;
}

static minos_status search_order(search *s) {
    unsigned free_kinds = MNS_WW | MNS_WW_OPEN | MNS_WR | s->order_kind;
    mns_view plain = {.graph = s->graph, .kinds = free_kinds};
    mns_view with_rw = {.graph = s->graph, .kinds = free_kinds | MNS_RW | MNS_TAIL};
    mns_view layered = with_rw;
    layered.layered = true;
    minos_status status = search_ww(s);
    mns_components ranks = {0}, all = {0};
    if (status == MINOS_OK) {
        status = mns_components_find(&ranks, &plain);
    }
    if (status == MINOS_OK) {
        status = each_component(s, MNS_FORM_WWR, &plain, &ranks, find_any, NULL);
    }
    mns_components_release(&ranks);
    /* A hub leads on by TAIL edges; nothing but rw leads into one, so this adds no other path. */
    plain.kinds |= MNS_TAIL;
    if (status == MINOS_OK) {
        status = mns_components_find(&ranks, &plain);
    }
    if (status == MINOS_OK) {
        status = mns_components_find(&all, &with_rw);
    }
    if (status == MINOS_OK) {
        single_context context = {.plain = &plain, .ranks = &ranks, .all = &all};
        status = search_layered(s, &layered, &context);
    }
    if (status == MINOS_OK) {
        status = each_component(s, MNS_FORM_ITEM, &with_rw, &all, find_with_rw, NULL);
    }
    mns_components_release(&ranks);
    mns_components_release(&all);
    return status;
}

static minos_status search_subgraph(const mns_subgraph *graph, unsigned kinds,
                                    uint32_t max_per_anomaly, mns_cycles *cycles) {
    static const unsigned order_kinds[] = {0, MNS_PROCESS, MNS_REALTIME};
    search s = {.graph = graph,
                .found = {.graph = graph, .cycles = cycles, .max_per_anomaly = max_per_anomaly}};
    minos_status status = mns_shortest_init(&s.shortest, graph);
    for (int o = MNS_ORDER_NONE; o <= MNS_ORDER_REALTIME && status == MINOS_OK; o++) {
        s.order = (mns_order)o;
        s.order_kind = order_kinds[o];
        if (o == MNS_ORDER_NONE || (kinds & s.order_kind) != 0) {
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
        status = search_subgraph(&cyclic, graph->kinds, max_per_anomaly, cycles);
    }
    mns_subgraph_release(&cyclic);
    return status;
}
