/*
 * text_report.h - a document, or the problems of an input, as text for people.
 */
#ifndef MNS_REPORT_TEXT_TEXT_REPORT_H
#define MNS_REPORT_TEXT_TEXT_REPORT_H

#include "report/model/check_result.h"
#include "report/model/document.h"

/* flags: MINOS_COLOR, MINOS_VERBOSE, MINOS_QUIET. */
void mns_report_text(const mns_document *document, unsigned flags, mns_buf *out);
/* All kept witnesses of one anomaly, with a heading. */
void mns_report_anomaly_text(const mns_document *document, const mns_doc_anomaly *anomaly,
                             mns_buf *out);

/* A check that failed: `minos: FILE:LINE:COLUMN: error: ...` with source line, caret and hint
 * (text_problems.c). */
void mns_report_problems(const mns_check_result *check, unsigned flags, mns_buf *out);

/* Writes text that quotes a history so that it is safe for a terminal (terminal_safe.c). Returns
 * the number of characters written before the character `mark`. */
size_t mns_write_safe(mns_buf *out, const char *text, size_t size, uint64_t mark);

#endif
