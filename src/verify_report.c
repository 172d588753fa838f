/* verify_report.c - see verify_report.h. */
#include "verify_report.h"

#include <inttypes.h>

#include "verify/certificate.h"

void mns_verify_report_init(mns_verify_report *report, const char *history,
                            const char *certificate) {
    *report = (mns_verify_report){.history = history,
                                  .certificate = certificate,
                                  .model = MNS_MODEL_COUNT,
                                  .transaction = MNS_NONE};
}

void mns_verify_report_add(mns_verify_report *report, mns_model model, mns_checked how,
                           mns_anomaly anomaly) {
    assert(report->count < MNS_MODEL_COUNT);
    report->models[report->count++] =
        (struct mns_checked_model){.model = model, .how = how, .anomaly = anomaly};
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void write_how(const mns_verify_report *report, size_t i, mns_buf *out) {
    switch (report->models[i].how) {
    case MNS_REPLAYED: mns_buf_str(out, "certified; the execution was replayed"); break;
    case MNS_IMPLIED: mns_buf_str(out, "certified; a replayed model implies it"); break;
    case MNS_CHECKED_AGAIN:
        mns_buf_printf(out, "ruled out by %s; checked again",
                       mns_anomaly_name(report->models[i].anomaly));
        break;
    }
}

static void write_assumptions(const mns_verify_report *report, mns_buf *out) {
    const char *names[MNS_ASSUMPTION_COUNT];
    size_t count = mns_certificate_assumptions(report->assumptions, names);
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(out, i == 0 ? "Assumptions: " : ", ");
        mns_buf_str(out, names[i]);
    }
    mns_buf_str(out, count == 0 ? "" : ".\n");
}

static void write_names(const mns_verify_report *report, const char *between, mns_buf *out) {
    mns_buf_escaped(out, report->certificate, strlen(report->certificate));
    mns_buf_str(out, between);
    mns_buf_escaped(out, report->history, strlen(report->history));
}

static void write_text(const mns_verify_report *report, mns_buf *out) {
    if (report->rejected) {
        mns_buf_str(out, "Rejected: ");
        write_names(report, " does not prove what it says about ", out);
        mns_buf_str(out, ".\n");
        return;
    }
    mns_buf_str(out, "Accepted: ");
    write_names(report, " is a certificate of ", out);
    mns_buf_str(out, ", ");
    mns_buf_thousands(out, report->transactions);
    mns_buf_str(out, report->transactions == 1 ? " transaction.\n" : " transactions.\n");
    for (size_t i = 0; i < report->count; i++) {
        mns_buf_printf(out, "  %-33s ", mns_certificate_model_name(report->models[i].model));
        write_how(report, i, out);
        mns_buf_char(out, '\n');
    }
    write_assumptions(report, out);
    if (report->count == 0) {
        mns_buf_str(out, "The certificate has no entries, so it proves nothing about any model.\n");
    }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void write_field(mns_buf *out, const char *name, const char *value) {
    mns_buf_printf(out, "\"%s\":", name);
    mns_buf_json_string(out, value, strlen(value));
}

static void write_model(const struct mns_checked_model *m, mns_buf *out) {
    static const char *const how[] = {[MNS_REPLAYED] = "replayed",
                                      [MNS_IMPLIED] = "implied",
                                      [MNS_CHECKED_AGAIN] = "checked again"};
    bool certified = m->how != MNS_CHECKED_AGAIN;
    mns_buf_char(out, '{');
    write_field(out, "model", mns_certificate_model_name(m->model));
    mns_buf_char(out, ',');
    write_field(out, "verdict", certified ? "certified" : "ruled out");
    if (!certified) {
        mns_buf_char(out, ',');
        write_field(out, "anomaly", mns_anomaly_name(m->anomaly));
    }
    mns_buf_char(out, ',');
    write_field(out, "checked", how[m->how]);
    mns_buf_char(out, '}');
}

static void write_rejection(const mns_verify_report *report, const minos_result *result,
                            mns_buf *out) {
    minos_problem problem = minos_result_problem(result, 0);
    mns_buf_str(out, ",\"rejected\":{");
    write_field(out, "message", problem.message);
    if (report->model != MNS_MODEL_COUNT) {
        mns_buf_char(out, ',');
        write_field(out, "model", mns_certificate_model_name(report->model));
    }
    if (report->transaction != MNS_NONE) {
        mns_buf_printf(out, ",\"transaction\":%" PRIu32, report->transaction);
    }
    if (problem.line > 0) {
        mns_buf_char(out, ',');
        write_field(out, "file", problem.file);
        mns_buf_printf(out, ",\"line\":%" PRIu64 ",\"column\":%" PRIu64, problem.line,
                       problem.column);
    }
    mns_buf_char(out, '}');
}

static void write_json(const mns_verify_report *report, const minos_result *result, mns_buf *out) {
    mns_buf_str(out, "{\"schema\":1,\"minos\":\"" MINOS_VERSION "\",");
    write_field(out, "history", report->history);
    mns_buf_char(out, ',');
    write_field(out, "certificate", report->certificate);
    mns_buf_printf(out, ",\"accepted\":%s,\"transactions\":%" PRIu32 ",\"assumptions\":[",
                   report->rejected ? "false" : "true", report->transactions);
    const char *names[MNS_ASSUMPTION_COUNT];
    size_t count = mns_certificate_assumptions(report->assumptions, names);
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(out, i == 0 ? "" : ",");
        mns_buf_json_string(out, names[i], strlen(names[i]));
    }
    mns_buf_str(out, "],\"models\":[");
    for (size_t i = 0; i < report->count; i++) {
        mns_buf_str(out, i == 0 ? "" : ",");
        write_model(&report->models[i], out);
    }
    mns_buf_char(out, ']');
    if (report->rejected) {
        write_rejection(report, result, out);
    }
    mns_buf_str(out, "}\n");
}

minos_status mns_verify_report_write(const mns_verify_report *report, minos_view view,
                                     const minos_result *result, char **text) {
    mns_buf out;
    mns_buf_init(&out);
    if (view != MINOS_VIEW_TEXT && view != MINOS_VIEW_JSON) {
        return MINOS_EARGUMENT;
    }
    if (view == MINOS_VIEW_JSON) {
        write_json(report, result, &out);
    } else {
        write_text(report, &out);
    }
    *text = mns_buf_take(&out, NULL);
    return *text == NULL ? MINOS_ENOMEM : MINOS_OK;
}
