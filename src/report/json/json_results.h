/*
 * json_results.h - writes a document as results.json, and reads it back.
 */
#ifndef MNS_REPORT_JSON_JSON_RESULTS_H
#define MNS_REPORT_JSON_JSON_RESULTS_H

#include "report/model/check_result.h"
#include "report/model/document.h"

void mns_report_json(const mns_document *document, mns_buf *out);
/* A check that failed: the problems of its input. */
void mns_report_problems_json(const mns_check_result *check, mns_buf *out);

/* Reads the text of a results.json. MINOS_EINPUT: it is malformed; *problems has the errors.
 * O(size). */
minos_status mns_document_read(mns_document *document, const mns_source *source,
                               mns_problems *problems);

#endif
