/*
 * ci_report.h - reports for CI services: JUnit XML and GitHub workflow commands.
 */
#ifndef MNS_REPORT_CI_CI_REPORT_H
#define MNS_REPORT_CI_CI_REPORT_H

#include "report/model/check_result.h"
#include "report/model/document.h"

/* One <testsuite> of JUnit (junit.c), and workflow commands of GitHub (github.c). */
void mns_report_junit(const mns_document *document, mns_buf *out);
void mns_report_github(const mns_document *document, mns_buf *out);
/* The same of a check that failed: the problems of its input. */
void mns_report_problems_junit(const mns_check_result *check, mns_buf *out);
void mns_report_problems_github(const mns_check_result *check, mns_buf *out);

#endif
