/*
 * context.h - what the parts of a document's context share: times, references, shortened quotes.
 *
 * The context is what a whole report shows around the witnesses: neighbours.c, key_versions.c,
 * faults.c, run_stats.c. What it needs beyond the tables is read again from the source.
 */
#ifndef MNS_REPORT_MODEL_CONTEXT_H
#define MNS_REPORT_MODEL_CONTEXT_H

#include "report/model/document_make.h"

/* The :time of the operation at a position, or MNS_NO_TIME; the position may be MNS_NONE.
 * O(bytes of the operation). */
int64_t mns_context_time(const mns_history *history, uint32_t position);

/* A transaction that is only mentioned. O(bytes of its last operation). */
mns_doc_ref mns_context_ref(mns_arena *arena, const mns_history *history, uint32_t txn);

/* Whether a form of the history is nil, or null. */
bool mns_context_is_nil(const char *text, size_t size);

/* A copy of at most `limit` bytes and "...", never cut within a character. */
const char *mns_context_quote(mns_arena *arena, const char *text, size_t size, size_t limit);

/* What the witnesses of an anomaly of the document were made from, in their order. O(witnesses). */
const mns_witness *mns_context_witnesses(const mns_check_result *check,
                                         const mns_doc_anomaly *anomaly);

#endif
