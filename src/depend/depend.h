/*
 * depend.h - the dependency graph.
 *
 * Vertices 0 .. txn_count-1 are transactions; those after them are virtual: barriers of real time
 * and hubs of wide rw edges, which keep the graph linear. A path through virtual vertices is one
 * step between transactions, of the kind of the edges it is made of (REALTIME, or RW then TAILs).
 *
 *   CSR:  edges of v are target[offset[v] .. offset[v+1]), kind[] beside them, one kind each;
 *         a pair related in two ways has two edges.
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
    uint8_t *kind; /* mns_kind */
    uint64_t edge_count;
    unsigned kinds; /* all kinds that occur */
    bool possible;  /* some dependency would lead to a transaction of unknown outcome, had it
                       committed: nothing to search, but not nothing at all */
} mns_graph;

minos_status mns_graph_build(const mns_observation *o, mns_graph *graph);
void mns_graph_release(mns_graph *graph);

/* Why one transaction precedes another. Mops of ww, wr, rw: */
typedef struct mns_reason {
    mns_kind kind;
    uint32_t key;      /* MNS_NONE for process and realtime */
    uint32_t from_mop; /* ww: the earlier append; wr: the append; rw: the read */
    uint32_t to_mop;   /* ww: the later append; wr: the read; rw: the append that was missed */
    mns_value value;   /* ww: earlier element; wr: the element; rw: last element read, or
                           MNS_VALUE_NONE for the initial state */
    mns_value next;    /* ww: later element; rw: the element missed; else MNS_VALUE_NONE */
    uint32_t shown_by; /* ww, rw: a committed read that shows value directly before next; MNS_NONE
                           where the order of the key does not have next (it is then after all of it) */
} mns_reason;

/* Finds the reason for an edge of the given kind between two transactions; false if there is
 * none. O(mops of the two transactions). */
bool mns_reason_find(const mns_observation *o, uint32_t from, uint32_t to, mns_kind kind,
                     mns_reason *reason);

#endif
