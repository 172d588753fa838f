/*
 * found.h - the cycles found so far, and the components that need no further search.
 */
#ifndef MNS_FOUND_H
#define MNS_FOUND_H

#include "search/walk.h"

/* A component that contains a cycle of a class, identified by one vertex of that cycle. */
typedef struct mns_hit {
    mns_anomaly anomaly;
    uint32_t vertex; /* local id */
} mns_hit;

typedef struct mns_found {
    const mns_subgraph *graph;
    mns_cycles *cycles;
    uint32_t max_per_anomaly;
    bool by_predicate; /* of the graph: rw edges are on predicates */
    mns_hit *hits;
    size_t hit_count, hit_capacity;
} mns_found;

/* Folds, classifies and stores a simple cycle over local vertices. */
minos_status mns_found_add(mns_found *found, mns_closed_walk *walk);
/* Sets covered[c] for every component of the view with a known cycle that implies the anomaly. In a
 * layered view a vertex counts as its state 2v. */
void mns_found_cover(const mns_found *found, const mns_view *view, const mns_components *components,
                     mns_anomaly anomaly, bool *covered);
/* Sorts the cycles in the order of the search, shortest first within a class. */
void mns_found_sort(mns_found *found);

#endif
