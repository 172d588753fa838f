/*
 * edn_result.h - Elle's result map. It quotes the history itself, so it is made from the check
 * and not from a document.
 */
#ifndef MNS_REPORT_EDN_EDN_RESULT_H
#define MNS_REPORT_EDN_EDN_RESULT_H

#include "report/model/check_result.h"

void mns_report_edn(const mns_check_result *check, mns_buf *out);

#endif
