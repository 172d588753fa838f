/*
 * explain.h - witnesses: what was found, in words, with its proof.
 *
 * In: a cycle or a case and the observation. Out: the transactions it names (T1, T2, ...), its
 * steps with their reasons, a well-known name for its shape, and the text of the proof. Every
 * witness is shown to recheck.c, which derives it again from the transactions alone; one that does
 * not pass is a bug and ends the run with MINOS_EINTERNAL.
 */
#ifndef MNS_EXPLAIN_H
#define MNS_EXPLAIN_H

#include "claim/witness.h"
#include "detect/detect.h"
#include "search/search.h"

/* The assumptions are those that the observation was inferred by. */
minos_status mns_explain_all(const mns_observation *o, const mns_assumptions *assumptions,
                             const mns_cases *cases, const mns_cycles *cycles,
                             mns_witnesses *witnesses);
void mns_witnesses_release(mns_witnesses *witnesses);

#endif
