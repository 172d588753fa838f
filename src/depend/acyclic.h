/*
 * acyclic.h - shows that the dependency graph has no cycle, without storing it.
 *
 * A history that keeps its promises has a graph without cycles, and of such a graph nobody ever sees
 * an edge. So before it is built, its transactions are put in an order in which each comes after all
 * that precede it; if that succeeds there is nothing to build, and nothing to search.
 *
 * The edges are those of mns_graph_build, found by walking the version tables: against the edges, from a
 * transaction to those that must come before it (ordering.h, one file per datatype).
 */
#ifndef MNS_ACYCLIC_H
#define MNS_ACYCLIC_H

#include "depend/depend.h"

/* *acyclic: the graph of mns_graph_build has no cycle; then *graph is one without vertices, but with the
 * kinds of that graph, each as what it is based on (mns_kind_base), and with its possible. Otherwise
 * *graph is empty. Sets and counters are never shown acyclic this way. O(transactions +
 * micro-operations + edges between register versions). */
minos_status mns_acyclic(const mns_observation *o, mns_graph *graph, bool *acyclic);

#endif
