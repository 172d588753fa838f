/*
 * fault_list.h - a fault of the history as fault_words.h describes it.
 */
#ifndef MNS_REPORT_MODEL_FAULT_LIST_H
#define MNS_REPORT_MODEL_FAULT_LIST_H

#include "history/faults.h"
#include "report/model/fault_words.h"

/* Refers to the text of the history. O(bytes of its operations). */
mns_fault_record mns_fault_record_of(const mns_history *history, const mns_fault_span *span);

#endif
