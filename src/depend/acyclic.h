/*
 * acyclic.h - shows that the dependency graph has no cycle, without storing it.
 *
 * Most histories have an acyclic graph, of which no edge is ever shown. So before the graph is
 * built, its transactions are put in topological order; if that succeeds, there is nothing to build
 * and nothing to search.
 *
 * The edges are those of mns_graph_build: both take them from edges_<datatype>.h. This one finds
 * them in the version tables against their direction, from a transaction to its predecessors
 * (ordering.h).
 */
#ifndef MNS_ACYCLIC_H
#define MNS_ACYCLIC_H

#include "depend/depend.h"

/* *acyclic: the graph of mns_graph_build has no cycle. Then *graph has no vertices, but its
 * kinds are those of that graph, each as its base (mns_kind_base), and so is its possible;
 * graph->topological is the order that was found. Otherwise *graph is empty. Must be called before
 * mns_infer_orders. Sets and counters are never shown acyclic this way. O(transactions +
 * micro-operations + version edges). */
minos_status mns_acyclic(const mns_observation *o, mns_graph *graph, bool *acyclic);

#endif
