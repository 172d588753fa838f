/*
 * shortest.h - a shortest cycle of a given shape in one component.
 *
 * Each function leaves a simple cycle over local vertices in `best`; length 0: there is none. The
 * result depends on the graph alone. A bound on steps (never on time) limits the search for a
 * shorter cycle; it never decides whether there is one.
 */
#ifndef MNS_SHORTEST_H
#define MNS_SHORTEST_H

#include "search/reach.h"
#include "search/walk.h"

typedef struct mns_shortest {
    mns_bfs bfs;
    mns_closed_walk best, candidate;
    mns_rw_edge *edges; /* the relevant edges of the current component */
    size_t edge_count, edge_capacity;
    uint32_t *vertices;
    size_t vertex_count, vertex_capacity;
    bool by_time;     /* for mns_shortest_single: see reach.h */
    uint8_t *blocked; /* by state of the layered view: see mns_shortest_nonadjacent */
} mns_shortest;

minos_status mns_shortest_init(mns_shortest *shortest, const mns_subgraph *graph);
void mns_shortest_release(mns_shortest *shortest);

/* Any cycle of the view in the component: one always exists if it has several states. */
minos_status mns_shortest_any(mns_shortest *shortest, const mns_view *view,
                              const mns_components *components, uint32_t component);
/* A cycle with an edge of one of these kinds; none if the component has no such edge inside. */
minos_status mns_shortest_through(mns_shortest *shortest, const mns_view *view,
                                  const mns_components *components, uint32_t component,
                                  unsigned through);
/* A cycle with exactly one rw edge, where `layered` holds the edge and `plain` (the view without
 * rw, with its components as ranks) the rest; `all` are the components with everything. Exact. */
minos_status mns_shortest_single(mns_shortest *shortest, const mns_view *layered,
                                 const mns_components *layers, uint32_t component,
                                 const mns_view *plain, const mns_components *ranks,
                                 const mns_components *all);
/* A cycle with rw edges, no two of them adjacent. If the shortest closed walks all decompose into
 * cycles without rw (each a G0 or G1c, which every model that forbids this one forbids too), other
 * walks are tried until the step bound. */
minos_status mns_shortest_nonadjacent(mns_shortest *shortest, const mns_view *layered,
                                      const mns_components *layers, uint32_t component);

#endif
