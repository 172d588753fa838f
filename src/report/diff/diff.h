/*
 * diff.h - what changed between two results.
 *
 *     two documents ──diff.c──► mns_diff ──┬── diff_text.c
 *                      │ diff_settings.c   └── diff_json.c
 *
 * The second is worse if it violates something that the first did not: a model is ruled out that
 * was not, an anomaly is forbidden and found that was not both, or the verdict became violated.
 * Everything else (settings, counts, throughput) is only reported. If the second is not worse and
 * its verdict is unknown, the comparison is undecided.
 */
#ifndef MNS_REPORT_DIFF_DIFF_H
#define MNS_REPORT_DIFF_DIFF_H

#include "report/model/document.h"

/* A setting that differs; NULL: it is missing in that result. */
typedef struct mns_diff_setting {
    const char *label, *before, *after;
} mns_diff_setting;

/* Settings that are not rows of a setup: the request, the rules, the load. */
#define MNS_LIMIT_DIFF_OTHERS 24

typedef struct mns_diff {
    const mns_document *before, *after;
    mns_arena arena; /* of values that were made here */
    mns_diff_setting settings[2 * MNS_LIMIT_SETUP_ROWS + MNS_LIMIT_DIFF_OTHERS];
    size_t setting_count;
    bool ruled_out_now[MNS_MODEL_COUNT];    /* and not before */
    bool ruled_out_before[MNS_MODEL_COUNT]; /* and not now */
    bool certified_now[MNS_MODEL_COUNT];    /* and not before */
    bool certified_before[MNS_MODEL_COUNT]; /* and not now, though not ruled out: never worse */
    bool violated_now[MNS_MODEL_COUNT];     /* requested and ruled out, and not both before */
    bool forbidden_now[MNS_ANOMALY_COUNT];  /* forbidden and found, and not both before */
    uint64_t counts[MNS_ANOMALY_COUNT][2];  /* before and after; 0: not found */
    double per_second[2];                   /* transactions that succeeded; 0: unknown */
    bool worse;
} mns_diff;

/* The documents must outlive the diff. Out of memory sets arena.failed. Free it with
 * mns_diff_release. O(settings^2 + models + anomalies). */
void mns_diff_make(mns_diff *diff, const mns_document *before, const mns_document *after);
void mns_diff_release(mns_diff *diff);

/* Finds the settings that differ (diff_settings.c). */
void mns_diff_settings(mns_diff *diff);
/* True if the second is not worse, but its verdict is unknown. */
bool mns_diff_undecided(const mns_diff *diff);

/* O(size of the output). flags: MINOS_QUIET writes only the last line. */
void mns_diff_text(const mns_diff *diff, unsigned flags, mns_buf *out);
void mns_diff_json(const mns_diff *diff, mns_buf *out);

#endif
