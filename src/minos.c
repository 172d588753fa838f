/*
 * minos.c - the public entry points: thin, each a check of its arguments and one call inward.
 */
#include "minos.h"

#include "core/grow.h"
#include "pipeline.h"
#include "saved.h"
#include "shrink/minimize.h"
#include "shrink/shrink.h"

const char *minos_version(void) { return MINOS_VERSION; }

void minos_free(void *pointer) { free(pointer); }

/* ---- Options -------------------------------------------------------------------------------- */

void minos_options_init(minos_options *options) {
    *options =
        (minos_options){.workload = "auto", .models = "strict-serializable", .max_witnesses = 8};
}

static minos_status check_workload(const minos_options *options, mns_buf *message) {
    mns_workload workload = MNS_WORKLOAD_COUNT; /* to be recognised */
    bool named = options->workload != NULL && strcmp(options->workload, "auto") != 0;
    if (named && !mns_workload_parse(options->workload, &workload)) {
        mns_buf_printf(message,
                       "unknown workload '%.64s'; there are list-append, rw-register, set and "
                       "counter",
                       options->workload);
        return MINOS_EARGUMENT;
    }
    bool assumes = options->assume_wfr || options->assume_sequential ||
                   options->assume_linearizable || options->transaction_order != NULL;
    if (named && assumes && workload != MNS_RW_REGISTER) {
        mns_buf_printf(message,
                       "assumptions about keys and --transaction-order are for rw-register; the "
                       "versions of %s show their order themselves",
                       options->workload);
        return MINOS_EARGUMENT;
    }
    return MINOS_OK;
}

/* *message may be left NULL when out of memory. */
static minos_status check_options(const minos_options *options, mns_request *request,
                                  char **message) {
    mns_buf text;
    mns_buf_init(&text);
    minos_status status = check_workload(options, &text);
    if (status != MINOS_OK) {
        *message = mns_buf_take(&text, NULL);
        return *message == NULL ? MINOS_ENOMEM : status;
    }
    return mns_request_parse(request, options->models, options->anomalies, message);
}

minos_status minos_options_check(const minos_options *options, char **message) {
    mns_request *request = MNS_NEW_ARRAY(mns_request, 1);
    *message = NULL;
    minos_status status = request == NULL ? MINOS_ENOMEM : check_options(options, request, message);
    free(request);
    return status;
}

/* ---- Checking ------------------------------------------------------------------------------- */

static bool copy_string(const char *from, char **to) {
    size_t size = from == NULL ? 0 : strlen(from) + 1;
    *to = from == NULL ? NULL : malloc(size);
    if (*to != NULL) {
        memcpy(*to, from, size);
    }
    return from == NULL || *to != NULL;
}

/* A result that owns its request. Bad options become a problem of the result. */
static minos_status result_new(const minos_options *options, minos_result **result) {
    minos_result *r = MNS_NEW_ARRAY(minos_result, 1);
    *result = r;
    if (r == NULL) {
        return MINOS_ENOMEM;
    }
    mns_problems_init(&r->problems);
    minos_options own = *options;
    char *message = NULL;
    if (!copy_string(options->models, &r->models) ||
        !copy_string(options->anomalies, &r->anomalies)) {
        return MINOS_ENOMEM;
    }
    own.models = r->models;
    own.anomalies = r->anomalies;
    minos_status status = check_options(&own, &r->request, &message);
    if (status == MINOS_EARGUMENT) {
        mns_problems_add(&r->problems, MNS_NO_OFFSET, NULL, "%s", message == NULL ? "" : message);
    }
    free(message);
    return status;
}

/* Ends a check: the result stays with the caller unless memory ran out. */
static minos_status finish(minos_result **result, minos_status status) {
    minos_result *r = *result;
    if (r != NULL) {
        mns_problems_locate(&r->problems, r->source.data == NULL ? "" : r->source.data,
                            r->source.size);
        if (status != MINOS_OK && r->problems.failed) {
            status = MINOS_ENOMEM;
        }
        r->status = status;
    }
    if (status == MINOS_ENOMEM) {
        minos_result_free(r);
        *result = NULL;
    }
    return status;
}

minos_status minos_check_file(const char *path, const minos_options *options,
                              minos_result **result) {
    minos_status status = result_new(options, result);
    if (status == MINOS_OK) {
        status = mns_source_open(&(*result)->source, path, MNS_HISTORY_FILE, &(*result)->problems);
    }
    if (status == MINOS_OK) {
        status = mns_pipeline_run(*result, options);
    }
    return finish(result, status);
}

/* order: of the transactions, if it is known already; taken over. */
static minos_status check_memory(const char *name, const void *data, size_t size,
                                 const minos_options *options, int64_t *order,
                                 minos_result **result) {
    minos_status status = result_new(options, result);
    if (*result == NULL) {
        free(order);
    } else {
        (*result)->transaction_order = order;
    }
    if (status == MINOS_OK) {
        status = mns_source_memory(&(*result)->source, name, data, size, &(*result)->problems);
    }
    if (status == MINOS_OK) {
        status = mns_pipeline_run(*result, options);
    }
    return finish(result, status);
}

minos_status minos_check_memory(const char *name, const void *data, size_t size,
                                const minos_options *options, minos_result **result) {
    return check_memory(name, data, size, options, NULL, result);
}

minos_status mns_check_part(const mns_buf *text, const minos_options *options, int64_t *order,
                            minos_result **result) {
    return check_memory("", text->data == NULL ? "" : text->data, text->size, options, order,
                        result);
}

minos_status minos_result_load(const char *path, minos_result **result) {
    minos_options options;
    minos_options_init(&options);
    minos_status status = result_new(&options, result);
    if (status == MINOS_OK) {
        status = mns_saved_load(*result, path);
    }
    return finish(result, status);
}

void minos_result_free(minos_result *result) {
    if (result != NULL) {
        mns_pipeline_release(result);
        free(result);
    }
}

/* ---- What came out -------------------------------------------------------------------------- */

minos_status minos_result_status(const minos_result *result) { return result->status; }

minos_verdict minos_result_verdict(const minos_result *result) {
    return result->status == MINOS_OK ? result->judgement.verdict : MINOS_UNKNOWN;
}

const char *minos_result_reason(const minos_result *result) { return result->judgement.reason; }

int minos_result_has_anomaly(const minos_result *result, const char *name) {
    mns_anomaly anomaly;
    return mns_anomaly_parse(name, strlen(name), &anomaly) && result->judgement.found[anomaly];
}

int minos_result_rules_out(const minos_result *result, const char *model) {
    mns_model id;
    return mns_model_parse(model, strlen(model), &id) && result->judgement.ruled_out[id];
}

size_t minos_result_problem_count(const minos_result *result) { return result->problems.count; }

uint64_t minos_result_problem_total(const minos_result *result) { return result->problems.total; }

/* The file that a result, or what is wrong with it, is about. */
static const char *name_of(const minos_result *result) {
    const char *name = result->problems.file != NULL ? result->problems.file : result->source.name;
    return name == NULL ? "" : name;
}

minos_problem minos_result_problem(const minos_result *result, size_t i) {
    assert(i < result->problems.count);
    const mns_problem *p = &result->problems.items[i];
    return (minos_problem){.file = name_of(result),
                           .line = p->line,
                           .column = p->column,
                           .message = p->message,
                           .hint = p->hint,
                           .source_line = p->source_line,
                           .caret = p->caret};
}

size_t minos_result_warning_count(const minos_result *result) {
    return result->loaded != NULL ? result->loaded->warning_count : result->warning_count;
}

const char *minos_result_warning(const minos_result *result, size_t i) {
    assert(i < minos_result_warning_count(result));
    return result->loaded != NULL ? result->loaded->warnings[i] : result->warnings[i];
}

/* ---- Reports -------------------------------------------------------------------------------- */

static mns_outcome_report report_of(const minos_result *result) {
    return (mns_outcome_report){.status = result->status,
                                .name = name_of(result),
                                .workload = mns_workload_name(result->history.workload),
                                .observation = &result->observation,
                                .request = &result->request,
                                .judgement = &result->judgement,
                                .witnesses = &result->witnesses,
                                .problems = &result->problems,
                                .warnings = result->warnings,
                                .warning_count = result->warning_count,
                                .timing = result->timing};
}

static minos_status hand_over(mns_buf *out, char **text, size_t *size) {
    *text = mns_buf_take(out, size);
    return *text == NULL ? MINOS_ENOMEM : MINOS_OK;
}

/* A view of a check that failed. */
static minos_status render_problems(const mns_outcome_report *report, minos_view view,
                                    unsigned flags, mns_buf *out) {
    switch (view) {
    case MINOS_VIEW_TEXT: mns_report_problems(report, flags, out); break;
    case MINOS_VIEW_JSON: mns_report_problems_json(report, out); break;
    case MINOS_VIEW_EDN: mns_report_edn(report, out); break;
    case MINOS_VIEW_HTML: return MINOS_EARGUMENT;
    case MINOS_VIEW_JUNIT: mns_report_problems_junit(report, out); break;
    case MINOS_VIEW_GITHUB: mns_report_problems_github(report, out); break;
    }
    return MINOS_OK;
}

static void render_document(const mns_document *document, minos_view view, unsigned flags,
                            mns_buf *out) {
    switch (view) {
    case MINOS_VIEW_TEXT: mns_report_text(document, flags, out); break;
    case MINOS_VIEW_JSON: mns_report_json(document, out); break;
    case MINOS_VIEW_HTML: mns_report_html(document, out); break;
    case MINOS_VIEW_JUNIT: mns_report_junit(document, out); break;
    case MINOS_VIEW_GITHUB: mns_report_github(document, out); break;
    case MINOS_VIEW_EDN: assert(false); /* made from the history */
    }
}

/* Makes a document with as much as the view shows. */
static minos_status make_and_render(const mns_outcome_report *report, minos_view view,
                                    unsigned flags, mns_buf *out) {
    bool verbose = (flags & MINOS_VERBOSE) != 0, page = view == MINOS_VIEW_HTML;
    bool all = verbose || page || view == MINOS_VIEW_JSON;
    bool context = page || (verbose && view == MINOS_VIEW_JSON);
    mns_document document;
    minos_status status = mns_document_make(&document, report, all ? SIZE_MAX : 1, context);
    if (status != MINOS_OK) {
        return status;
    }
    bool drawn = view == MINOS_VIEW_TEXT && (flags & MINOS_QUIET) == 0;
    if (drawn && document.anomaly_count > 0) {
        mns_document_faults(&document, report); /* all that text draws of the context */
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
    mns_outcome_report report = report_of(result);
    if (result->status != MINOS_OK) {
        return render_problems(&report, view, flags, out);
    }
    if (view == MINOS_VIEW_EDN) {
        if (result->loaded != NULL) {
            return MINOS_EARGUMENT;
        }
        mns_report_edn(&report, out);
        return MINOS_OK;
    }
    if (result->loaded != NULL) {
        render_document(result->loaded, view, flags, out);
        return MINOS_OK;
    }
    return make_and_render(&report, view, flags, out);
}

minos_status minos_result_render(const minos_result *result, minos_view view, unsigned flags,
                                 char **text, size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    *text = NULL;
    minos_status status = render(result, view, flags, &out);
    if (status == MINOS_OK) {
        status = hand_over(&out, text, size);
    }
    mns_buf_release(&out);
    return status;
}

/* Of a check, with its results.edn. */
static minos_status write_folder(const minos_result *result, const char *directory,
                                 char **message) {
    mns_outcome_report report = report_of(result);
    mns_document document;
    minos_status status = mns_document_make(&document, &report, SIZE_MAX, true);
    if (status != MINOS_OK) {
        return status;
    }
    mns_buf edn;
    mns_buf_init(&edn);
    mns_report_edn(&report, &edn);
    status = edn.failed ? MINOS_ENOMEM : mns_report_folder(&document, &edn, directory, message);
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

/* ---- Shrinking ------------------------------------------------------------------------------ */

static minos_status shrink(const minos_result *result, const char *anomaly, minos_format format,
                           mns_buf *out, mns_buf *message) {
    if (result == NULL || result->status != MINOS_OK) {
        minos_status status = mns_shrink_name_check(anomaly, message);
        if (status == MINOS_OK && result != NULL) {
            mns_buf_str(message, "the history could not be judged");
            status = result->status;
        }
        return status;
    }
    if (result->loaded != NULL) {
        mns_buf_str(message, "a saved result has no history to shrink; give the history itself");
        return MINOS_EARGUMENT;
    }
    const mns_shrink_input input = {.name = result->source.name,
                                    .observation = &result->observation,
                                    .assumptions = &result->assumptions,
                                    .witnesses = &result->witnesses,
                                    .found = result->judgement.found};
    return mns_shrink(&input, anomaly, format, out, message);
}

minos_status minos_shrink(const minos_result *result, const char *anomaly, minos_format format,
                          char **text, size_t *size, char **message) {
    mns_buf out, words;
    mns_buf_init(&out);
    mns_buf_init(&words);
    minos_status status = shrink(result, anomaly, format, &out, &words);
    status = words.failed || out.failed ? MINOS_ENOMEM : status;
    *message = status == MINOS_ENOMEM ? NULL : mns_buf_take(&words, NULL);
    status = *message == NULL ? MINOS_ENOMEM : status;
    if (result != NULL) {
        *text = status == MINOS_OK && out.size > 0 ? mns_buf_take(&out, size) : NULL;
    }
    mns_buf_release(&out);
    mns_buf_release(&words);
    return status;
}

/* ---- The catalog ---------------------------------------------------------------------------- */

minos_status minos_models_text(unsigned flags, char **text, size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    mns_lattice_write(&out, flags);
    return hand_over(&out, text, size);
}

minos_status minos_explain_text(const char *name, unsigned flags, char **text, size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    bool known = mns_article_write(&out, name, flags);
    minos_status status = hand_over(&out, text, size);
    return status == MINOS_OK && !known ? MINOS_EARGUMENT : status;
}

const char *minos_catalog_model(size_t i) {
    return i < MNS_MODEL_COUNT ? mns_model_canonical((mns_model)i) : NULL;
}

const char *minos_catalog_anomaly(size_t i) {
    return i < MNS_ANOMALY_COUNT ? mns_anomaly_name((mns_anomaly)i) : NULL;
}

const char *minos_catalog_example(const char *anomaly) {
    mns_anomaly id;
    return mns_anomaly_parse(anomaly, strlen(anomaly), &id) ? mns_anomaly_example(id) : NULL;
}
