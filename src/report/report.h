/*
 * report.h - a finished check as text, JSON, EDN, pictures, a page or a folder.
 *
 * Everything but EDN is made from a document (document.h); EDN is Elle's result map, which quotes the
 * history itself.
 */
#ifndef MNS_REPORT_H
#define MNS_REPORT_H

#include "explain/explain.h"
#include "judge/judge.h"
#include "report/document.h"

typedef struct mns_timing {
    double read_ms, infer_ms, graph_ms, search_ms;
} mns_timing;

/* What a document is made of. With status != MINOS_OK only name and problems are meaningful. */
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

/* ---- Documents ------------------------------------------------------------------------------ */

/* From a check that succeeded, with up to max_witnesses of each anomaly; with `context` also what a
 * whole report shows around them. MINOS_ENOMEM, and then the document is released. O(what is shown),
 * with context also O(transactions). */
minos_status mns_document_make(mns_document *document, const mns_outcome_report *report,
                               size_t max_witnesses, bool context);

/* From the text of a results.json. MINOS_EINPUT: *problems says what is wrong with it, and where.
 * O(size). */
minos_status mns_document_read(mns_document *document, const mns_source *source,
                               mns_problems *problems);

/* Fills in span_ns, with or without context, from a few operations at either end. */
void mns_document_span(mns_document *document, const mns_history *history);

/* The parts of the context, called by mns_document_make once the witnesses are there; each leaves
 * document->arena.failed behind when out of memory. */
void mns_document_neighbours(mns_document *document, const mns_outcome_report *report);
void mns_document_keys(mns_document *document, const mns_outcome_report *report);
void mns_document_faults(mns_document *document, const mns_outcome_report *report);
void mns_document_run(mns_document *document, const mns_outcome_report *report);

/* ---- Formats -------------------------------------------------------------------------------- */

/* flags: MINOS_COLOR, MINOS_VERBOSE, MINOS_QUIET. */
void mns_report_text(const mns_document *document, unsigned flags, mns_buf *out);
void mns_report_json(const mns_document *document, mns_buf *out);
void mns_report_html(const mns_document *document, mns_buf *out);
/* One <testsuite> of JUnit, and workflow commands of GitHub; also of a check that failed. */
void mns_report_junit(const mns_document *document, mns_buf *out);
void mns_report_github(const mns_document *document, mns_buf *out);
void mns_report_edn(const mns_outcome_report *report, mns_buf *out);

/* A check that failed: what is wrong with its input, `minos: FILE:LINE:COLUMN: error: ...` with source
 * line, caret and hint. */
void mns_report_problems(const mns_outcome_report *report, unsigned flags, mns_buf *out);
void mns_report_problems_json(const mns_outcome_report *report, mns_buf *out);
void mns_report_problems_junit(const mns_outcome_report *report, mns_buf *out);
void mns_report_problems_github(const mns_outcome_report *report, mns_buf *out);

/* Everything but EDN is made from the document; edn is results.edn, or NULL: there is none. */
minos_status mns_report_folder(const mns_document *document, const mns_buf *edn,
                               const char *directory, char **message);

#endif
