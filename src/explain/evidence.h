/*
 * evidence.h - the evidence section of a witness.
 *
 * It says how the order of two versions is known and why a transaction of unknown outcome
 * committed: "\nEvidence:\n" and one line each. Nothing is written if neither is needed.
 */
#ifndef MNS_EVIDENCE_H
#define MNS_EVIDENCE_H

#include "explain/commit_proofs.h"

/* The data that all witnesses of a check are explained from. */
typedef struct mns_explainer {
    const mns_observation *o;
    const mns_assumptions *assumptions;
    mns_commit_proofs proofs;
} mns_explainer;

/* Lines of evidence of one kind, at most: a cycle of a thousand steps has a thousand reasons, and
 * each may quote a list as long as the cycle. */
#define MNS_LIMIT_EVIDENCE 8

void mns_evidence_write(const mns_explainer *explainer, const mns_witness *witness, mns_buf *out);

/* How the order of versions is known, one function per datatype. They return for how many steps it
 * was omitted. Named transactions that are not in the witness are written to *others. */
uint32_t mns_evidence_lists(const mns_observation *o, const mns_witness *witness, mns_buf *out);
uint32_t mns_evidence_orders(const mns_explainer *explainer, const mns_witness *witness,
                             mns_buf *others, mns_buf *out);

#endif
