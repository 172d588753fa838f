/*
 * explain.h - witnesses: anomalies with their proofs as text.
 *
 * In: a cycle or a case and the observation. Out: its transactions (T1, T2, ...), its steps with
 * their reasons, a well-known name for its shape, and the text of the proof. recheck.c derives
 * every witness again from the transactions alone; one that it rejects is a bug and ends the check
 * with MINOS_EINTERNAL.
 */
#ifndef MNS_EXPLAIN_H
#define MNS_EXPLAIN_H

#include "claim/witness.h"
#include "detect/detect.h"
#include "search/search.h"

/* The assumptions must be those that the observation was inferred with. */
minos_status mns_explain_all(const mns_observation *o, const mns_assumptions *assumptions,
                             const mns_cases *cases, const mns_cycles *cycles,
                             mns_witnesses *witnesses);
void mns_witnesses_release(mns_witnesses *witnesses);

#endif
