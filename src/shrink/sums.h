/*
 * sums.h - what reads of a counter show once increments are left out.
 *
 * A sum does not tell what it is made of, so without an increment nobody knows what a read would
 * have shown. But a draft made of a witness's evidence has no reads of counters other than those
 * that the witness accuses in the whole history. Whatever shows of them in the draft they have
 * shown before, so there sums may come down with the increments that go, as long as what the
 * witness says of them stays as it is:
 *
 *   nobody can make it     KEPT    sums stay: fewer increments make no more sums
 *   it is too much         FIT     what is more than all that is left becomes that
 *   it is too little, or   LEVEL   sums of a key come down together, by what was left out that had
 *   two do not agree               ended when the first of these reads began, and by whatever else
 *                                  was left out once nothing of that is left; but none below what
 *                                  its reader added itself
 *   one saw more           ORDER   LEVEL, then FIT: they keep their order
 *
 * In a broader draft sums stay, and a key that is read keeps its increments (FIXED). Nowhere does a
 * transaction lose an increment that it made before it read the key: that one is surely in the sum.
 */
#ifndef MNS_SUMS_H
#define MNS_SUMS_H

#include "infer/counters.h"
#include "shrink/selection.h"

struct mns_draft;

typedef struct mns_key_sums {
    mns_sum left, left_before; /* positive increments that show; of these, before the reads */
    mns_sum gone, gone_before; /* those that do not */
    bool is_short;             /* some increment does not show */
    bool is_read;              /* some read shows: */
    uint32_t begin;            /* where the first of them began, */
    mns_sum least;             /* the least that others than the reader must have added to one */
    /* While a transaction is looked at: */
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

/* For the draft of a counter history, when all else is in it. False when out of memory. */
bool mns_sums_init(struct mns_draft *draft, mns_sums_rule rule);
void mns_sums_release(mns_sums *sums);

/* Adds up what shows and what does not; false if a sum would be without what it is made of. */
bool mns_sums_resolve(struct mns_draft *draft);

/* What a read that shows is written with. */
int64_t mns_sums_read(const struct mns_draft *draft, uint32_t mop);

#endif
