/*
 * selection.h - which part of a history a witness needs.
 *
 * A selection is a set of transactions and of their micro-operations. Selecting an append selects
 * its element too: lists are later written with the selected elements only, so whoever is left out
 * is left out of every read as well. Elements that nobody appended have no append to stand for
 * them and are selected by themselves.
 */
#ifndef MNS_SELECTION_H
#define MNS_SELECTION_H

#include "explain/explain.h"

typedef struct mns_selection {
    const mns_observation *o;
    bool *txn, *mop; /* by id */
    bool all_garbage;
    struct mns_garbage {
        uint32_t key;
        mns_value element;
    } * garbage; /* selected one by one; a handful */
    size_t garbage_count, garbage_capacity;
} mns_selection;

/* How much of the history around a witness to take. */
typedef enum mns_breadth {
    MNS_BREADTH_EVIDENCE, /* the micro-operations that its proof names, and those that these need */
    MNS_BREADTH_TXNS,     /* its transactions and those of its evidence whole, with all they read */
    MNS_BREADTH_ALL       /* everything */
} mns_breadth;

/* MINOS_ENOMEM leaves a selection that can be released. O(history). */
minos_status mns_selection_init(mns_selection *selection, const mns_observation *o,
                                const mns_witness *witness, mns_breadth breadth);
void mns_selection_release(mns_selection *selection);

/* True if a list is written with this element. */
bool mns_selection_has(const mns_selection *selection, uint32_t key, mns_value element);

#endif
