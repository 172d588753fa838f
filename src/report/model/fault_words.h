/*
 * fault_words.h - a recorded fault in words.
 *
 *     n2 killed (SIGKILL), restarted after 2.1 s
 *     network cut between clients and n1, restored after 3 s
 *     start-partition :majorities-ring, ended after 5 s        another program's fault, quoted
 *
 * In: its :f and :value as the history has them. Faults of `minos run` are recognised by their
 * value; so are :kill, :pause and :restart of other programs with a list of nodes. Out: text on one
 * line; names and quotes are those of the history, so writers must escape it for their format.
 */
#ifndef MNS_REPORT_MODEL_FAULT_WORDS_H
#define MNS_REPORT_MODEL_FAULT_WORDS_H

#include "core/buf.h"
#include "history/fault_names.h"

typedef struct mns_fault_record {
    mns_fault_name process, function, value; /* as written */
    bool json;
    bool lasts;          /* until another action ends it */
    bool over;           /* that action was recorded */
    int64_t duration_ns; /* MNS_NO_TIME: unknown */
} mns_fault_record;

/* "n2 killed (SIGKILL)". */
void mns_fault_words(const mns_fault_record *fault, mns_buf *out);
/* "n2 was killed (SIGKILL)", to continue with when. */
void mns_fault_sentence(const mns_fault_record *fault, mns_buf *out);
/* "restarted after 2.1 s", "never restarted"; "" if there is nothing to say. */
void mns_fault_words_end(const mns_fault_record *fault, mns_buf *out);

#endif
