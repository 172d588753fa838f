/*
 * outcomes.h - who committed.
 *
 * An ok transaction did, a failed one did not. An info one may or may not have, so by itself it
 * shows nothing; but if a transaction that counts read what it wrote, then either it committed, or
 * that read is of an aborted write (G1a). Every model from read-committed up forbids the second as
 * well, so taking it as committed never accuses such a model wrongly. Its own reads then count too,
 * and may prove others.
 */
#ifndef MNS_OUTCOMES_H
#define MNS_OUTCOMES_H

#include "infer/infer.h"

typedef struct mns_outcomes {
    mns_observation *o;
    uint32_t *queue; /* the info transactions that are proven by now */
    uint32_t queued;
} mns_outcomes;

/* Calls mns_outcomes_shown for every write that an answered read shows, or for those that no
 * earlier read showed. */
typedef void (*mns_see)(void *context, mns_outcomes *outcomes, uint32_t read);

/* Fills in o->outcome. Calls `see` for each answered read of each transaction that counts: of the
 * ok ones in order, then of those that are proven. */
minos_status mns_outcomes_find(mns_observation *o, mns_see see, void *context);
/* Fills in what the completions alone say: nobody is proven yet. How many are unknown. */
uint32_t mns_outcomes_of_completions(mns_observation *o);
/* writer may be MNS_NONE or MNS_AMBIGUOUS. */
void mns_outcomes_shown(mns_outcomes *outcomes, uint32_t writer);

#endif
