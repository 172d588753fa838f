/*
 * report_views.c - the public functions that render a result or write its report folder.
 *
 * A failed check is rendered as its problems. A successful one becomes a document with as much as
 * the view shows; a loaded one has its document already. Only EDN needs the history itself.
 */
#include "minimal.h"
#include "pipeline.h"
#include "report/report.h"
#include "saved.h"

const char *mns_result_name(const minos_result *result) {
    const char *name = result->problems.file != NULL ? result->problems.file : result->source.name;
    return name == NULL ? "" : name;
}

mns_check_result mns_check_result_of(const minos_result *result) {
    return (mns_check_result){.status = result->status,
                              .name = mns_result_name(result),
                              .workload = mns_workload_name(result->history.workload),
                              .observation = &result->observation,
                              .request = &result->request,
                              .judgement = &result->judgement,
                              .witnesses = &result->witnesses,
                              .problems = &result->problems,
                              .warnings = result->warnings,
                              .warning_count = result->warning_count,
                              .timing = result->timing,
                              .live = result->live,
                              .setup = result->setup,
                              .statements = result->statements};
}

/* A view of a check that failed. */
static minos_status render_problems(const mns_check_result *check, minos_view view, unsigned flags,
                                    mns_buf *out) {
    bool quiet = (flags & MINOS_QUIET) != 0;
    switch (view) {
    case MINOS_VIEW_TEXT: mns_report_problems(check, flags, out); break;
    case MINOS_VIEW_JSON: mns_report_problems_json(check, out); break;
    case MINOS_VIEW_EDN: mns_report_edn(check, out); break;
    case MINOS_VIEW_HTML: return MINOS_EARGUMENT;
    case MINOS_VIEW_JUNIT: mns_report_problems_junit(check, out); break;
    case MINOS_VIEW_GITHUB: mns_report_problems_github(check, out); break;
    case MINOS_VIEW_MARKDOWN:
        (quiet ? mns_report_problems_markdown_row : mns_report_problems_markdown)(check, out);
        break;
    }
    return MINOS_OK;
}

static void render_document(const mns_document *document, minos_view view, unsigned flags,
                            mns_buf *out) {
    bool quiet = (flags & MINOS_QUIET) != 0;
    switch (view) {
    case MINOS_VIEW_TEXT: mns_report_text(document, flags, out); break;
    case MINOS_VIEW_JSON: mns_report_json(document, out); break;
    case MINOS_VIEW_HTML: mns_report_html(document, out); break;
    case MINOS_VIEW_JUNIT: mns_report_junit(document, out); break;
    case MINOS_VIEW_GITHUB: mns_report_github(document, out); break;
    case MINOS_VIEW_MARKDOWN:
        (quiet ? mns_report_markdown_row : mns_report_markdown)(document, out);
        break;
    case MINOS_VIEW_EDN: assert(false); /* made from the history */
    }
}

/* Makes and renders a document with as much as the view shows. */
static minos_status make_and_render(const minos_result *result, minos_view view, unsigned flags,
                                    mns_buf *out) {
    const mns_check_result of_result = mns_check_result_of(result), *check = &of_result;
    bool verbose = (flags & MINOS_VERBOSE) != 0, page = view == MINOS_VIEW_HTML;
    bool all = verbose || page || view == MINOS_VIEW_JSON;
    bool context = page || (verbose && view == MINOS_VIEW_JSON);
    mns_document document;
    minos_status status = mns_document_make(&document, check, all ? SIZE_MAX : 1, context);
    if (status != MINOS_OK) {
        return status;
    }
    bool drawn = view == MINOS_VIEW_TEXT && (flags & MINOS_QUIET) == 0;
    if (drawn && document.anomaly_count > 0) {
        mns_document_faults(&document, check); /* all that text draws of the context */
    }
    bool quiet = (flags & MINOS_QUIET) != 0 && view != MINOS_VIEW_JSON;
    bool recorded = document.live != NULL && !quiet;
    if (!context && (recorded || (drawn && verbose))) {
        mns_document_effort(&document, check);
    }
    if (context || (view == MINOS_VIEW_MARKDOWN && !quiet)) {
        mns_document_minimal(&document, result);
    }
    if (!document.arena.failed) {
        render_document(&document, view, flags, out);
    }
    status = document.arena.failed ? MINOS_ENOMEM : MINOS_OK;
    mns_document_release(&document);
    return status;
}

static minos_status render(const minos_result *result, minos_view view, unsigned flags,
                           mns_buf *out) {
    mns_check_result check = mns_check_result_of(result);
    if (result->status != MINOS_OK) {
        return render_problems(&check, view, flags, out);
    }
    if (view == MINOS_VIEW_EDN) {
        if (result->loaded != NULL) {
            return MINOS_EARGUMENT;
        }
        mns_report_edn(&check, out);
        return MINOS_OK;
    }
    if (result->loaded != NULL) {
        render_document(result->loaded, view, flags, out);
        return MINOS_OK;
    }
    return make_and_render(result, view, flags, out);
}

minos_status minos_result_render(const minos_result *result, minos_view view, unsigned flags,
                                 char **text, size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    *text = NULL;
    minos_status status = render(result, view, flags, &out);
    if (status == MINOS_OK && result->status == MINOS_OK && mns_source_failed(&result->source)) {
        status = MINOS_EIO; /* the text that it quotes could not be read again */
    }
    if (status == MINOS_OK) {
        *text = mns_buf_take(&out, size);
        status = *text == NULL ? MINOS_ENOMEM : MINOS_OK;
    }
    mns_buf_release(&out);
    return status;
}

/* Of a check, with its results.edn. */
static minos_status write_folder(const minos_result *result, const char *directory,
                                 char **message) {
    mns_check_result check = mns_check_result_of(result);
    mns_document document;
    minos_status status = mns_document_make(&document, &check, SIZE_MAX, true);
    if (status != MINOS_OK) {
        return status;
    }
    mns_document_minimal(&document, result);
    mns_buf edn;
    mns_buf_init(&edn);
    mns_report_edn(&check, &edn);
    if (edn.failed || document.arena.failed) {
        status = MINOS_ENOMEM;
    } else if (mns_source_failed(&result->source)) {
        status = MINOS_EIO;
    } else {
        status = mns_report_folder(&document, &edn, directory, message);
    }
    mns_buf_release(&edn);
    mns_document_release(&document);
    return status;
}

minos_status minos_result_write_folder(const minos_result *result, const char *directory,
                                       char **message) {
    *message = NULL;
    if (result->status != MINOS_OK) {
        return result->status;
    }
    return result->loaded != NULL ? mns_saved_folder(result, directory, message)
                                  : write_folder(result, directory, message);
}
