/*
 * text_witness.h - a witness as text: its proof and its timeline.
 */
#ifndef MNS_REPORT_TEXT_TEXT_WITNESS_H
#define MNS_REPORT_TEXT_TEXT_WITNESS_H

#include "report/model/document.h"

/* Lines of a proof that are shown if not `whole`. */
#define MNS_LIMIT_PROOF_LINES 60

/* With `whole` the complete proof. O(size of the output). */
void mns_write_witness(const mns_document *document, const mns_doc_witness *witness, bool whole,
                       mns_buf *out);

#endif
