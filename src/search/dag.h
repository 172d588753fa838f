/*
 * dag.h - the components of a view as a graph of their own, which has no cycle.
 *
 * It has only the components that contain one of the given vertices, and the edges between them.
 * Nodes are numbered so that edges lead to larger ones:
 *
 *     edges of n are target[offset[n] .. offset[n+1]), each target > n
 */
#ifndef MNS_DAG_H
#define MNS_DAG_H

#include "search/subgraph.h"

typedef struct mns_dag {
    uint32_t count;
    uint64_t *offset;
    uint32_t *target;
    bool *barrier;  /* by node: it contains a real-time barrier (depend/edges_realtime.c) */
    uint32_t *node; /* by component of the view: 1 + its node, 0 for none */
} mns_dag;

/* O(components + vertices * log(vertices) + edges). */
minos_status mns_dag_build(mns_dag *dag, const mns_view *view, const mns_components *ranks,
                           const uint32_t *vertices, uint32_t vertex_count);
void mns_dag_release(mns_dag *dag);

/* The edges from nodes first .. last. */
static inline uint64_t mns_dag_edges(const mns_dag *dag, uint32_t first, uint32_t last) {
    return dag->offset[last + 1] - dag->offset[first];
}

#endif
