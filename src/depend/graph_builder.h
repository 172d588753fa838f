/*
 * graph_builder.h - how the edges of datatypes and orders get into the graph.
 *
 * graph.c calls all sources of edges twice: the first pass counts the edges of each vertex, the
 * second stores them. A source must therefore add the same edges and vertices in the same order
 * each time.
 */
#ifndef MNS_GRAPH_BUILDER_H
#define MNS_GRAPH_BUILDER_H

#include "depend/depend.h"
#include "depend/tails.h"

typedef struct mns_graph_builder {
    mns_graph *graph;
    bool filling;          /* the second pass */
    uint32_t next_virtual; /* id of the next virtual vertex */
    size_t offset_capacity;
    bool failed; /* out of memory, or more vertices than ids */
} mns_graph_builder;

/* Adds an edge, unless it leads from a vertex to itself. */
static inline void mns_builder_edge(mns_graph_builder *builder, uint32_t from, uint32_t to,
                                    mns_kind kind) {
    mns_graph *graph = builder->graph;
    if (from == to || builder->failed) {
        return;
    }
    assert(from < builder->next_virtual && to < builder->next_virtual);
    if (!builder->filling) {
        graph->offset[from + 1]++;
        return;
    }
    /* offset[from + 1] is where the next vertex starts, until that one is filled. */
    uint64_t place = graph->offset[from]++;
    assert(place < graph->edge_count);
    graph->target[place] = to;
    graph->kind[place] = (uint32_t)kind;
    graph->kinds |= kind;
}

/* A new virtual vertex. */
uint32_t mns_builder_vertex(mns_graph_builder *builder);

/* ---- Tails (tail_edges.c) ------------------------------------------------------------------- */

/* Whether the rw edges to a tail pass through virtual vertices. */
bool mns_tail_is_wide(const mns_tail *tail);
/* Adds the virtual vertices of a wide tail. Returns the first of them, or MNS_NONE if the tail
 * is not wide. */
uint32_t mns_tail_hub(const mns_tail *tail, mns_graph_builder *builder);
/* Adds edges from a transaction that missed the whole tail to every other transaction in it. */
void mns_tail_miss(const mns_tail *tail, uint32_t txn, uint32_t hub, mns_kind kind,
                   mns_graph_builder *builder);

/* ---- Sources of edges ----------------------------------------------------------------------- */

/* hubs: scratch, by key; txns: scratch, by version of o->version_graph. */
void mns_add_list_edges(const mns_observation *o, const mns_tails *tails, uint32_t *hubs,
                        uint32_t *txns, mns_graph_builder *builder);
void mns_add_register_edges(const mns_observation *o, uint32_t *txns, mns_graph_builder *builder);
void mns_add_set_edges(const mns_observation *o, mns_graph_builder *builder);
void mns_add_counter_edges(const mns_observation *o, mns_graph_builder *builder);
/* previous: by transaction, from mns_process_previous. */
void mns_add_process_edges(const mns_observation *o, const uint32_t *previous,
                           mns_graph_builder *builder);
/* pending: scratch, by transaction. */
void mns_add_realtime_edges(const mns_observation *o, const uint32_t *events, uint32_t *pending,
                            mns_graph_builder *builder);

/* ---- What they need ------------------------------------------------------------------------- */

/* events.c: by position in the history, txn << 1 | is_completion of a transaction that counts,
 * MNS_NONE for anything else. NULL when out of memory. */
uint32_t *mns_events(const mns_observation *o);

/* possible.c: adds PROCESS and REALTIME to *kinds if they relate any transactions; the
 * `possible` of a graph. False when out of memory. */
bool mns_order_kinds(const mns_observation *o, unsigned *kinds);
bool mns_dependency_is_possible(const mns_observation *o, bool *possible);

#endif
