/*
 * json.c - a finished check as one line of JSON, the schema of the manual.
 *
 * In: everything known about one history. Out: one object, its keys always in the same order, so
 * that the same input gives the same bytes (timing_ms apart). Nothing is left out to keep it short:
 * the value of a transaction shows whole lists, and steps always have all their fields (null where
 * a kind of step has none). Numbers are printed from integers, never through the locale.
 * Cost: linear in what is printed.
 */
#include "explain/transaction.h"
#include "report/parts.h"

static void write_string(mns_buf *out, const char *string) {
    mns_buf_json_string(out, string, strlen(string));
}

/* ,"name": or, for the first field, "name": */
static void write_field(mns_buf *out, const char *name) {
    if (out->size > 0 && out->data[out->size - 1] != '{') {
        mns_buf_char(out, ',');
    }
    write_string(out, name);
    mns_buf_char(out, ':');
}

static void write_string_field(mns_buf *out, const char *name, const char *string) {
    write_field(out, name);
    if (string == NULL) {
        mns_buf_str(out, "null");
    } else {
        write_string(out, string);
    }
}

static void write_number_field(mns_buf *out, const char *name, uint64_t number) {
    write_field(out, name);
    mns_buf_printf(out, "%llu", (unsigned long long)number);
}

static void write_separator(mns_buf *out, bool *first) {
    if (!*first) {
        mns_buf_char(out, ',');
    }
    *first = false;
}

/* ---- Models --------------------------------------------------------------------------------- */

static void write_model_set(mns_buf *out, const char *field, const bool set[MNS_MODEL_COUNT]) {
    const char *names[MNS_MODEL_COUNT];
    size_t count = mns_model_names(set, names);
    write_field(out, field);
    mns_buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? "," : "");
        write_string(out, names[i]);
    }
    mns_buf_char(out, ']');
}

/* Asked models by the names they were asked by: all of them, or those in `only`. */
static void write_asked(mns_buf *out, const char *field, const mns_request *request,
                        const bool *only) {
    bool first = true;
    write_field(out, field);
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < request->model_count; i++) {
        if (only == NULL || only[request->models[i]]) {
            write_separator(out, &first);
            mns_buf_json_string(out, request->names[i], request->name_sizes[i]);
        }
    }
    mns_buf_char(out, ']');
}

/* ---- Witnesses ------------------------------------------------------------------------------ */

/* What the database revealed; nothing where it did not. */
static void write_timestamp(mns_buf *out, const char *name, int64_t timestamp) {
    if (timestamp != MNS_NO_TIMESTAMP) {
        write_field(out, name);
        mns_buf_printf(out, "%lld", (long long)timestamp);
    }
}

static void write_transaction(mns_buf *out, const mns_history *history, uint32_t txn,
                              uint32_t place) {
    mns_buf_char(out, '{');
    write_field(out, "id");
    mns_buf_printf(out, "\"T%lu\"", (unsigned long)place + 1);
    write_field(out, "index");
    mns_buf_printf(out, "%lld", (long long)mns_txn_index(history, txn));
    write_field(out, "process");
    mns_buf_printf(out, "%lld", (long long)mns_txn_process(history, txn));
    write_string_field(out, "type", mns_txn_type_word(history, txn));
    write_timestamp(out, "start_ts", mns_txn_start_ts(history, txn));
    write_timestamp(out, "commit_ts", mns_txn_commit_ts(history, txn));
    write_field(out, "value");
    mns_txn_mops_json(history, txn, out);
    mns_buf_char(out, '}');
}

static void write_value_field(mns_buf *out, const mns_history *history, const char *name,
                              mns_value value) {
    write_field(out, name);
    if (value == MNS_VALUE_NONE) {
        mns_buf_str(out, "null");
    } else {
        mns_value_json(&history->tables.values, value, out);
    }
}

static mns_value key_name(const mns_history *history, uint32_t key) {
    return key == MNS_NONE ? MNS_VALUE_NONE : history->tables.keys.name[key];
}

static void write_step(mns_buf *out, const mns_history *history, const mns_step *step) {
    mns_buf_char(out, '{');
    write_field(out, "from");
    mns_buf_printf(out, "\"T%lu\"", (unsigned long)step->from + 1);
    write_field(out, "to");
    mns_buf_printf(out, "\"T%lu\"", (unsigned long)step->to + 1);
    write_string_field(out, "kind", mns_kind_name(step->reason.kind));
    write_value_field(out, history, "key", key_name(history, step->reason.key));
    write_value_field(out, history, "value", step->reason.value);
    write_value_field(out, history, "next", step->reason.next);
    write_string_field(out, "text", step->text);
    mns_buf_char(out, '}');
}

static void write_witness(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    mns_buf_char(out, '{');
    write_string_field(out, "name", witness->name);
    write_field(out, "transactions");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        mns_buf_str(out, i > 0 ? "," : "");
        write_transaction(out, history, witness->txns[i], i);
    }
    mns_buf_char(out, ']');
    write_field(out, "steps");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < witness->step_count; i++) {
        mns_buf_str(out, i > 0 ? "," : "");
        write_step(out, history, &witness->steps[i]);
    }
    mns_buf_char(out, ']');
    if (witness->step_count == 0) { /* a case without a cycle is about one key */
        write_value_field(out, history, "key", key_name(history, witness->key));
        write_value_field(out, history, "element", witness->element);
    }
    write_string_field(out, "text", witness->text);
    mns_buf_char(out, '}');
}

static void write_anomaly(mns_buf *out, const mns_outcome_report *report, mns_anomaly anomaly) {
    size_t first;
    size_t count = mns_witnesses_of(report->witnesses, anomaly, &first);
    write_field(out, mns_anomaly_name(anomaly));
    mns_buf_char(out, '{');
    write_number_field(out, "count", mns_anomaly_count(report, anomaly));
    write_field(out, "witnesses");
    mns_buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? "," : "");
        write_witness(out, report->observation->history, &report->witnesses->items[first + i]);
    }
    mns_buf_str(out, "]}");
}

/* ---- The parts of the result ---------------------------------------------------------------- */

static void write_history(mns_buf *out, const mns_history *history) {
    write_field(out, "history");
    mns_buf_char(out, '{');
    write_number_field(out, "operations", history->operations);
    write_number_field(out, "transactions", history->txns.count);
    write_number_field(out, "ok", history->ok);
    write_number_field(out, "fail", history->fail);
    write_number_field(out, "info", history->info);
    write_number_field(out, "micro_operations", history->tables.mops.count);
    write_number_field(out, "keys", history->tables.keys.count);
    write_number_field(out, "processes", history->process_count);
    mns_buf_char(out, '}');
}

static void write_verdict(mns_buf *out, const mns_outcome_report *report) {
    const mns_judgement *judgement = report->judgement;
    write_field(out, "valid");
    if (judgement->verdict == MINOS_UNKNOWN) {
        mns_buf_str(out, "\"unknown\"");
        write_string_field(out, "reason",
                           judgement->reason == NULL ? "not decided" : judgement->reason);
    } else {
        mns_buf_str(out, mns_verdict_word(judgement->verdict));
    }
    write_field(out, "anomaly_types");
    mns_buf_char(out, '[');
    bool first = true;
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (judgement->found[a]) {
            write_separator(out, &first);
            write_string(out, mns_anomaly_name((mns_anomaly)a));
        }
    }
    mns_buf_char(out, ']');
    write_asked(out, "violated", report->request, judgement->violated);
    write_model_set(out, "not", judgement->not_weakest);
    write_model_set(out, "also_not", judgement->also_not);
    static const bool none[MNS_MODEL_COUNT];
    write_model_set(out, "holds", mns_report_untested(report) ? none : judgement->holds);
    write_model_set(out, "not_judged", judgement->not_judged);
    write_model_set(out, "partly_judged", judgement->partly);
}

static void write_anomalies(mns_buf *out, const mns_outcome_report *report) {
    write_field(out, "anomalies");
    mns_buf_char(out, '{');
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (report->judgement->found[a]) {
            write_anomaly(out, report, (mns_anomaly)a);
        }
    }
    mns_buf_char(out, '}');
}

static void write_milliseconds(mns_buf *out, const char *name, double ms) {
    uint64_t us = ms > 0 && ms < 1e15 ? (uint64_t)(ms * 1000 + 0.5) : 0;
    write_field(out, name);
    mns_buf_printf(out, "%llu.%03llu", (unsigned long long)(us / 1000),
                   (unsigned long long)(us % 1000));
}

static void write_end(mns_buf *out, const mns_outcome_report *report) {
    write_field(out, "warnings");
    mns_buf_char(out, '[');
    for (size_t i = 0; i < report->warning_count; i++) {
        mns_buf_str(out, i > 0 ? "," : "");
        write_string(out, report->warnings[i]);
    }
    mns_buf_char(out, ']');
    write_field(out, "timing_ms");
    mns_buf_char(out, '{');
    write_milliseconds(out, "read", report->timing.read_ms);
    write_milliseconds(out, "infer", report->timing.infer_ms);
    write_milliseconds(out, "graph", report->timing.graph_ms);
    write_milliseconds(out, "search", report->timing.search_ms);
    mns_buf_char(out, '}');
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void write_place(mns_buf *out, const char *name, uint64_t number) {
    write_field(out, name);
    if (number == 0) {
        mns_buf_str(out, "null"); /* the problem is not at a place in the text */
    } else {
        mns_buf_printf(out, "%llu", (unsigned long long)number);
    }
}

static void write_problem(mns_buf *out, const mns_problem *problem) {
    mns_buf_char(out, '{');
    write_place(out, "line", problem->line);
    write_place(out, "column", problem->column);
    write_string_field(out, "message", problem->message);
    write_string_field(out, "hint", problem->hint);
    mns_buf_char(out, '}');
}

static void write_errors(mns_buf *out, const mns_outcome_report *report) {
    uint32_t count = report->problems == NULL ? 0 : report->problems->count;
    write_field(out, "error");
    if (count > 0) {
        write_problem(out, &report->problems->items[0]);
    } else {
        mns_buf_str(out, "{\"line\":null,\"column\":null");
        write_string_field(out, "message", mns_failure(report->status));
        mns_buf_str(out, ",\"hint\":null}");
    }
    write_field(out, "errors");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? "," : "");
        write_problem(out, &report->problems->items[i]);
    }
    mns_buf_char(out, ']');
}

void mns_report_json(const mns_outcome_report *report, mns_buf *out) {
    mns_buf_str(out, "{\"schema\":1");
    if (report->status != MINOS_OK) {
        write_string_field(out, "file", report->name);
        write_errors(out, report);
    } else {
        write_string_field(out, "minos", MINOS_VERSION);
        write_string_field(out, "file", report->name);
        write_string_field(out, "workload", report->workload);
        write_history(out, report->observation->history);
        write_asked(out, "models", report->request, NULL);
        write_verdict(out, report);
        write_anomalies(out, report);
        write_end(out, report);
    }
    mns_buf_str(out, "}\n");
}
