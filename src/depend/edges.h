/*
 * edges.h - what the edge rules of the datatypes yield.
 *
 * Each datatype defines its edges once, in edges_<datatype>.h. Three users take them from there, so
 * that all have the same edges:
 *
 *     edges_<datatype>.c      the graph
 *     ordering_<datatype>.c   the topological order (lists and registers)
 *     reason_<datatype>.c     why an edge is in the graph
 *
 * tests/property/edges.c compares all three, and the rules, pair by pair. The graph replaces many
 * edges by few through virtual vertices; the test expands them. The walks of infer/lemmas.h follow
 * the same rules, but infer may not include this folder, so it has its own code for them.
 *
 * Rules relate micro-operations of transactions that count. Both ends may belong to one
 * transaction: the caller drops such an edge.
 */
#ifndef MNS_EDGES_H
#define MNS_EDGES_H

#include "depend/depend.h"

/* The edges into a micro-operation that follow from one version of its key: the writer of the
 * version precedes a read of it (wr), and a write that replaced it (ww). Its readers precede
 * a write that replaced it (rw). */
typedef struct mns_in_edges {
    uint32_t write;   /* the write that precedes the micro-operation, or MNS_NONE */
    uint32_t version; /* the version whose readers precede it, MNS_NONE for a read */
} mns_in_edges;

/* The micro-operation itself if its transaction counts, else MNS_NONE. */
static inline uint32_t mns_mop_if_counts(const mns_observation *o, uint32_t mop) {
    return mop != MNS_NONE && mns_txn_counts(o, mns_txn_of(o, mop)) ? mop : MNS_NONE;
}

#endif
