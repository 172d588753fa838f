/*
 * check_result.h - a finished check, and the names and numbers that all formats share.
 *
 * Nothing here allocates. Lists of names are arrays of pointers into the catalog, at most one
 * entry per model, so the caller keeps them on the stack.
 */
#ifndef MNS_REPORT_MODEL_CHECK_RESULT_H
#define MNS_REPORT_MODEL_CHECK_RESULT_H

#include "explain/explain.h"
#include "explain/transaction.h"
#include "judge/judge.h"
#include "report/model/setup.h"

typedef struct mns_timing {
    double read_ms, infer_ms, graph_ms, search_ms;
} mns_timing;

/* With status != MINOS_OK only name and problems are set. */
typedef struct mns_check_result {
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
    const char *live; /* see mns_document */
    mns_setup *setup;
    /* minos_options.statements, or NULL */
    minos_status (*statements)(const char *live, const minos_transaction *transaction, char **text);
} mns_check_result;

/* "true", "false" or "unknown". */
const char *mns_verdict_word(minos_verdict verdict);
/* The message for a check that failed without a problem in its input. */
const char *mns_failure(minos_status status);

/* The place of a mop in its own transaction, from 0. */
uint32_t mns_mop_place(const mns_history *history, uint32_t mop);

/* Friendly names of the models in a set, in ASCII order; returns how many. O(m log m). */
size_t mns_model_names(const bool set[MNS_MODEL_COUNT], const char *names[MNS_MODEL_COUNT]);

/* The witnesses of one anomaly are consecutive: *first and how many. O(witnesses). */
size_t mns_witnesses_of(const mns_witnesses *witnesses, mns_anomaly anomaly, size_t *first);

/* How often an anomaly was found, at least 1 if it was found at all. */
uint64_t mns_anomaly_count(const mns_check_result *check, mns_anomaly anomaly);

#endif
