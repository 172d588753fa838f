/*
 * text_timeline.h - the timeline of a witness in a few lines of text:
 *
 *     process 5  ├─ T1: r 9 [1 2 ... 5], append 8 3 ───────┤
 *     process 6        ├─ T2: append 9 8, append 8 4 ─┤
 *     nemesis          ▒▒▒▒▒▒▒▒▒▒ start-partition
 *
 * A lane for each process, in the order of first invocations; a bar from invocation to completion.
 * Columns show the order of events, not their distance. A failed transaction ends in ✗, one of
 * unknown outcome stays open: ╌╌>. The label of a bar has the relevant micro-operations; if bars do
 * not overlap, more of it fits beside them:
 *
 *     process 2  ├T2┤ r 487 [1 2 4 5 7 8 10 28 34 35 36 37]
 *     process 0       ├T1┤ r 487 [1 2 ... 10 40 41 ... 46 47]
 */
#ifndef MNS_REPORT_TEXT_TEXT_TIMELINE_H
#define MNS_REPORT_TEXT_TEXT_TIMELINE_H

#include "report/model/document.h"

/* Nothing is drawn for a single transaction, for more than these, or without invocations. */
#define MNS_LIMIT_TIMELINE_TXNS 8
#define MNS_LIMIT_TIMELINE_FAULTS 2

/* Writes `heading`, then the lines with `indent` blanks before each. False if nothing was drawn. */
bool mns_write_timeline(const mns_document *document, const mns_doc_witness *witness,
                        const char *heading, uint32_t indent, mns_buf *out);

#endif
