/*
 * depend.h - the dependency graph.
 *
 * Vertices 0 .. txn_count-1 are transactions; those after them are virtual: barriers of real time
 * and hubs of wide rw edges, which keep the graph linear. A path through virtual vertices is one
 * step between transactions, of the kind of the edges it is made of (REALTIME, or RW then TAILs; RW,
 * TAILs and at last WR make a step of the kind RW_SEEN). REALTIME edges lead into barriers or come from
 * one; barriers are a chain.
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
    uint32_t *kind; /* mns_kind */
    uint64_t edge_count;
    unsigned kinds; /* all kinds that occur */
    bool
        by_predicate; /* its rw edges are on predicates, else on items (catalog/cycle_shapes.def) */
    bool possible;    /* some dependency would lead to a transaction of unknown outcome, had it
                       committed: nothing to search, but not nothing at all */
} mns_graph;

minos_status mns_graph_build(const mns_observation *o, mns_graph *graph);
void mns_graph_release(mns_graph *graph);

/*
 * Why one transaction precedes another. Mops and values of ww, wr, rw:
 *
 *                       ww                     wr             rw
 *   from_mop            the earlier write      the write      the read
 *   to_mop              the later write        the read       the write that was missed
 *   value               what the earlier wrote what it wrote  lists: the last element read, registers:
 *                                                             the value read, sets: nothing; the
 *                                                             initial state is MNS_VALUE_NONE for
 *                                                             lists, MNS_VALUE_INITIAL for registers
 *   next                what the later wrote   -              what the missed write wrote
 *
 * Counters have one kind of data step, RW_SEEN, whose base is rw: from_mop and to_mop are first reads of
 * the key, the latter before any increment of its own; value and next are the sums they saw. All
 * increments of the key are positive and value < next, so something that the second saw was missed by
 * the first. No rw that follows is next to it.
 */
typedef struct mns_reason {
    mns_kind kind;     /* WW, WR, RW, PROCESS or REALTIME */
    mns_kind rests_on; /* the kind of the edge, which says what it rests on */
    uint32_t key;      /* MNS_NONE for process and realtime */
    uint32_t from_mop;
    uint32_t to_mop;
    mns_value value;
    mns_value next; /* or MNS_VALUE_NONE */
    /* Lists, ww and rw: a committed read that shows value directly before next; MNS_NONE where the
     * order of the key does not have next (it is then after all of it). Registers: see source. */
    uint32_t shown_by;
    /* Registers, ww and rw: how it is known that value precedes next.
     *   BY_INITIAL                 value is the initial state
     *   BY_VERSIONS                shown_by and shown_also: mops that reveal the two versions
     *   BY_TRANSACTIONS            shown_by and shown_also: the two writes
     *   BY_WFR                     shown_by and shown_also: a read of value and a later write of next
     *                              by one transaction
     *   BY_PROCESS, BY_REALTIME    shown_by and shown_also: mops that read or wrote value and next;
     *                              their transactions are in that order
     *   BY_LEMMA                   lemma, in o->version_graph.lemmas */
    mns_source_of_order source;
    uint32_t shown_also;
    uint32_t lemma; /* or MNS_NONE */
} mns_reason;

/* Finds the reason for an edge of the given kind between two transactions; false if there is
 * none. O(mops of the two transactions). */
bool mns_reason_find(const mns_observation *o, uint32_t from, uint32_t to, mns_kind kind,
                     mns_reason *reason);
/* The reason of step i of the path of a lemma: from its i-th transaction to the next. Where it rests
 * on a lemma itself, that is an earlier one. */
bool mns_reason_on_path(const mns_observation *o, const mns_lemma *lemma, uint32_t i,
                        mns_reason *reason);

#endif
