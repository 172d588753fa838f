/* edn_cases.h - one witness as Elle's map for its anomaly. */
#ifndef MNS_REPORT_EDN_EDN_CASES_H
#define MNS_REPORT_EDN_EDN_CASES_H

#include "explain/explain.h"

void mns_edn_case(const mns_history *history, const mns_witness *witness, mns_buf *out);

#endif
