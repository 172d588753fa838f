/*
 * edn_result.c - a finished check as Elle's result map.
 *
 * In: a finished check. Out: {:valid? true} if no forbidden anomaly was found, else a map with
 * :valid?, :anomaly-types, :anomalies, :not and :also-not, limited to forbidden anomalies (readers
 * of elle-cli's and Jepsen's results expect no others). A request without expectations (-c none)
 * forbids nothing; then the map has all anomalies, with :valid? true. The fields of each case are
 * Elle's (edn_cases.c). A history that could not be read is :unknown with an :error. Cost: linear
 * in the output.
 */
#include "report/edn/edn_result.h"
#include "report/edn/edn_cases.h"
#include "report/model/check_result.h"

static int compare_names(const void *a, const void *b) {
    const mns_anomaly *left = a;
    const mns_anomaly *right = b;
    return strcmp(mns_anomaly_name(*left), mns_anomaly_name(*right));
}

/* The anomalies of the map, in ASCII order of names. */
static size_t reportable(const mns_check_result *check, mns_anomaly list[MNS_ANOMALY_COUNT]) {
    const mns_judgement *judgement = check->judgement;
    size_t count = 0;
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (judgement->forbidden[a] || (check->request->asks_nothing && judgement->found[a])) {
            list[count++] = (mns_anomaly)a;
        }
    }
    if (count > 1) {
        qsort(list, count, sizeof *list, compare_names);
    }
    return count;
}

static void write_models(mns_buf *out, const char *field, const bool set[MNS_MODEL_COUNT]) {
    const char *names[MNS_MODEL_COUNT];
    size_t count = mns_model_names(set, names);
    mns_buf_printf(out, ", %s #{", field);
    for (size_t i = 0; i < count; i++) {
        mns_buf_printf(out, "%s:%s", i > 0 ? " " : "", names[i]);
    }
    mns_buf_char(out, '}');
}

static void write_string(mns_buf *out, const char *string) {
    if (string == NULL) {
        mns_buf_str(out, "nil");
    } else {
        mns_buf_json_string(out, string, strlen(string)); /* the escapes of JSON are EDN's too */
    }
}

static void write_anomaly(mns_buf *out, const mns_check_result *check, mns_anomaly anomaly) {
    size_t first;
    size_t count = mns_witnesses_of(check->witnesses, anomaly, &first);
    mns_buf_printf(out, ":%s [", mns_anomaly_name(anomaly));
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? " " : "");
        mns_edn_case(check->observation->history, &check->witnesses->items[first + i], out);
    }
    mns_buf_char(out, ']');
}

static void write_anomalies(mns_buf *out, const mns_check_result *check) {
    mns_anomaly list[MNS_ANOMALY_COUNT] = {(mns_anomaly)0};
    size_t count = reportable(check, list);
    bool empty = check->judgement->untested;
    mns_buf_str(out, ", :anomaly-types (");
    for (size_t i = 0; i < count; i++) {
        mns_buf_printf(out, "%s:%s", i > 0 ? " " : "", mns_anomaly_name(list[i]));
    }
    if (empty) {
        mns_buf_printf(out, "%s:empty-transaction-graph", count > 0 ? " " : "");
    }
    mns_buf_str(out, "), :anomalies {");
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? ", " : "");
        write_anomaly(out, check, list[i]);
    }
    if (empty) {
        mns_buf_printf(out, "%s:empty-transaction-graph true", count > 0 ? ", " : "");
    }
    mns_buf_char(out, '}');
}

static void write_problem(mns_buf *out, const mns_problem *problem) {
    mns_buf_str(out, "{");
    if (problem->line > 0) {
        mns_buf_printf(out, ":line %llu, :column %llu, ", (unsigned long long)problem->line,
                       (unsigned long long)problem->column);
    }
    mns_buf_str(out, ":message ");
    write_string(out, problem->message);
    mns_buf_str(out, ", :hint ");
    write_string(out, problem->hint);
    mns_buf_char(out, '}');
}

static void write_failure(mns_buf *out, const mns_check_result *check) {
    mns_buf_str(out, "{:valid? :unknown, :error ");
    if (check->problems == NULL || check->problems->count == 0) {
        mns_buf_str(out, "{:message ");
        write_string(out, mns_failure(check->status));
        mns_buf_char(out, '}');
    } else {
        write_problem(out, &check->problems->items[0]);
    }
    mns_buf_str(out, "}\n");
}

void mns_report_edn(const mns_check_result *check, mns_buf *out) {
    if (check->status != MINOS_OK) {
        write_failure(out, check);
        return;
    }
    const mns_judgement *judgement = check->judgement;
    mns_anomaly list[MNS_ANOMALY_COUNT];
    if (judgement->verdict == MINOS_VALID && reportable(check, list) == 0) {
        mns_buf_str(out, "{:valid? true}\n");
        return;
    }
    static const char *const verdicts[] = {
        [MINOS_VALID] = "true", [MINOS_VIOLATED] = "false", [MINOS_UNKNOWN] = ":unknown"};
    mns_buf_printf(out, "{:valid? %s", verdicts[judgement->verdict]);
    write_anomalies(out, check);
    write_models(out, ":not", judgement->not_weakest);
    write_models(out, ":also-not", judgement->also_not);
    if (judgement->verdict == MINOS_UNKNOWN) {
        mns_buf_str(out, ", :reason ");
        write_string(out, judgement->reason);
    }
    mns_buf_str(out, "}\n");
}
