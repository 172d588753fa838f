/*
 * report.h - a finished check as text, JSON, EDN or a folder.
 */
#ifndef MNS_REPORT_H
#define MNS_REPORT_H

#include "explain/explain.h"
#include "judge/judge.h"

typedef struct mns_timing {
    double read_ms, infer_ms, graph_ms, search_ms;
} mns_timing;

/* Everything there is to say about one history. With status != MINOS_OK only name and problems
 * are meaningful. */
typedef struct mns_outcome_report {
    minos_status status;
    const char *name;
    const char *workload;
    const mns_observation *observation;
    const mns_request *request;
    const mns_judgement *judgement;
    const mns_witnesses *witnesses;
    const mns_problems *problems;
    const char *const *warnings;
    size_t warning_count;
    mns_timing timing;
} mns_outcome_report;

void mns_report_text(const mns_outcome_report *report, unsigned flags, mns_buf *out);
void mns_report_json(const mns_outcome_report *report, mns_buf *out);
void mns_report_edn(const mns_outcome_report *report, mns_buf *out);
/* report/folder.c; on failure *message says what could not be written. */
minos_status mns_report_folder(const mns_outcome_report *report, const char *directory,
                               char **message);

#endif
