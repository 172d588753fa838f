/*
 * witness_build.h - builds one witness, from a cycle or from a case.
 *
 * First the parts that the re-checker verifies (transactions, steps, micro-operations); after it
 * has accepted them, the text. So the text may rely on every witness being correct. The caller
 * passes a zeroed witness and owns it, also after a failure, with everything allocated by then.
 * MINOS_EINTERNAL: a step of the cycle has no reason.
 */
#ifndef MNS_EXPLAIN_WITNESS_BUILD_H
#define MNS_EXPLAIN_WITNESS_BUILD_H

#include "explain/evidence.h"

minos_status mns_witness_of_cycle(const mns_observation *o, const mns_cycles *cycles,
                                  const mns_cycle *cycle, mns_witness *witness);
minos_status mns_witness_of_case(const mns_observation *o, const mns_cases *cases,
                                 const mns_case *item, mns_witness *witness);

/* Fills in the derivations of a cycle and makes its reasons refer to them. */
minos_status mns_witness_derive(const mns_observation *o, mns_witness *witness);

/* Fill in name and text, and for a cycle the text of each step. */
minos_status mns_cycle_write(const mns_explainer *explainer, mns_witness *witness);
minos_status mns_case_write(const mns_explainer *explainer, mns_witness *witness);

#endif
