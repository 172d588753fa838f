/*
 * dag_labels.h - labels that prove that one node does not reach another.
 *
 * A depth-first search numbers each node when it leaves it, after all nodes that it reaches. So all
 * nodes that a node reaches have smaller numbers, none below the least of them:
 *
 *     A reaches B   =>   number(B) < number(A)  and  least(A) <= least(B)
 *
 * where least is the smallest number among the nodes that a node reaches. The numbers depend on the
 * order in which edges are followed; of two searches, one from the left and one from the right, at
 * least one separates unrelated neighbours (Yildirim, Chaoji and Zaki, "GRAIL", VLDB 2010, use
 * random orders).
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

/* False: `from` does not reach `to`. */
static inline bool mns_dag_may_lead(const mns_dag_label *labels, uint32_t from, uint32_t to) {
    const mns_dag_label *a = &labels[from], *b = &labels[to];
    return b->walk[0].number < a->walk[0].number && a->walk[0].least <= b->walk[0].least &&
           b->walk[1].number < a->walk[1].number && a->walk[1].least <= b->walk[1].least;
}

#endif
