/*
 * junit.c - a finished check as JUnit XML for CI servers: one <testsuite> for each history.
 *
 *     <testsuite name="h.edn" tests="2" failures="1" errors="0" skipped="0" time="0">
 *       <testcase classname="h.edn" name="serializable" time="0">
 *         <failure type="G-single-item" message="ruled out by G-single-item: ...">proof</failure>
 *       </testcase>
 *
 * One test case for each requested model and anomaly; one named "anomalies" if nothing was
 * requested. An unknown verdict is an error, never a pass. A model that holds but is not certified
 * is skipped if a certificate is required (--exact=require), else it passes with a note. Times are
 * 0, so that the same history gives the same bytes. Every < begins a tag, so tags can be counted in
 * the text. Cost: linear in the output.
 */
#include "core/xml.h"
#include "report/ci/ci_report.h"
#include "report/model/check_result.h"
#include "report/model/excerpt.h"
#include "report/model/headline.h"
#include "report/text/text_report.h"

/* Lines of a proof that are shown. */
#define PROOF_LINES 200

typedef struct suite {
    const mns_document *document;
    mns_buf cases;
    uint32_t tests, failures, errors, skipped;
} suite;

/* ---- Text ----------------------------------------------------------------------------------- */

static void write_text(mns_buf *out, const char *text) { mns_buf_xml(out, text, strlen(text)); }

/* Escapes the text of an element line by line; line feeds are kept. */
static void write_lines(mns_buf *out, const char *text, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t length = strcspn(text + i, "\n");
        length = length < size - i ? length : size - i;
        mns_buf_xml(out, text + i, length);
        mns_buf_str(out, i + length < size ? "\n" : "");
        i += length + 1;
    }
}

/* The first witness of an anomaly, which is the shortest. */
static void write_proof(mns_buf *out, const mns_document *document, mns_anomaly anomaly) {
    const mns_doc_anomaly *found = mns_document_anomaly(document, anomaly);
    if (found == NULL || found->witness_count == 0) {
        return;
    }
    const char *text = found->witnesses[0].text;
    mns_excerpt part = mns_excerpt_of(text, PROOF_LINES);
    mns_buf_char(out, '\n');
    write_lines(out, text, part.head);
    if (part.left_out > 0) {
        mns_buf_printf(out, "... %zu lines not shown ...\n", part.left_out);
        write_lines(out, text + part.tail, strlen(text + part.tail));
    }
}

/* ---- Test cases ----------------------------------------------------------------------------- */

static void open_case(suite *s, const char *name, size_t size) {
    mns_buf_str(&s->cases, "  <testcase classname=\"");
    write_text(&s->cases, s->document->name);
    mns_buf_str(&s->cases, "\" name=\"");
    mns_buf_xml(&s->cases, name, size);
    mns_buf_str(&s->cases, "\" time=\"0\">\n");
    s->tests++;
}

static void close_case(suite *s) { mns_buf_str(&s->cases, "  </testcase>\n"); }

static void write_failure(suite *s, mns_anomaly anomaly, const char *verb) {
    mns_buf *out = &s->cases;
    s->failures++;
    mns_buf_printf(out, "    <failure type=\"%s\" message=\"%s %s: ", mns_anomaly_name(anomaly),
                   verb, mns_anomaly_name(anomaly));
    write_text(out, mns_anomaly_summary(anomaly));
    mns_buf_str(out, "\">");
    write_proof(out, s->document, anomaly);
    mns_buf_str(out, "</failure>\n");
}

static void write_error(suite *s, const char *reason) {
    s->errors++;
    mns_buf_str(&s->cases, "    <error type=\"unknown\" message=\"");
    write_text(&s->cases, reason);
    mns_buf_str(&s->cases, "\"/>\n");
}

static void write_skipped(suite *s, const char *reason) {
    s->skipped++;
    mns_buf_str(&s->cases, "    <skipped message=\"not certified: ");
    write_text(&s->cases, reason);
    mns_buf_str(&s->cases, "\"/>\n");
}

/* How a model that passes was judged; nothing if no execution was searched for. */
static void write_answer(suite *s, mns_model model) {
    const char *undecided = s->document->judgement.undecided[model];
    if (s->document->judgement.certified[model]) {
        mns_buf_str(&s->cases, "    <system-out>Certified: an explicit execution satisfies it."
                               "</system-out>\n");
    } else if (undecided != NULL) {
        mns_buf_str(&s->cases, "    <system-out>Holds, not certified: ");
        write_text(&s->cases, undecided);
        mns_buf_str(&s->cases, ".</system-out>\n");
    }
}

/* The reason of an unknown verdict, else NULL. A certificate is missing for a model only, not for
 * the absence of an anomaly. */
static const char *unknown_reason(const mns_document *document) {
    const mns_judgement *judgement = &document->judgement;
    if (judgement->verdict != MINOS_UNKNOWN || mns_document_lacks_certificate(document)) {
        return NULL;
    }
    return judgement->reason == NULL ? "not decided" : judgement->reason;
}

/* Why it is unknown whether a model holds, or NULL if it holds. */
static const char *open_reason(const mns_document *document, mns_model model) {
    mns_model_state states[MNS_MODEL_COUNT];
    mns_document_model_states(document, states);
    if (mns_model_state_holds(states[model])) {
        return NULL;
    }
    const char *reason = mns_judgement_open_reason(&document->judgement, model);
    reason = reason != NULL ? reason : document->judgement.reason;
    return reason != NULL ? reason : "not decided";
}

static void write_model_case(suite *s, uint32_t place) {
    const mns_judgement *judgement = &s->document->judgement;
    const mns_request *request = &s->document->request;
    mns_model model = request->models[place];
    const char *reason = open_reason(s->document, model);
    open_case(s, request->names[place], request->name_sizes[place]);
    if (judgement->violated[model]) {
        write_failure(s, judgement->ruled_out_by[model], "ruled out by");
    } else if (reason != NULL) {
        write_error(s, reason);
    } else if (judgement->required && judgement->undecided[model] != NULL) {
        write_skipped(s, judgement->undecided[model]);
    } else {
        write_answer(s, model);
    }
    close_case(s);
}

/* The worst anomaly found that is or implies the requested one; MNS_ANOMALY_COUNT if none. */
static mns_anomaly worst_implying(const mns_judgement *judgement, mns_anomaly asked) {
    bool implying[MNS_ANOMALY_COUNT] = {false};
    implying[asked] = true;
    mns_anomalies_add_implying(implying);
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    size_t count = mns_judgement_worst_first(judgement, sorted), i = 0;
    while (i < count && !implying[sorted[i]]) {
        i++;
    }
    return i < count ? sorted[i] : MNS_ANOMALY_COUNT;
}

static void write_anomaly_case(suite *s, mns_anomaly asked) {
    const char *name = mns_anomaly_name(asked);
    const char *reason = unknown_reason(s->document);
    mns_anomaly found = worst_implying(&s->document->judgement, asked);
    open_case(s, name, strlen(name));
    if (found != MNS_ANOMALY_COUNT) {
        write_failure(s, found, "found");
    } else if (reason != NULL) {
        write_error(s, reason);
    }
    close_case(s);
}

/* Nothing was requested: the anomalies found are listed, but are not failures. */
static void write_found_case(suite *s) {
    const mns_document *document = s->document;
    const char *reason = unknown_reason(document);
    open_case(s, "anomalies", strlen("anomalies"));
    if (reason != NULL) {
        write_error(s, reason);
    }
    mns_buf_str(&s->cases, "    <system-out>");
    mns_buf_str(&s->cases, document->anomaly_count == 0 ? "No anomaly was found.\n" : "");
    for (size_t i = 0; i < document->anomaly_count; i++) {
        const mns_doc_anomaly *found = &document->anomalies[i];
        mns_buf_printf(&s->cases, "%s, %llu found: ", mns_anomaly_name(found->anomaly),
                       (unsigned long long)found->count);
        write_text(&s->cases, mns_anomaly_summary(found->anomaly));
        mns_buf_str(&s->cases, ".\n");
    }
    mns_buf_str(&s->cases, "</system-out>\n");
    close_case(s);
}

/* ---- The suite ------------------------------------------------------------------------------ */

static void write_suite(mns_buf *out, const char *name, suite *s) {
    mns_buf_str(out, "<testsuite name=\"");
    write_text(out, name);
    mns_buf_printf(out,
                   "\" tests=\"%lu\" failures=\"%lu\" errors=\"%lu\" skipped=\"%lu\" time=\"0\">\n",
                   (unsigned long)s->tests, (unsigned long)s->failures, (unsigned long)s->errors,
                   (unsigned long)s->skipped);
    if (s->cases.size > 0) {
        mns_buf_bytes(out, s->cases.data, s->cases.size);
    }
    mns_buf_str(out, "</testsuite>\n");
    out->failed = out->failed || s->cases.failed;
    mns_buf_release(&s->cases);
}

void mns_report_junit(const mns_document *document, mns_buf *out) {
    suite s = {.document = document};
    mns_buf_init(&s.cases);
    for (uint32_t i = 0; i < document->request.model_count; i++) {
        write_model_case(&s, i);
    }
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (document->request.anomalies[a]) {
            write_anomaly_case(&s, (mns_anomaly)a);
        }
    }
    if (document->request.asks_nothing) {
        write_found_case(&s);
    }
    write_suite(out, document->name, &s);
}

/* One test case, "history", that could not be run. */
void mns_report_problems_junit(const mns_check_result *check, mns_buf *out) {
    assert(check->status != MINOS_OK);
    const mns_problems *problems = check->problems;
    bool placed = problems != NULL && problems->count > 0;
    mns_document nameless = {.name = check->name};
    suite s = {.document = &nameless, .errors = 1};
    mns_buf lines;
    mns_buf_init(&s.cases);
    mns_buf_init(&lines);
    open_case(&s, "history", strlen("history"));
    mns_buf_str(&s.cases, "    <error type=\"unreadable\" message=\"");
    write_text(&s.cases, placed ? problems->items[0].message : mns_failure(check->status));
    mns_buf_str(&s.cases, "\">\n");
    mns_report_problems(check, 0, &lines);
    write_lines(&s.cases, lines.data == NULL ? "" : lines.data, lines.size);
    mns_buf_str(&s.cases, "</error>\n");
    close_case(&s);
    s.cases.failed = s.cases.failed || lines.failed;
    mns_buf_release(&lines);
    write_suite(out, check->name, &s);
}
