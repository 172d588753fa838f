/*
 * walk.h - closed walks: finding short ones, simplifying them, classifying them.
 */
#ifndef MNS_WALK_H
#define MNS_WALK_H

#include "search/search.h"
#include "search/subgraph.h"

/* Vertices and the edge that leaves each; the last edge leads back to the first vertex. */
typedef struct mns_closed_walk {
    uint32_t *vertex; /* local ids */
    uint32_t *kind;
    uint32_t length;
    size_t vertex_capacity, kind_capacity;
} mns_closed_walk;

void mns_closed_walk_release(mns_closed_walk *walk);

/* Breadth-first search, reused from search to search. */
typedef struct mns_bfs {
    uint32_t *stamp;       /* by state: the search that reached it */
    uint32_t *parent;      /* by state */
    uint64_t *parent_edge; /* by state */
    uint32_t *queue[2];    /* this distance and the next */
    uint32_t search;
    uint64_t steps; /* edges visited so far, over all searches */
} mns_bfs;

minos_status mns_bfs_init(mns_bfs *bfs, uint32_t states);
void mns_bfs_release(mns_bfs *bfs);

typedef struct mns_bfs_query {
    const mns_view *view;
    const mns_components *within; /* of the view: only states of source's component are entered */
    uint32_t source, target;
    uint32_t limit;       /* the most transactions to enter, including a target that is one */
    const uint32_t *rank; /* by vertex, or NULL: vertices of a rank below least are not entered */
    uint32_t least;
    uint64_t step_limit;    /* give up when bfs->steps reaches this */
    const uint8_t *blocked; /* by state, or NULL: states that may not be entered */
} mns_bfs_query;

/* Virtual vertices cost nothing: the length of a path is its number of transactions. Returns how
 * many were entered on the shortest path from source to target (if source is target: the shortest
 * cycle), or MNS_NONE. O(edges of the component). */
uint32_t mns_bfs_run(mns_bfs *bfs, const mns_bfs_query *query);
/* The path of the last search, as a walk that ends just before the target: append the edge that
 * closes it with mns_closed_walk_add, or nothing if source is target. */
bool mns_bfs_path(const mns_bfs *bfs, const mns_bfs_query *query, mns_closed_walk *walk);
bool mns_closed_walk_add(mns_closed_walk *walk, uint32_t vertex, uint32_t kind);

/* Reduces a closed walk without adjacent rw edges to a simple cycle without adjacent rw edges. */
bool mns_closed_walk_simplify(mns_closed_walk *walk, uint32_t vertices);

/* Removes virtual vertices, in place: transactions and steps remain. */
void mns_closed_walk_fold(const mns_subgraph *graph, mns_closed_walk *walk);
/* The form and order of a folded simple cycle. */
void mns_closed_walk_classify(const mns_closed_walk *walk, mns_form *form, mns_order *order);

#endif
