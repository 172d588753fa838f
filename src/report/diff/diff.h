/*
 * diff.h - what changed between two results.
 *
 *     two documents ──diff.c──► mns_diff ──┬── diff_text.c
 *                                          └── diff_json.c
 *
 * The second is worse if it violates something that the first did not: a model is ruled out that
 * was not, a forbidden anomaly was found that was not, or the verdict became violated. Everything
 * else (settings, counts, throughput, a verdict that became unknown) is only reported.
 */
#ifndef MNS_REPORT_DIFF_DIFF_H
#define MNS_REPORT_DIFF_DIFF_H

#include "report/model/document.h"

/* A setting that differs; NULL: it is missing in that result. */
typedef struct mns_diff_setting {
    const char *label, *before, *after;
} mns_diff_setting;

typedef struct mns_diff {
    const mns_document *before, *after;
    mns_diff_setting settings[2 * MNS_LIMIT_SETUP_ROWS + 2];
    size_t setting_count;
    bool ruled_out_now[MNS_MODEL_COUNT];    /* and not before */
    bool ruled_out_before[MNS_MODEL_COUNT]; /* and not now */
    uint64_t counts[MNS_ANOMALY_COUNT][2];  /* before and after; 0: not found */
    double per_second[2];                   /* transactions that succeeded; 0: unknown */
    bool worse;
} mns_diff;

/* The documents must outlive the diff. O(settings^2 + models + anomalies). */
void mns_diff_make(mns_diff *diff, const mns_document *before, const mns_document *after);

/* O(size of the output). flags: MINOS_QUIET writes only the last line. */
void mns_diff_text(const mns_diff *diff, unsigned flags, mns_buf *out);
void mns_diff_json(const mns_diff *diff, mns_buf *out);

#endif
