/*
 * edges.h - where the sources of edges put them.
 *
 * The graph is built in two passes over the same sources: the first counts the edges of each
 * vertex, the second fills them in. Sources must therefore emit the same edges in the same order
 * each time.
 */
#ifndef MNS_EDGES_H
#define MNS_EDGES_H

#include "depend/depend.h"
#include "depend/tails.h"

typedef struct mns_edges {
    mns_graph *graph;
    bool filling;
    uint32_t next_virtual; /* id of the next virtual vertex */
    size_t offset_capacity;
    bool failed; /* out of memory, or more vertices than ids */
} mns_edges;

/* Adds an edge, unless it leads from a vertex to itself. */
static inline void mns_edge(mns_edges *edges, uint32_t from, uint32_t to, mns_kind kind) {
    mns_graph *graph = edges->graph;
    if (from == to || edges->failed) {
        return;
    }
    if (!edges->filling) {
        graph->offset[from + 1]++;
        return;
    }
    uint64_t place = graph->offset[from]++;
    graph->target[place] = to;
    graph->kind[place] = (uint32_t)kind;
    graph->kinds |= kind;
}

/* A new virtual vertex. */
uint32_t mns_edge_vertex(mns_edges *edges);

/* tail_edges.c: the virtual vertices of a wide tail, the first of them (S1), or MNS_NONE if it is not
 * wide. Then: edges from a transaction that misses all of the tail to everybody in it but itself. */
bool mns_tail_is_wide(const mns_tail *tail);
uint32_t mns_tail_hub(const mns_tail *tail, mns_edges *edges);
void mns_tail_miss(const mns_tail *tail, uint32_t txn, uint32_t hub, mns_kind kind,
                   mns_edges *edges);

/* The sources, each in its file. */
/* hubs: by key, room for the ids of virtual vertices. */
void mns_depend_list_append(const mns_observation *o, const mns_tails *tails, uint32_t *hubs,
                            mns_edges *edges);
/* txns: room for every version. */
void mns_depend_registers(const mns_observation *o, uint32_t *txns, mns_edges *edges);
void mns_depend_sets(const mns_observation *o, mns_edges *edges);
void mns_depend_counters(const mns_observation *o, mns_edges *edges);
/* last: by process; pending: room for every transaction. */
void mns_depend_process(const mns_observation *o, const uint32_t *events, uint32_t *last,
                        mns_edges *edges);
void mns_depend_realtime(const mns_observation *o, const uint32_t *events, uint32_t *pending,
                         mns_edges *edges);

/* events.c: the history as a sequence: by position, txn << 1 | is_completion of a transaction that
 * counts, MNS_NONE for anything else. NULL when out of memory. */
uint32_t *mns_events(const mns_observation *o);

/* possible.c: adds PROCESS and REALTIME to *kinds where they relate anybody; the `possible` of a graph.
 * False when out of memory. */
bool mns_order_kinds(const mns_observation *o, unsigned *kinds);
bool mns_dependency_is_possible(const mns_observation *o, bool *possible);

#endif
