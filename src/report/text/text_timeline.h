/*
 * text_timeline.h - the transactions of a witness in time, drawn in a few lines of text:
 *
 *     process 5  ├─ T1: r 9 [1 2 ... 5], append 8 3 ───────┤
 *     process 6        ├─ T2: append 9 8, append 8 4 ─┤
 *     nemesis          ▒▒▒▒▒▒▒▒▒▒ start-partition
 *
 * A lane for each process, by who began first; a bar from invocation to completion. Columns are the
 * order of events, not their distance. A failed transaction ends in ✗, one whose outcome nobody knows
 * stays open: ╌╌>. What a bar says are the micro-operations that the witness is about; where bars
 * follow one another there is more room for it beside them:
 *
 *     process 2  ├T2┤ r 487 [1 2 4 5 7 8 10 28 34 35 36 37]
 *     process 0       ├T1┤ r 487 [1 2 ... 10 40 41 ... 46 47]
 */
#ifndef MNS_REPORT_TEXT_TEXT_TIMELINE_H
#define MNS_REPORT_TEXT_TEXT_TIMELINE_H

#include "report/model/document.h"

/* Nothing is drawn of a single transaction, of more than these, or where invocations are not known. */
#define MNS_LIMIT_TIMELINE_TXNS 8
#define MNS_LIMIT_TIMELINE_FAULTS 2

/* False if nothing was drawn. `heading` is written first, `indent` blanks before each line. */
bool mns_write_timeline(const mns_document *document, const mns_doc_witness *witness,
                        const char *heading, uint32_t indent, mns_buf *out);

#endif
