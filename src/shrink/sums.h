/*
 * sums.h - adjusts the sums that reads of a counter show when increments are left out.
 *
 * A sum does not show its increments, so it is unknown what a read would have shown without one.
 * But the draft of a witness has no reads of counters other than those that are part of the anomaly
 * in the whole history. So their sums may be reduced together with the increments that are left
 * out, as long as the anomaly stays the same:
 *
 *   no increments add up   KEPT    sums stay: fewer increments form no more sums
 *   it is too much         FIT     a sum above everything that is left becomes that
 *   it is too little, or   LEVEL   sums of a key are reduced together, by the increments left out
 *   two do not agree               that had ended when the first of these reads began, and by all
 *                                  others left out once none of those is left; but no sum below
 *                                  what its reader added itself
 *   one saw more           ORDER   LEVEL, then FIT: the sums keep their order
 *
 * In a broader draft sums stay, and a key that is read keeps its increments (FIXED). In every draft
 * a transaction keeps the increments that it made before it read the key: those are certainly in
 * the sum.
 */
#ifndef MNS_SUMS_H
#define MNS_SUMS_H

#include "infer/counters.h"
#include "shrink/selection.h"

struct mns_draft;

typedef struct mns_key_sums {
    mns_sum left, left_before; /* positive increments that show; those of them before the reads */
    mns_sum gone, gone_before; /* the same for increments that do not show */
    bool is_short;             /* some increment does not show */
    bool is_read;              /* some read shows; then: */
    uint32_t begin;            /* position where the first read began */
    mns_sum least; /* the least that transactions other than the reader added to a read */
    /* For the current transaction: */
    uint32_t txn; /* its id plus 1 */
    mns_sum own;  /* its positive increments so far that show */
    bool owes;    /* it made an increment that does not show */
} mns_key_sums;

typedef struct mns_sums {
    mns_sums_rule rule;
    uint32_t *key; /* by mop of the draft: into keys */
    mns_key_sums *keys;
    uint32_t key_count;
} mns_sums;

/* For the draft of a counter history, after everything else. False when out of memory. */
bool mns_sums_init(struct mns_draft *draft, mns_sums_rule rule);
void mns_sums_release(mns_sums *sums);

/* Adds up what shows and what does not; false if a sum would lack its increments. */
bool mns_sums_resolve(struct mns_draft *draft);

/* The sum that a read is written with. */
int64_t mns_sums_read(const struct mns_draft *draft, uint32_t mop);

#endif
