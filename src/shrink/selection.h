/*
 * selection.h - the part of a history that a witness needs.
 *
 * A selection is a set of transactions and of their micro-operations. Selecting a write selects its
 * element too: lists and sets are later written with the selected elements only, so an element that
 * is left out is left out of every read. Elements that no write or several writes wrote are loose,
 * and are selected by themselves. A register shows one value and a counter one sum, so selecting a
 * read of them also selects the write of that value, or all increments of that key.
 */
#ifndef MNS_SELECTION_H
#define MNS_SELECTION_H

#include "explain/explain.h"

/* How the sums of counters are adjusted; see sums.h. */
typedef enum mns_sums_rule {
    MNS_SUMS_FIXED,
    MNS_SUMS_KEPT,
    MNS_SUMS_FIT,
    MNS_SUMS_LEVEL,
    MNS_SUMS_ORDER
} mns_sums_rule;

typedef struct mns_selection {
    const mns_observation *o;
    bool *txn, *mop; /* by id */
    mns_map loose;   /* those selected: key << 32 | element */
    bool all_loose;
    mns_sums_rule sums;
    bool failed; /* out of memory */
} mns_selection;

/* How much of the history around a witness to select. */
typedef enum mns_breadth {
    MNS_BREADTH_WITNESS, /* the micro-operations that its proof names, and those that they need */
    MNS_BREADTH_TXNS,    /* all transactions selected so, whole, with the writes of all they read */
    MNS_BREADTH_ALL      /* everything */
} mns_breadth;

/* MINOS_ENOMEM leaves a selection that can be released. O(history). */
minos_status mns_selection_init(mns_selection *selection, const mns_observation *o,
                                const mns_witness *witness, mns_breadth breadth);
void mns_selection_release(mns_selection *selection);

/* True if lists and sets are written with this element. */
bool mns_selection_has(const mns_selection *selection, uint32_t key, mns_value element);

/* ---- Building a selection ------------------------------------------------------------------- */

/* A micro-operation with its transaction; MNS_NONE is fine. */
void mns_select_mop(mns_selection *selection, uint32_t mop);
/* The write of an element, or the element itself if it is loose. */
void mns_select_element(mns_selection *selection, uint32_t key, mns_value element);
/* The micro-operations that the proof of a witness names (select_witness.c). */
void mns_select_witness(mns_selection *selection, const mns_witness *witness);
/* For each selected info transaction that counts, a read that proves that it committed
 * (select_commit_reads.c). */
void mns_select_commit_reads(mns_selection *selection);

#endif
