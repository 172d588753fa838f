/*
 * search.h - cycles, by class.
 *
 * For every class of cycle_shapes.def and every component of its graph: decides whether there is a
 * cycle, and finds a shortest one. Virtual vertices are folded away: a cycle consists of
 * transactions and the kind of each step. A class is not searched for in a component where a class
 * that implies it was found.
 */
#ifndef MNS_SEARCH_H
#define MNS_SEARCH_H

#include "depend/depend.h"

typedef struct mns_cycle {
    mns_anomaly anomaly;
    mns_form form;
    mns_order order;
    uint32_t first, length; /* txns[first + i] -kinds[first + i]-> txns[first + (i+1) % length] */
} mns_cycle;

typedef struct mns_cycles {
    mns_cycle *items; /* in the order of cycle_shapes.def, shortest first within a class */
    size_t count, capacity;
    uint32_t *txns;
    uint32_t *kinds;
    size_t step_count, txn_capacity, kind_capacity;
    uint64_t total[MNS_ANOMALY_COUNT]; /* components that contain a cycle of the class */
} mns_cycles;

minos_status mns_search(const mns_graph *graph, uint32_t max_per_anomaly, mns_cycles *cycles);
void mns_cycles_release(mns_cycles *cycles);

#endif
