/*
 * json_results.c - a document as one line of JSON: results.json, with the schema of the manual.
 *
 * In: a document. Out: one object with its keys in a fixed order, so that the same input gives the
 * same bytes (except timing_ms). It contains the whole document, so that it can be read back
 * (document_read.c). The documented fields come first, those that only reports need after them.
 * Cost: linear in the output.
 */
#include "report/json/json_results.h"
#include "report/json/json_write.h"
#include "report/model/check_result.h"

/* ---- Models --------------------------------------------------------------------------------- */

static void write_model_set(mns_buf *out, const char *field, const bool set[MNS_MODEL_COUNT]) {
    const char *names[MNS_MODEL_COUNT];
    size_t count = mns_model_names(set, names);
    mns_json_field(out, field);
    mns_buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        mns_json_next(out);
        mns_json_text(out, names[i]);
    }
    mns_buf_char(out, ']');
}

/* The asked models by the names used in the request: all of them, or those in `only`. */
static void write_asked(mns_buf *out, const char *field, const mns_request *request,
                        const bool *only) {
    mns_json_field(out, field);
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < request->model_count; i++) {
        if (only == NULL || only[request->models[i]]) {
            mns_json_next(out);
            mns_buf_json_string(out, request->names[i], request->name_sizes[i]);
        }
    }
    mns_buf_char(out, ']');
}

static void write_anomaly_set(mns_buf *out, const char *field, const bool set[MNS_ANOMALY_COUNT]) {
    mns_json_field(out, field);
    mns_buf_char(out, '[');
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (set[a]) {
            mns_json_next(out);
            mns_json_text(out, mns_anomaly_name((mns_anomaly)a));
        }
    }
    mns_buf_char(out, ']');
}

/* Why models that hold are not certified. */
static void write_undecided(mns_buf *out, const mns_judgement *judgement) {
    mns_json_open(out, "undecided", '[');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (judgement->undecided[m] != NULL) {
            mns_json_next(out);
            mns_buf_char(out, '{');
            mns_json_text_field(out, "model", mns_model_friendly((mns_model)m));
            mns_json_text_field(out, "reason", judgement->undecided[m]);
            mns_buf_char(out, '}');
        }
    }
    mns_buf_char(out, ']');
}

/* ---- The parts of the result ---------------------------------------------------------------- */

static void write_verdict(mns_buf *out, const mns_document *document) {
    const mns_judgement *judgement = &document->judgement;
    mns_json_field(out, "valid");
    if (judgement->verdict == MINOS_UNKNOWN) {
        mns_buf_str(out, "\"unknown\"");
        mns_json_text_field(out, "reason", judgement->reason);
    } else {
        mns_buf_str(out, mns_verdict_word(judgement->verdict));
    }
    write_anomaly_set(out, "anomaly_types", judgement->found);
    write_asked(out, "violated", &document->request, judgement->violated);
    write_model_set(out, "not", judgement->not_weakest);
    write_model_set(out, "also_not", judgement->also_not);
    write_model_set(out, "holds", judgement->holds);
    write_model_set(out, "not_judged", judgement->not_judged);
    write_model_set(out, "partly_judged", judgement->partly);
    write_model_set(out, "certified", judgement->certified);
    write_undecided(out, judgement);
}

static void write_anomalies(mns_buf *out, const mns_document *document) {
    mns_json_field(out, "anomalies");
    mns_buf_char(out, '{');
    for (size_t i = 0; i < document->anomaly_count; i++) {
        const mns_doc_anomaly *anomaly = &document->anomalies[i];
        mns_json_field(out, mns_anomaly_name(anomaly->anomaly));
        mns_buf_char(out, '{');
        mns_json_count_field(out, "count", anomaly->count);
        mns_json_field(out, "witnesses");
        mns_buf_char(out, '[');
        for (size_t j = 0; j < anomaly->witness_count; j++) {
            mns_json_next(out);
            mns_json_witness(&anomaly->witnesses[j], out);
        }
        mns_buf_char(out, ']');
        mns_json_bool_field(out, "forbidden", document->judgement.forbidden[anomaly->anomaly]);
        mns_buf_char(out, '}');
    }
    mns_buf_char(out, '}');
}

static void write_milliseconds(mns_buf *out, const char *name, double ms) {
    uint64_t us = ms > 0 && ms < 1e15 ? (uint64_t)(ms * 1000 + 0.5) : 0;
    mns_json_field(out, name);
    mns_buf_printf(out, "%llu.%03llu", (unsigned long long)(us / 1000),
                   (unsigned long long)(us % 1000));
}

static void write_strings(mns_buf *out, const char *field, const char **strings, size_t count) {
    mns_json_open(out, field, '[');
    for (size_t i = 0; i < count; i++) {
        mns_json_next(out);
        mns_json_text(out, strings[i]);
    }
    mns_buf_char(out, ']');
}

static void write_timing(mns_buf *out, const mns_document *document) {
    mns_json_field(out, "timing_ms");
    mns_buf_char(out, '{');
    write_milliseconds(out, "read", document->read_ms);
    write_milliseconds(out, "infer", document->infer_ms);
    write_milliseconds(out, "graph", document->graph_ms);
    write_milliseconds(out, "search", document->search_ms);
    mns_buf_char(out, '}');
}

/* ---- Fields that only reports need ---------------------------------------------------------- */

static void write_ruled_out(mns_buf *out, const mns_judgement *judgement) {
    mns_json_field(out, "ruled_out_by");
    mns_buf_char(out, '{');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (judgement->ruled_out[m]) {
            mns_json_text_field(out, mns_model_friendly((mns_model)m),
                                mns_anomaly_name(judgement->ruled_out_by[m]));
        }
    }
    mns_buf_char(out, '}');
}

static void write_minimal(mns_buf *out, const mns_document *document) {
    if (document->minimal_count == 0) {
        return;
    }
    write_strings(out, "minimal", document->minimal, document->minimal_count);
}

static void write_rest(mns_buf *out, const mns_document *document) {
    static const char *const orders[] = {[MNS_ORDER_NONE] = "none",
                                         [MNS_ORDER_PROCESS] = "process",
                                         [MNS_ORDER_REALTIME] = "realtime"};
    mns_json_text_field(out, "notation", document->json ? "json" : "edn");
    mns_json_time_field(out, "span_ns", document->span_ns);
    mns_json_bool_field(out, "untested", document->judgement.untested);
    mns_json_bool_field(out, "certificate_required", document->judgement.required);
    write_anomaly_set(out, "asked_anomalies", document->request.anomalies);
    mns_json_text_field(out, "order", orders[document->judgement.order]);
    write_ruled_out(out, &document->judgement);
    write_minimal(out, document);
    mns_json_context(document, out);
    mns_json_effort(document, out);
}

void mns_report_json(const mns_document *document, mns_buf *out) {
    mns_buf_str(out, "{\"schema\":1");
    mns_json_text_field(out, "minos", document->minos);
    mns_json_text_field(out, "file", document->name);
    mns_json_text_field(out, "workload", document->workload);
    mns_json_open(out, "history", '{');
    mns_json_counts(&document->counts, out);
    mns_buf_char(out, '}');
    write_asked(out, "models", &document->request, NULL);
    write_verdict(out, document);
    write_anomalies(out, document);
    write_strings(out, "warnings", document->warnings, document->warning_count);
    write_timing(out, document);
    write_rest(out, document);
    if (document->live != NULL) {
        mns_json_raw_field(out, "live", document->live);
    }
    mns_buf_str(out, "}\n");
}
