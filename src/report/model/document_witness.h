/*
 * document_witness.h - makes the witnesses of a document.
 */
#ifndef MNS_REPORT_MODEL_DOCUMENT_WITNESS_H
#define MNS_REPORT_MODEL_DOCUMENT_WITNESS_H

#include "explain/explain.h"
#include "report/model/document.h"

/* The source and target of the conversion. */
typedef struct mns_doc_writer {
    const mns_observation *observation;
    const mns_history *history;
    mns_arena *arena;
    mns_buf *text; /* empty between two strings */
} mns_doc_writer;

/* Everything but the context. *out is zeroed. */
void mns_document_witness(const mns_doc_writer *writer, const mns_witness *witness,
                          mns_doc_witness *out);

#endif
