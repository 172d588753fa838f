/*
 * html.h - the report page: one HTML file with its style, its script and the document as JSON.
 */
#ifndef MNS_REPORT_PAGE_HTML_H
#define MNS_REPORT_PAGE_HTML_H

#include "report/model/document.h"

void mns_report_html(const mns_document *document, mns_buf *out);

#endif
