/*
 * depend.h - the dependency graph.
 *
 * Vertices 0 .. txn_count-1 are transactions; those after them are virtual: barriers of real time,
 * hubs of wide rw edges, trees of sets and levels of counters, which keep the graph linear. A path
 * through virtual vertices is one step between transactions, of the kind of its edges: REALTIME;
 * WR; or RW then TAILs, a step of the kind of the RW. RW, TAILs and finally WR make a step of the
 * kind RW_SEEN. REALTIME edges lead into barriers or come from one; barriers are a chain.
 *
 *   CSR:  edges of v are target[offset[v] .. offset[v+1]), kind[] beside them, one kind each;
 *         a pair related in two ways has two edges. No edge leads from a vertex to itself.
 */
#ifndef MNS_DEPEND_H
#define MNS_DEPEND_H

#include "catalog/catalog.h"
#include "infer/infer.h"

typedef struct mns_graph {
    uint32_t txn_count;    /* vertices below this are transactions */
    uint32_t vertex_count; /* all of them */
    uint64_t *offset;      /* vertex_count + 1 */
    uint32_t *target;
    uint32_t *kind; /* mns_kind */
    uint64_t edge_count;
    unsigned kinds;    /* all kinds that occur */
    bool by_predicate; /* rw edges are on predicates, else on items (catalog/cycle_shapes.def) */
    /* If there is no cycle, all transactions that count, each after those that precede it; else
     * NULL. See acyclic.h. */
    uint32_t *topological;
    uint32_t topological_count;
    bool possible; /* a dependency would lead to a transaction of unknown outcome, had it
                      committed: there is nothing to search, but the history is not trivial */
} mns_graph;

minos_status mns_graph_build(const mns_observation *o, mns_graph *graph);
void mns_graph_release(mns_graph *graph);

/* Finds the reason for an edge of the given kind between two transactions; false if there is
 * none. O(mops of the two transactions). */
bool mns_reason_find(const mns_observation *o, uint32_t from, uint32_t to, mns_kind kind,
                     mns_reason *reason);
/* The reason of step i of the path of a lemma: from its i-th transaction to the next. A step may
 * follow from another lemma, which is an earlier one. */
bool mns_reason_on_path(const mns_observation *o, const mns_lemma *lemma, uint32_t i,
                        mns_reason *reason);

#endif
