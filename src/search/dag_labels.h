/*
 * dag_labels.h - numbers that tell that one node does not lead to another.
 *
 * A depth-first walk numbers each node when it leaves it, after all that it leads to. So what a node leads
 * to has smaller numbers than it, and none below the smallest of them:
 *
 *     A leads to B   =>   number(B) < number(A)  and  least(A) <= least(B)
 *
 * where least is the smallest number among what a node leads to. The numbers depend on the order in
 * which edges are followed; of two walks, one from the left and one from the right, at least one tells
 * apart what lies side by side (Yildirim, Chaoji and Zaki, "GRAIL", VLDB 2010, take random ones).
 */
#ifndef MNS_DAG_LABELS_H
#define MNS_DAG_LABELS_H

#include "search/dag.h"

typedef struct mns_dag_label {
    struct {
        uint32_t number, least;
    } walk[2];
} mns_dag_label;

/* By node; NULL when out of memory. O(nodes + edges). */
mns_dag_label *mns_dag_labels(const mns_dag *dag);

/* False: it does not lead there. */
static inline bool mns_dag_may_lead(const mns_dag_label *labels, uint32_t from, uint32_t to) {
    const mns_dag_label *a = &labels[from], *b = &labels[to];
    return b->walk[0].number < a->walk[0].number && a->walk[0].least <= b->walk[0].least &&
           b->walk[1].number < a->walk[1].number && a->walk[1].least <= b->walk[1].least;
}

#endif
