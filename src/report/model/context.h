/*
 * context.h - helpers for the context of a document: times, references, shortened quotes.
 *
 * The context is shown around the witnesses: neighbours.c, key_versions.c, fault_list.c,
 * run_stats.c. Data that is not in the tables is read from the source again.
 */
#ifndef MNS_REPORT_MODEL_CONTEXT_H
#define MNS_REPORT_MODEL_CONTEXT_H

#include "report/model/document_make.h"

/* The :time of the operation at a position, or MNS_NO_TIME; the position may be MNS_NONE.
 * O(bytes of the operation). */
int64_t mns_context_time(const mns_history *history, uint32_t position);

/* A reference to a transaction. O(bytes of its last operation). */
mns_doc_ref mns_context_ref(mns_arena *arena, const mns_history *history, uint32_t txn);

/* True if a form of the history is nil or null. */
bool mns_context_is_nil(const char *text, size_t size);

/* A copy, cut to at most `limit` bytes between characters and then followed by "...". */
const char *mns_context_quote(mns_arena *arena, const char *text, size_t size, size_t limit);

/* The witnesses of the check that those of an anomaly were made from, in order. O(witnesses). */
const mns_witness *mns_context_witnesses(const mns_check_result *check,
                                         const mns_doc_anomaly *anomaly);

#endif
