/*
 * error_classes.h - the errors of a run, by class: those that differ in numbers only are one.
 */
#ifndef MNS_REPORT_MODEL_ERROR_CLASSES_H
#define MNS_REPORT_MODEL_ERROR_CLASSES_H

#include "core/buf.h"
#include "history/history.h"
#include "report/model/document.h"

/* Different classes that are told apart; whatever comes after them is "other errors". */
#define MNS_LIMIT_ERROR_CLASSES 1000

/* The class of an error: its text with "#" for each run of digits, long strings in it and itself
 * shortened; codes of a few characters stay as they are. O(size). */
void mns_error_class(const char *text, size_t size, mns_buf *out);

/* Fills in errors of a run. The arena fails when out of memory. O(transactions), and O(bytes) of the
 * completions of at most about 50,000 that failed or are unknown; of more, each n-th stands for n. */
void mns_error_classes(mns_doc_run *run, const mns_history *history, mns_arena *arena);

#endif
