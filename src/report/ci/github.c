/*
 * github.c - a finished check as GitHub annotations: workflow commands, one per line.
 *
 *     ::error file=h.edn,title=Not serializable: G-single-item::read skew: ...%0A%0ALet:%0A ...
 *     ::warning file=h.edn,title=Unknown::no dependency ...
 *     ::error file=h.edn,line=3,col=14,title=Check failed::a read must be ...
 *
 * An error for each forbidden anomaly, worst first, with its shortest witness; a warning for an
 * unknown verdict; an error at the position of each problem; nothing for a valid history. GitHub
 * shows ten errors of a step, so no more are written. Text of a history cannot end a command or
 * begin another: line feeds are escaped, other control characters become '?'. Cost: linear in the
 * output.
 */
#include "report/ci/ci_report.h"
#include "report/model/check_result.h"
#include "report/model/excerpt.h"
#include "report/model/headline.h"
#include "report/text/text_report.h"

/* Annotations of one history. */
#define ANNOTATIONS 10
/* Lines of a proof that are shown; annotations are small. */
#define PROOF_LINES 40

/* ---- Escaping ------------------------------------------------------------------------------- */

/* Makes the text safe and escapes it; in a property also the separators of properties. */
static void write_escaped(mns_buf *out, const char *text, size_t size, bool property) {
    for (size_t i = 0; i < size;) {
        size_t length = 0;
        while (i + length < size &&
               strchr(property ? "%\r\n:," : "%\r\n", text[i + length]) == NULL) {
            length++;
        }
        mns_write_safe(out, text + i, length, 0);
        i += length;
        if (i < size) {
            mns_buf_printf(out, "%%%02X", (unsigned)(unsigned char)text[i]);
            i++;
        }
    }
}

static void write_message(mns_buf *out, const char *text) {
    write_escaped(out, text, strlen(text), false);
}

static void write_property(mns_buf *out, const char *text, size_t size) {
    write_escaped(out, text, size, true);
}

/* "::error file=h.edn" */
static void open_command(mns_buf *out, const char *level, const char *file) {
    mns_buf_printf(out, "::%s file=", level);
    write_property(out, file, strlen(file));
}

/* ---- A check that succeeded ----------------------------------------------------------------- */

/* "Not serializable, not snapshot-isolation: G1c": the requested models that it rules out. */
static void write_title(mns_buf *out, const mns_request *request, mns_anomaly anomaly) {
    bool ruled_out[MNS_MODEL_COUNT];
    mns_anomaly_rules_out(anomaly, ruled_out);
    bool first = true;
    mns_buf_str(out, ",title=");
    for (uint32_t i = 0; i < request->model_count; i++) {
        if (ruled_out[request->models[i]]) {
            mns_buf_str(out, first ? "Not " : "%2C not ");
            write_property(out, request->names[i], request->name_sizes[i]);
            first = false;
        }
    }
    mns_buf_printf(out, "%s%%3A %s::", first ? "Forbidden" : "", mns_anomaly_name(anomaly));
}

static void write_anomaly(mns_buf *out, const mns_document *document, mns_anomaly anomaly) {
    const mns_doc_anomaly *found = mns_document_anomaly(document, anomaly);
    open_command(out, "error", document->name);
    write_title(out, &document->request, anomaly);
    write_message(out, mns_anomaly_summary(anomaly));
    if (found != NULL) {
        mns_buf_printf(out, " (%llu found).", (unsigned long long)found->count);
    }
    if (found != NULL && found->witness_count > 0) {
        const char *text = found->witnesses[0].text;
        mns_excerpt part = mns_excerpt_of(text, PROOF_LINES);
        mns_buf_str(out, "%0A%0A");
        write_escaped(out, text, part.head, false);
        if (part.left_out > 0) {
            mns_buf_printf(out, "... %zu lines not shown ...%%0A", part.left_out);
            write_message(out, text + part.tail);
        }
    }
    mns_buf_char(out, '\n');
}

void mns_report_github(const mns_document *document, mns_buf *out) {
    const mns_judgement *judgement = &document->judgement;
    if (judgement->verdict == MINOS_UNKNOWN) {
        open_command(out, "warning", document->name);
        mns_buf_str(out, ",title=Unknown::");
        mns_buf_str(out, mns_document_lacks_certificate(document) ? "not certified: " : "");
        write_message(out, judgement->reason == NULL ? "not decided" : judgement->reason);
        mns_buf_char(out, '\n');
        return;
    }
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    size_t count = mns_judgement_worst_first(judgement, sorted);
    for (size_t i = 0; i < count && i < ANNOTATIONS && judgement->forbidden[sorted[i]]; i++) {
        write_anomaly(out, document, sorted[i]);
    }
}

/* ---- A check that failed -------------------------------------------------------------------- */

static void write_problem(mns_buf *out, const char *file, const mns_problem *problem) {
    open_command(out, "error", file);
    if (problem->line > 0) {
        mns_buf_printf(out, ",line=%llu,col=%llu", (unsigned long long)problem->line,
                       (unsigned long long)problem->column);
    }
    mns_buf_str(out, ",title=Check failed::");
    write_message(out, problem->message);
    if (problem->hint != NULL) {
        mns_buf_str(out, "%0Ahint: ");
        write_message(out, problem->hint);
    }
    mns_buf_char(out, '\n');
}

void mns_report_problems_github(const mns_check_result *check, mns_buf *out) {
    assert(check->status != MINOS_OK);
    const mns_problems *problems = check->problems;
    uint32_t count = problems == NULL ? 0 : problems->count;
    for (uint32_t i = 0; i < count && i < ANNOTATIONS; i++) {
        const mns_problem *problem = &problems->items[i];
        write_problem(out, problem->file != NULL ? problem->file : check->name, problem);
    }
    if (count == 0) {
        open_command(out, "error", check->name);
        mns_buf_printf(out, ",title=Check failed::%s\n", mns_failure(check->status));
    }
}
