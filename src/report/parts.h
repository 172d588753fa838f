/*
 * parts.h - what the report formats share: names, numbers and places of a finished check.
 *
 * Nothing here allocates. Lists of names are arrays of pointers into the catalog, at most one
 * entry per model, so they live on the stack of the caller.
 */
#ifndef MNS_REPORT_PARTS_H
#define MNS_REPORT_PARTS_H

#include "explain/transaction.h"
#include "report/report.h"

/* "true", "false" or "unknown". */
const char *mns_verdict_word(minos_verdict verdict);
/* What to say of a check that failed without a problem in its input. */
const char *mns_failure(minos_status status);

/* The place of a mop in its own transaction, from 0. */
uint32_t mns_mop_place(const mns_history *history, uint32_t mop);

/* Friendly names of the models in a set, in ASCII order; returns how many. O(m log m). */
size_t mns_model_names(const bool set[MNS_MODEL_COUNT], const char *names[MNS_MODEL_COUNT]);

/* The witnesses of one anomaly are consecutive: *first and how many. O(witnesses). */
size_t mns_witnesses_of(const mns_witnesses *witnesses, mns_anomaly anomaly, size_t *first);

/* How often an anomaly was found, at least 1 if it was found at all. */
uint64_t mns_anomaly_count(const mns_outcome_report *report, mns_anomaly anomaly);

/* Writes text that quotes a history so that it is safe for a terminal (safe.c). Returns how many
 * characters it wrote before the place `mark`, which counts as problems.h does: characters. */
size_t mns_write_safe(mns_buf *out, const char *text, size_t size, uint64_t mark);

/* One cycle as a Graphviz graph (dot.c). */
void mns_report_dot(const mns_doc_witness *witness, mns_anomaly anomaly, mns_buf *out);

/* All kept witnesses of one anomaly, with a heading (text.c). */
void mns_report_anomaly_text(const mns_document *document, const mns_doc_anomaly *anomaly,
                             mns_buf *out);

#endif
