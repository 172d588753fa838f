/*
 * text_witness.h - a witness for people: its proof, and its transactions drawn in time.
 */
#ifndef MNS_REPORT_TEXT_TEXT_WITNESS_H
#define MNS_REPORT_TEXT_TEXT_WITNESS_H

#include "report/model/document.h"

/* Lines of a proof that are shown unless all of it is asked for. */
#define MNS_LIMIT_PROOF_LINES 60

/* With `whole` the proof from beginning to end. O(what is printed). */
void mns_write_witness(const mns_document *document, const mns_doc_witness *witness, bool whole,
                       mns_buf *out);

#endif
