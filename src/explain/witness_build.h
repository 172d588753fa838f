/*
 * witness_build.h - the two kinds of witness, built one at a time: from a cycle and from a case.
 *
 * First what the re-checker looks at (transactions, steps, micro-operations), then, once it has
 * agreed, the words: the texts may therefore rely on every witness being what it claims to be.
 * The witness comes in zeroed and belongs to the caller, also after a failure: whatever was
 * allocated by then hangs in it. MINOS_EINTERNAL: a step of the cycle has no reason.
 */
#ifndef MNS_EXPLAIN_WITNESS_BUILD_H
#define MNS_EXPLAIN_WITNESS_BUILD_H

#include "explain/evidence.h"

minos_status mns_witness_of_cycle(const mns_observation *o, const mns_cycles *cycles,
                                  const mns_cycle *cycle, mns_witness *witness);
minos_status mns_witness_of_case(const mns_observation *o, const mns_cases *cases,
                                 const mns_case *item, mns_witness *witness);

/* Fills in the derivations of a cycle, and lets its reasons refer to them. */
minos_status mns_witness_derive(const mns_observation *o, mns_witness *witness);

/* Fill in name and text, of a cycle also the text of each step. */
minos_status mns_cycle_tell(const mns_teller *teller, mns_witness *witness);
minos_status mns_case_tell(const mns_teller *teller, mns_witness *witness);

#endif
