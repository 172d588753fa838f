/* context_stub.c - the parts of a report that are not there yet. */
#include "report/report.h"

void mns_report_html(const mns_document *document, mns_buf *out) {
    (void)document;
    (void)out;
}
void mns_report_junit(const mns_document *document, mns_buf *out) {
    (void)document;
    (void)out;
}
void mns_report_github(const mns_document *document, mns_buf *out) {
    (void)document;
    (void)out;
}
void mns_report_problems_junit(const mns_outcome_report *report, mns_buf *out) {
    (void)report;
    (void)out;
}
void mns_report_problems_github(const mns_outcome_report *report, mns_buf *out) {
    (void)report;
    (void)out;
}
