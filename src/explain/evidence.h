/*
 * evidence.h - what a reader needs besides the transactions of a witness.
 *
 * How the order of two versions is known, and why a transaction of unknown outcome committed:
 * "\nEvidence:\n" and a line each, or nothing where the witness speaks for itself.
 */
#ifndef MNS_EVIDENCE_H
#define MNS_EVIDENCE_H

#include "explain/proofs.h"

/* What is needed to put witnesses into words. */
typedef struct mns_teller {
    const mns_observation *o;
    const mns_assumptions *assumptions;
    mns_proofs proofs;
} mns_teller;

/* Lines of evidence of one kind, at most: a cycle of a thousand steps has a thousand reasons, but
 * nobody reads them all, and each may quote a list as long as the cycle. */
#define MNS_LIMIT_EVIDENCE 8

void mns_evidence_write(const mns_teller *teller, const mns_witness *witness, mns_buf *out);

/* How the order of versions is known, for one datatype each; they return for how many steps it was
 * left out. Transactions that are named besides those of the witness are shown in *others. */
uint32_t mns_evidence_lists(const mns_observation *o, const mns_witness *witness, mns_buf *out);
uint32_t mns_evidence_orders(const mns_teller *teller, const mns_witness *witness, mns_buf *others,
                             mns_buf *out);

#endif
