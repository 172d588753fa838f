/*
 * error_classes.h - the errors of a run by class: errors that differ only in numbers are one class.
 */
#ifndef MNS_REPORT_MODEL_ERROR_CLASSES_H
#define MNS_REPORT_MODEL_ERROR_CLASSES_H

#include "core/buf.h"
#include "history/history.h"
#include "report/model/document.h"

/* The number of different classes; further errors are counted as "other errors". */
#define MNS_LIMIT_ERROR_CLASSES 1000

/* The class of an error: its text with "#" for each run of digits; long strings and the text itself
 * are shortened, short codes are kept. O(size). */
void mns_error_class(const char *text, size_t size, mns_buf *out);

/* Fills in the errors of a run; sets arena.failed when out of memory. O(transactions), plus
 * O(bytes) of about 50,000 failed or unknown completions at most; of more, every n-th is counted n
 * times. */
void mns_error_classes(mns_doc_run *run, const mns_history *history, mns_arena *arena);

#endif
