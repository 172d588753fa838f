/*
 * outcomes.h - which transactions committed.
 *
 * An ok transaction committed, a failed one did not. An info transaction may or may not have
 * committed, so by itself it proves nothing. But if a transaction that counts read one of its
 * writes, then either it committed or that read is an aborted read (G1a). Every model from
 * read-committed up forbids G1a too, so counting it as committed never rules out such a model
 * wrongly. Its own reads then count too, and may prove others.
 */
#ifndef MNS_OUTCOMES_H
#define MNS_OUTCOMES_H

#include "infer/infer.h"

typedef struct mns_outcomes {
    mns_observation *o;
    uint32_t *queue; /* the info transactions proven so far */
    uint32_t queued;
} mns_outcomes;

/* Calls mns_outcomes_shown for every write that an answered read shows; writes that an earlier read
 * showed may be skipped. */
typedef void (*mns_see)(void *context, mns_outcomes *outcomes, uint32_t read);

/* Fills in o->outcome. Calls `see` for each answered read of each transaction that counts: first of
 * the ok transactions in order, then of the proven ones. */
minos_status mns_outcomes_find(mns_observation *o, mns_see see, void *context);
/* Sets the outcomes from the completions alone, without proofs. Returns how many are unknown. */
uint32_t mns_outcomes_of_completions(mns_observation *o);
/* writer may be MNS_NONE or MNS_AMBIGUOUS. */
void mns_outcomes_shown(mns_outcomes *outcomes, uint32_t writer);

#endif
