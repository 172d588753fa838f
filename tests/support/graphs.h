/*
 * graphs.h - small dependency graphs for unit tests, as text and as their naive closure.
 *
 *     "0-ww->1 1-rw->2 2-tail->0"      kinds: ww wr rw process realtime tail, seen for RW_SEEN
 *
 * Naive answers are bit sets of at most 64 vertices.
 */
#ifndef TEST_GRAPHS_H
#define TEST_GRAPHS_H

#include "depend/depend.h"
#include "search/subgraph.h"
#include "support/units.h"

#define GRAPH_LIMIT 64
#define GRAPH_ALL 0xFFu

typedef struct graph_edge {
    uint32_t from, to;
    uint32_t kind;
} graph_edge;

/* Vertices below txn_count are transactions, the rest are virtual. */
void graph_make(mns_graph *graph, uint32_t txn_count, uint32_t vertex_count,
                const graph_edge *edges, size_t edge_count);
void graph_parse(mns_graph *graph, uint32_t txn_count, uint32_t vertex_count, const char *text);
/* Edges of random kinds out of a set, without self-loops. All vertices are transactions. Edges of
 * process and real time lead to larger ids, so that time goes forward. */
void graph_random(mns_graph *graph, uint64_t *random, uint32_t vertices, uint32_t edges,
                  unsigned kinds);
/* The same graph without virtual vertices: paths through them become edges. */
void graph_fold(const mns_graph *graph, mns_graph *folded);
/* The whole graph as a subgraph, vertices on no cycle too, with the same ids. */
void graph_whole(const mns_graph *graph, mns_subgraph *whole);

/* reach[v]: vertices that a path of one edge or more, of these kinds, reaches from v. */
void graph_closure(const mns_graph *graph, unsigned kinds, uint64_t reach[GRAPH_LIMIT]);

bool graph_has(const mns_graph *graph, uint32_t from, uint32_t to, uint32_t kind);

/* Asserts the distinct edges of these kinds, sorted by start, kind and end. */
void graph_expect(const mns_graph *graph, unsigned kinds, const char *expected);
/* The same for the folded graph of a history. */
void graph_expect_history(const char *notation, unsigned kinds, const char *expected);

#endif
