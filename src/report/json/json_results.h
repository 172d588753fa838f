/*
 * json_results.h - results.json: written from a document, and read back into one.
 */
#ifndef MNS_REPORT_JSON_JSON_RESULTS_H
#define MNS_REPORT_JSON_JSON_RESULTS_H

#include "report/model/check_result.h"
#include "report/model/document.h"

void mns_report_json(const mns_document *document, mns_buf *out);
/* A check that failed: the problems of its input. */
void mns_report_problems_json(const mns_check_result *result, mns_buf *out);

/* From the text of a results.json. MINOS_EINPUT: *problems says what is wrong with it, and where.
 * O(size). */
minos_status mns_document_read(mns_document *document, const mns_source *source,
                               mns_problems *problems);

#endif
