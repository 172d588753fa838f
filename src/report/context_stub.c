/* context_stub.c - the parts of a report that are not there yet. */
#include "report/report.h"

void mns_document_neighbours(mns_document *document, const mns_outcome_report *report) {
    (void)document;
    (void)report;
}
void mns_document_keys(mns_document *document, const mns_outcome_report *report) {
    (void)document;
    (void)report;
}
void mns_document_faults(mns_document *document, const mns_outcome_report *report) {
    (void)document;
    (void)report;
}
void mns_document_run(mns_document *document, const mns_outcome_report *report) {
    (void)document;
    (void)report;
}
