/*
 * pipeline.h - one check from bytes to verdict: its stages and all their results.
 */
#ifndef MNS_PIPELINE_H
#define MNS_PIPELINE_H

#include "certify/certify.h"
#include "detect/detect.h"
#include "explain/explain.h"
#include "format/translation.h"
#include "judge/judge.h"
#include "report/report.h"
#include "search/search.h"
#include "shrink/part.h"

#define MNS_LIMIT_WARNINGS 8

/* What a minos_result is. */
struct minos_result {
    minos_status status;
    char *models, *anomalies; /* of the options; the request points into them */
    mns_request request;
    mns_problems problems;
    mns_source source;
    mns_translation *translation; /* of the source if its format is another checker's; else NULL */
    mns_history history;
    mns_assumptions assumptions;
    int64_t *transaction_order; /* what the assumptions point to, or NULL */
    mns_observation observation;
    mns_cases cases;
    mns_graph graph;
    mns_cycles cycles;
    mns_proofs proofs;
    mns_certified certified; /* by the proofs */
    bool proved;             /* they show that there is no anomaly, so none was searched for */
    mns_judgement judgement;
    mns_witnesses witnesses;
    const char *warnings[MNS_LIMIT_WARNINGS];
    size_t warning_count;
    char *backwards;      /* the warning about times, or NULL */
    char *translated;     /* the warnings about the translation, each ends with NUL, or NULL */
    bool warnings_failed; /* out of memory */
    mns_timing timing;
    /* minos_options.statements */
    minos_status (*statements)(const char *live, const minos_transaction *transaction, char **text);
    mns_arena live_arena; /* of the two following */
    const char *live;     /* how the history was recorded, see mns_document; or NULL */
    mns_setup *setup;
    char *live_reason;    /* why the run makes the verdict unknown, or NULL */
    mns_document *loaded; /* the document of a loaded result; NULL for a check */
};

/* minos.c: a result that owns its request. `path` is the history, or NULL for one in memory.
 * *effective: the options with the rules of the run. Bad options become a problem of the result. */
minos_status mns_result_new(const minos_options *options, const char *path, minos_result **result,
                            minos_options *effective);
/* minos.c: the options for the text of an open history: a translated one is EDN, and its format may
 * have only one workload. */
minos_status mns_result_use_format(minos_result *result, minos_options *effective);
/* minos.c: gives the problems their places. The caller keeps the result unless memory ran out. */
minos_status mns_result_finish(minos_result **result, minos_status status);

/* convert.c: reads the text up to the last problem again, so that it can be located. */
void mns_result_reread(minos_result *result);

/* The first stage: reads result->source. */
minos_status mns_pipeline_read(minos_result *result, const minos_options *options);
/* The second stage: the assumptions of the options and of the history. */
minos_status mns_pipeline_assume(minos_result *result, const minos_options *options);
/* Runs the stages on result->source. Their results stay in `result`, even if one of them fails. */
minos_status mns_pipeline_run(minos_result *result, const minos_options *options);
void mns_pipeline_release(minos_result *result);

/* Judges a part of a history that is being shrunk (minos.c). */
minos_status mns_check_part(const mns_part *part, bool found[MNS_ANOMALY_COUNT]);

/* The file name for reports and problems of a result (report_views.c). */
const char *mns_result_name(const minos_result *result);
/* The input of reports; it refers to the result. */
mns_check_result mns_check_result_of(const minos_result *result);

#endif
