/*
 * text_report.c - a finished check as text for people.
 *
 *     history.edn<TAB>false                                         for other programs
 *
 *     Not strict-serializable: ...                                  one sentence
 *     Strongest models that remain: ...
 *
 *       ✗ strict-serializable     ruled out by G-single-item        the ladder, strongest first
 *       ✓ read-committed          holds                             or ● certified
 *
 *     1000 transactions (...), ...                                  the size of the history
 *
 *     G-single-item (read skew), 3 found                            each anomaly, shortest witness
 *
 * A row shows its state by a mark and in words, not by colour alone. Short by default: one witness
 * per anomaly, TYPES_SHOWN anomalies; MINOS_VERBOSE shows all kept witnesses. Cost: linear in the
 * output.
 */
#include "report/text/text_report.h"
#include "report/model/check_result.h"
#include "report/model/headline.h"
#include "report/text/text_witness.h"

/* Anomalies shown with a witness unless the report is verbose. */
#define TYPES_SHOWN 5
#define SECONDS_SHOWN 0.1

#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

static void write_colored(mns_buf *out, unsigned flags, const char *color, const char *text) {
    bool colored = (flags & MINOS_COLOR) != 0;
    mns_buf_str(out, colored ? color : "");
    mns_buf_str(out, text);
    mns_buf_str(out, colored ? PLAIN : "");
}

/* Returns the length of the name. */
static size_t write_model(mns_buf *out, const mns_document *document, mns_model model) {
    size_t size;
    const char *name = mns_document_model_name(document, model, &size);
    mns_buf_bytes(out, name, size);
    return size;
}

/* ---- Headline ------------------------------------------------------------------------------- */

/* Strongest first, as the catalog has them. */
static void write_remaining(mns_buf *out, const mns_document *document) {
    const bool *holds = document->judgement.holds;
    uint32_t count = 0;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        count += holds[m] ? 1 : 0;
    }
    if (document->judgement.untested) {
        return;
    }
    if (count == 0) {
        mns_buf_str(out, "No model that was tested remains.\n");
        return;
    }
    mns_buf_str(out,
                count == 1 ? "Strongest model that remains: " : "Strongest models that remain: ");
    bool first = true;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (holds[m]) {
            mns_buf_str(out, first ? "" : ", ");
            write_model(out, document, (mns_model)m);
            first = false;
        }
    }
    mns_buf_str(out, ".\n");
}

static void write_headline(mns_buf *out, const mns_document *document, unsigned flags) {
    static const char *const colors[] = {
        [MINOS_VALID] = BOLD GREEN, [MINOS_VIOLATED] = BOLD RED, [MINOS_UNKNOWN] = BOLD YELLOW};
    minos_verdict verdict = document->judgement.verdict;
    mns_headline headline;
    mns_headline_make(&headline, document);
    bool failed = headline.claim.failed || headline.because.failed;
    mns_buf_char(out, '\n');
    if (headline.mark[0] != '\0') {
        write_colored(out, flags, colors[verdict], headline.mark);
    }
    mns_buf_str(out, failed ? "" : headline.claim.data);
    mns_buf_str(out, headline.separator);
    mns_buf_str(out, failed ? "" : headline.because.data);
    mns_buf_char(out, '\n');
    out->failed |= failed;
    mns_headline_release(&headline);
    write_remaining(out, document);
}

/* ---- Ladder --------------------------------------------------------------------------------- */

static void write_rung(mns_buf *out, const mns_document *document, unsigned flags, mns_model model,
                       mns_model_state state) {
    static const char *const marks[] = {[MNS_RULED_OUT] = "✗",
                                        [MNS_CERTIFIED] = "●",
                                        [MNS_HOLDS] = "✓",
                                        [MNS_PARTLY] = "?",
                                        [MNS_NOT_JUDGED] = "?"};
    static const char *const colors[] = {[MNS_RULED_OUT] = RED,
                                         [MNS_CERTIFIED] = GREEN,
                                         [MNS_HOLDS] = GREEN,
                                         [MNS_PARTLY] = YELLOW,
                                         [MNS_NOT_JUDGED] = YELLOW};
    mns_buf_str(out, "  ");
    write_colored(out, flags, colors[state], marks[state]);
    mns_buf_char(out, ' ');
    size_t length = write_model(out, document, model);
    mns_buf_repeat(out, ' ', length < 30 ? 30 - length : 1);
    mns_buf_str(out, mns_model_state_text(state));
    if (state == MNS_RULED_OUT) {
        mns_buf_str(out, mns_anomaly_name(document->judgement.ruled_out_by[model]));
    }
    mns_buf_char(out, '\n');
}

/* The catalog lists models from strongest to weakest. */
static void write_ladder(mns_buf *out, const mns_document *document, unsigned flags) {
    mns_model_state states[MNS_MODEL_COUNT];
    mns_document_model_states(document, states);
    mns_buf_char(out, '\n');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_model model = (mns_model)m;
        if (mns_document_asked(document, model) || mns_model_is_well_known(model)) {
            write_rung(out, document, flags, model, states[m]);
        }
    }
}

/* ---- Counts --------------------------------------------------------------------------------- */

static void write_count(mns_buf *out, uint64_t count, const char *noun) {
    mns_buf_printf(out, "%llu %s%s", (unsigned long long)count, noun, count == 1 ? "" : "s");
}

/* Of a run that took long enough; the simulator takes less, and its speed means nothing. */
static void write_rate(mns_buf *out, uint64_t transactions, const mns_setup *setup) {
    double seconds = setup == NULL || setup->seconds == NULL ? 0 : strtod(setup->seconds, NULL);
    if (seconds >= SECONDS_SHOWN) {
        mns_buf_printf(out, "%.0f a second, ", (double)transactions / seconds);
    }
}

static void write_counts(mns_buf *out, const mns_doc_counts *counts, const mns_setup *setup) {
    mns_buf_char(out, '\n');
    write_count(out, counts->transactions, "transaction");
    mns_buf_printf(out, " (%llu ok, %llu failed, %llu unknown), ", (unsigned long long)counts->ok,
                   (unsigned long long)counts->fail, (unsigned long long)counts->info);
    write_rate(out, counts->transactions, setup);
    write_count(out, counts->mops, "micro-operation");
    mns_buf_str(out, ", ");
    write_count(out, counts->keys, "key");
    mns_buf_str(out, ", ");
    mns_buf_printf(out, "%llu process%s.\n", (unsigned long long)counts->processes,
                   counts->processes == 1 ? "" : "es");
}

/* ---- How hard it looked --------------------------------------------------------------------- */

/* Of a recorded run; of other histories only if asked. */
static void write_effort(mns_buf *out, const mns_document *document, unsigned flags) {
    bool shown = document->live != NULL || (flags & MINOS_VERBOSE) != 0;
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 0; i < MNS_EFFORT_SENTENCES && shown; i++) {
        mns_buf_clear(&text);
        mns_document_say_effort(document, (mns_effort_sentence)i, &text);
        if (text.size > 0 && !text.failed) {
            mns_buf_escaped(out, text.data, text.size);
            mns_buf_char(out, '\n');
        }
    }
    out->failed |= text.failed;
    mns_buf_release(&text);
}

/* ---- What was tested ------------------------------------------------------------------------ */

static void write_setup(mns_buf *out, const mns_setup *setup) {
    size_t widest = 0;
    for (uint32_t i = 0; i < setup->row_count; i++) {
        size_t size = strlen(setup->rows[i].label);
        widest = size > widest ? size : widest;
    }
    mns_buf_str(out, "\nWhat was tested:\n");
    for (uint32_t i = 0; i < setup->row_count; i++) {
        const mns_setup_row *row = &setup->rows[i];
        mns_buf_printf(out, "  %s", row->label);
        mns_buf_repeat(out, ' ', widest - strlen(row->label) + 2);
        mns_buf_escaped(out, row->value, strlen(row->value));
        mns_buf_char(out, '\n');
    }
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

/* True if the name of the anomaly or the beginning of its summary is the name of the witness:
 * lost-update, "read skew: a transaction ...". */
static bool says_name(mns_anomaly anomaly, const char *name) {
    size_t size = strlen(name);
    const char *own = mns_anomaly_name(anomaly);
    size_t same = 0;
    while (same < size && (own[same] == name[same] || (own[same] == '-' && name[same] == ' '))) {
        same++;
    }
    return same == size || strncmp(mns_anomaly_summary(anomaly), name, size) == 0;
}

static void write_anomaly(mns_buf *out, const mns_document *document, unsigned flags,
                          const mns_doc_anomaly *found) {
    mns_anomaly anomaly = found->anomaly;
    size_t kept = found->witness_count;
    size_t shown = (flags & MINOS_VERBOSE) != 0 || kept < 1 ? kept : 1;
    mns_buf_char(out, '\n');
    write_colored(out, flags, BOLD, mns_anomaly_name(anomaly));
    const char *name = kept > 0 ? found->witnesses[0].name : NULL;
    if (name != NULL && !says_name(anomaly, name)) {
        mns_buf_printf(out, " (%s)", name);
    }
    mns_buf_printf(out, ", %llu found", (unsigned long long)found->count);
    mns_buf_str(out,
                mns_document_allows(document, anomaly) ? ", not forbidden by the request" : "");
    mns_buf_printf(out, ": %s.\n", mns_anomaly_summary(anomaly));
    for (size_t i = 0; i < shown; i++) {
        mns_buf_char(out, '\n');
        mns_write_witness(document, &found->witnesses[i], (flags & MINOS_VERBOSE) != 0, out);
    }
}

static void write_anomalies(mns_buf *out, const mns_document *document, unsigned flags) {
    size_t places[MNS_ANOMALY_COUNT];
    size_t count = mns_document_worst_first(document, places);
    bool all = (flags & MINOS_VERBOSE) != 0 || count <= TYPES_SHOWN;
    size_t shown = all ? count : TYPES_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        write_anomaly(out, document, flags, &document->anomalies[places[i]]);
    }
    if (shown < count) {
        mns_buf_printf(out, "\n%zu more: ", count - shown);
        for (size_t i = shown; i < count; i++) {
            mns_buf_printf(out, "%s%s", i > shown ? ", " : "",
                           mns_anomaly_name(document->anomalies[places[i]].anomaly));
        }
        mns_buf_str(out, "; use -v to see all.\n");
    }
}

void mns_report_anomaly_text(const mns_document *document, const mns_doc_anomaly *anomaly,
                             mns_buf *out) {
    const char *name = mns_anomaly_name(anomaly->anomaly);
    mns_buf_printf(out, "%s, %llu found: %s.\n", name, (unsigned long long)anomaly->count,
                   mns_anomaly_summary(anomaly->anomaly));
    for (size_t i = 0; i < anomaly->witness_count; i++) {
        const mns_doc_witness *witness = &anomaly->witnesses[i];
        mns_buf_printf(out, "\n%s #%zu%s%s%s\n", name, i + 1, witness->name == NULL ? "" : " (",
                       witness->name == NULL ? "" : witness->name,
                       witness->name == NULL ? "" : ")");
        mns_write_witness(document, witness, true, out);
    }
}

void mns_report_text(const mns_document *document, unsigned flags, mns_buf *out) {
    mns_buf_escaped(out, document->name, strlen(document->name));
    mns_buf_printf(out, "\t%s\n", mns_verdict_word(document->judgement.verdict));
    if ((flags & MINOS_QUIET) != 0) {
        return;
    }
    write_headline(out, document, flags);
    write_ladder(out, document, flags);
    write_counts(out, &document->counts, document->setup);
    write_effort(out, document, flags);
    if (document->setup != NULL) {
        write_setup(out, document->setup);
    }
    write_anomalies(out, document, flags);
}
