/*
 * subgraph.h - the cyclic part of the dependency graph, and views of it.
 *
 * Every cycle lies inside one strongly connected component, so the search works on a copy with only
 * the components of more than one vertex and the edges inside them. Without a cycle there is
 * nothing to copy.
 *
 * A view selects edges by kind. A layered view doubles the vertices, so that a walk in it never has
 * two adjacent rw edges:
 *
 *     state 2v      at v, the last edge was not rw
 *     state 2v + 1  at v, the last edge was rw: no rw edge may follow
 *
 * In a plain view a state is a vertex.
 */
#ifndef MNS_SUBGRAPH_H
#define MNS_SUBGRAPH_H

#include "depend/depend.h"

typedef struct mns_subgraph {
    uint32_t count;
    uint32_t *vertex; /* by local id, ascending: the vertex of the whole graph */
    uint64_t *offset;
    uint32_t *target; /* local ids */
    uint32_t *kind;
    uint32_t txn_count; /* vertices of the whole graph below this are transactions */
} mns_subgraph;

typedef struct mns_view {
    const mns_subgraph *graph;
    unsigned kinds; /* bit set of mns_kind */
    bool layered;
} mns_view;

/* The strongly connected components of a view. */
typedef struct mns_components {
    uint32_t *of;     /* by state. Ids are in reverse topological order: edges between components
                        lead to smaller ids. MNS_NONE: not visited */
    uint32_t *size;   /* by component: its states */
    uint32_t *first;  /* by component, and one more: into states */
    uint32_t *states; /* by component, ascending within one */
    uint32_t count;
} mns_components;

/* graph->count 0: the graph has no cycle at all. */
minos_status mns_subgraph_build(mns_subgraph *subgraph, const mns_graph *graph);
void mns_subgraph_release(mns_subgraph *subgraph);

/* The components of the whole graph: *count of them, of[vertex] each. */
minos_status mns_graph_components(const mns_graph *graph, uint32_t *of, uint32_t *count);
minos_status mns_components_find(mns_components *components, const mns_view *view);
void mns_components_release(mns_components *components);

static inline uint32_t mns_view_states(const mns_view *view) {
    return view->layered ? 2 * view->graph->count : view->graph->count;
}

static inline uint32_t mns_view_vertex(const mns_view *view, uint32_t state) {
    return view->layered ? state >> 1 : state;
}

static inline bool mns_is_txn(const mns_subgraph *graph, uint32_t local) {
    return graph->vertex[local] < graph->txn_count;
}

/* The state that an edge leads to from a state, or MNS_NONE if the view does not allow it. */
static inline uint32_t mns_view_follow(const mns_view *view, uint32_t state, uint64_t edge) {
    unsigned kind = view->graph->kind[edge];
    if ((kind & view->kinds) == 0) {
        return MNS_NONE;
    }
    uint32_t target = view->graph->target[edge];
    if (!view->layered) {
        return target;
    }
    if (kind == MNS_TAIL) {
        return 2 * target + 1;
    }
    if ((kind & MNS_ANY_RW) != 0) {
        return (state & 1) != 0 ? MNS_NONE : 2 * target + 1;
    }
    return 2 * target;
}

#endif
