/*
 * document_make.h - makes a document from a finished check.
 */
#ifndef MNS_REPORT_MODEL_DOCUMENT_MAKE_H
#define MNS_REPORT_MODEL_DOCUMENT_MAKE_H

#include "report/model/check_result.h"
#include "report/model/document.h"

/* From a check that succeeded, with up to max_witnesses of each anomaly; with `context` also
 * neighbours, versions of keys, faults and the run. MINOS_ENOMEM: the document is released. O(size
 * of the document), with context also O(transactions). */
minos_status mns_document_make(mns_document *document, const mns_check_result *check,
                               size_t max_witnesses, bool context);
/* Fills in span_ns from a few operations at each end of the history. */
void mns_document_span(mns_document *document, const mns_history *history);

/* The parts of the context, called by mns_document_make after the witnesses are made. They set
 * document->arena.failed when out of memory. */
void mns_document_neighbours(mns_document *document, const mns_check_result *check);
void mns_document_keys(mns_document *document, const mns_check_result *check);
void mns_document_faults(mns_document *document, const mns_check_result *check);
/* Adds the statements that clients sent, if minos_options.statements is set. */
void mns_document_statements(mns_document *document, const mns_check_result *check);
/* Names the faults that overlap a witness in its proof; called for every document. */
void mns_document_witness_faults(mns_document *document, const mns_check_result *check);
void mns_document_run(mns_document *document, const mns_check_result *check);
void mns_document_effort(mns_document *document, const mns_check_result *check);

#endif
