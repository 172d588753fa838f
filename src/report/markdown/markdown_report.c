/*
 * markdown_report.c - a document as a bug report, or as a summary if nothing was violated.
 *
 *     # Not serializable: G2-item         title
 *     Not serializable: write skew: ...   the headline of every report
 *     ## What was tested                  a table of labels and values
 *     ## What happened                    the worst anomaly: sessions of its shortest witness
 *     ## Why this is an anomaly           the proof, sentence by sentence
 *     ## Other anomalies                  a table, worst first
 *     ## The transactions                 of the witness, as EDN
 *     ## How to run it again              the command
 *
 * O(size of the output), which has a limit.
 */
#include "report/markdown/markdown.h"
#include "report/model/excerpt.h"
#include "report/model/headline.h"
#include "report/model/proof_lines.h"

/* Lines of a proof; bytes of all transactions as EDN; warnings. */
#define PROOF_LINES 40
#define EDN_SHOWN 20000
#define WARNINGS_SHOWN 20

static void write_string(mns_buf *out, const char *text) {
    mns_markdown_text(out, text, strlen(text));
}

static void write_row(mns_buf *out, const char *label, const char *value) {
    mns_buf_str(out, "| ");
    write_string(out, label);
    mns_buf_str(out, " | ");
    write_string(out, value);
    mns_buf_str(out, " |\n");
}

/* A row of the setup, which may cite a manual. */
static void write_setup_row(mns_buf *out, const mns_setup_row *row) {
    mns_buf_str(out, "| ");
    write_string(out, row->label);
    mns_buf_str(out, " | ");
    mns_markdown_linked(out, row->value, strlen(row->value));
    mns_buf_str(out, " |\n");
}

/* ---- The headline --------------------------------------------------------------------------- */

/* The worst anomaly that was found, or NULL. */
static const mns_doc_anomaly *worst_anomaly(const mns_document *document) {
    mns_anomaly worst = mns_judgement_worst(&document->judgement);
    return worst == MNS_ANOMALY_COUNT ? NULL : mns_document_anomaly(document, worst);
}

/* "PostgreSQL 15.18 at serializable: " */
static void write_product(const mns_setup *setup, mns_buf *out) {
    if (setup == NULL || setup->database == NULL) {
        return;
    }
    write_string(out, setup->database);
    if (setup->isolation != NULL && setup->isolation[0] != '\0') {
        mns_buf_str(out, " at ");
        write_string(out, setup->isolation);
    }
    mns_buf_str(out, ": ");
}

/* The first letter is small after the name of the product. */
static void write_mark(const char *mark, bool small, mns_buf *out) {
    bool upper = mark[0] >= 'A' && mark[0] <= 'Z';
    if (small && upper) {
        mns_buf_char(out, (char)(mark[0] - 'A' + 'a'));
    }
    mns_buf_str(out, small && upper ? mark + 1 : mark);
}

static void write_headline(const mns_document *document, mns_buf *out) {
    bool product = document->setup != NULL && document->setup->database != NULL;
    const mns_doc_anomaly *worst = worst_anomaly(document);
    bool violated = document->judgement.verdict == MINOS_VIOLATED;
    mns_headline headline;
    mns_headline_make(&headline, document);
    bool failed = headline.claim.failed || headline.because.failed;
    out->failed |= failed;
    const char *claim = failed ? "" : headline.claim.data;
    mns_buf_str(out, "# ");
    write_product(document->setup, out);
    write_mark(headline.mark, product, out);
    write_string(out, claim);
    if (violated && worst != NULL) {
        mns_buf_printf(out, ": %s", mns_anomaly_name(worst->anomaly));
    }
    mns_buf_printf(out, "\n\n%s", headline.mark);
    write_string(out, claim);
    mns_buf_str(out, headline.separator);
    write_string(out, failed ? "" : headline.because.data);
    mns_buf_char(out, '\n');
    mns_headline_release(&headline);
}

/* ---- What was tested ------------------------------------------------------------------------ */

/* "strict-serializable, serializable" */
static void write_models(const mns_document *document, const bool set[MNS_MODEL_COUNT],
                         mns_buf *out) {
    bool first = true;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (set[m]) {
            size_t size;
            const char *name = mns_document_model_name(document, (mns_model)m, &size);
            mns_buf_str(out, first ? "" : ", ");
            mns_buf_bytes(out, name, size);
            first = false;
        }
    }
    mns_buf_str(out, first ? "none" : "");
}

/* Releases the value. */
static void write_made_row(mns_buf *out, const char *label, mns_buf *value) {
    out->failed |= value->failed;
    write_row(out, label, value->data == NULL ? "" : value->data);
    mns_buf_release(value);
}

static void write_judged(const mns_document *document, mns_buf *out) {
    const mns_doc_counts *counts = &document->counts;
    mns_buf value;
    mns_buf_init(&value);
    mns_buf_printf(&value, "%llu (%llu ok, %llu failed, %llu unknown)",
                   (unsigned long long)counts->transactions, (unsigned long long)counts->ok,
                   (unsigned long long)counts->fail, (unsigned long long)counts->info);
    write_made_row(out, "Transactions", &value);
    mns_buf_init(&value);
    for (uint32_t i = 0; i < document->request.model_count; i++) {
        mns_buf_str(&value, i == 0 ? "" : ", ");
        mns_buf_bytes(&value, document->request.names[i], document->request.name_sizes[i]);
    }
    mns_buf_str(&value, document->request.model_count == 0 ? "none" : "");
    write_made_row(out, "Expected", &value);
    bool measured[MNS_MODEL_COUNT];
    mns_judgement_measured(&document->judgement, &document->request, measured);
    mns_buf_init(&value);
    write_models(document, measured, &value);
    write_made_row(out, "Measured", &value);
}

static void write_settings(const mns_document *document, mns_buf *out) {
    const mns_setup *setup = document->setup;
    mns_buf_str(out, "\n## What was tested\n\n| | |\n|---|---|\n");
    for (uint32_t i = 0; setup != NULL && i < setup->row_count; i++) {
        if (setup->rows[i].value != setup->command) { /* has its own section */
            write_setup_row(out, &setup->rows[i]);
        }
    }
    mns_buf_str(out, "| History | ");
    mns_markdown_code(out, document->name);
    mns_buf_str(out, " |\n");
    if (setup == NULL) {
        write_row(out, "Workload", document->workload);
    }
    write_judged(document, out);
    mns_buf_str(out, "| Checked by | Minos ");
    write_string(out, document->minos);
    mns_buf_str(out, " |\n");
    for (size_t i = 0; i < document->warning_count && i < WARNINGS_SHOWN; i++) {
        mns_buf_str(out, i == 0 ? "\n" : "");
        mns_buf_str(out, "- Warning: ");
        write_string(out, document->warnings[i]);
        mns_buf_char(out, '\n');
    }
}

/* ---- The witness ---------------------------------------------------------------------------- */

static void write_happened(const mns_doc_anomaly *worst, mns_buf *out) {
    mns_buf_str(out, "\n## What happened\n\n");
    mns_buf_printf(out, "%s, %llu found: ", mns_anomaly_name(worst->anomaly),
                   (unsigned long long)worst->count);
    write_string(out, mns_anomaly_summary(worst->anomaly));
    mns_buf_str(out, ".\n");
    if (worst->witness_count > 0) {
        mns_buf_str(out, "\nThe shortest case, in the order of the history:\n\n");
        mns_markdown_sessions(&worst->witnesses[0], out);
    }
}

/* "Let:", "Then:", "Evidence:": the list has no sections. Other headings are sentences. */
static bool is_section(const mns_proof_line *line) {
    return line->kind == MNS_LINE_HEADING && line->size < 12 &&
           memchr(line->text, ' ', line->size) == NULL;
}

/* The sentences of a proof; its transactions are in the table already. */
static void write_lines(mns_buf *out, const char *text, uint32_t steps) {
    mns_proof proof = mns_proof_begin(text, steps);
    mns_proof_line line;
    while (mns_proof_next(&proof, &line)) {
        if (line.kind == MNS_LINE_LET || is_section(&line)) {
            continue;
        }
        mns_buf_str(out, "- ");
        mns_markdown_text(out, line.text, line.size);
        mns_buf_char(out, '\n');
    }
}

static void write_proof(const mns_doc_witness *witness, mns_buf *out) {
    mns_excerpt part = mns_excerpt_of(witness->text, PROOF_LINES + witness->txn_count);
    mns_buf head;
    mns_buf_init(&head);
    mns_buf_bytes(&head, witness->text, part.head);
    mns_buf_str(&head, "");
    out->failed |= head.failed;
    mns_buf_str(out, "\n## Why this is an anomaly\n\n");
    write_lines(out, head.failed ? "" : head.data, witness->step_count);
    if (part.left_out > 0) {
        mns_buf_printf(out, "- ... %zu lines not shown ...\n", part.left_out);
        write_lines(out, witness->text + part.tail, 0);
    }
    mns_buf_release(&head);
}

static void write_others(const mns_document *document, const mns_doc_anomaly *worst, mns_buf *out) {
    size_t places[MNS_ANOMALY_COUNT];
    size_t count = mns_document_worst_first(document, places);
    bool first = true;
    for (size_t i = 0; i < count; i++) {
        const mns_doc_anomaly *other = &document->anomalies[places[i]];
        if (other == worst) {
            continue;
        }
        mns_buf_str(out, first ? "\n## Other anomalies\n\n| anomaly | found | meaning |\n"
                                 "|---|---:|---|\n"
                               : "");
        mns_buf_printf(out, "| %s | %llu | ", mns_anomaly_name(other->anomaly),
                       (unsigned long long)other->count);
        write_string(out, mns_anomaly_summary(other->anomaly));
        mns_buf_str(out, " |\n");
        first = false;
    }
}

/* ---- History and command -------------------------------------------------------------------- */

/* {:index 3, :process 1, :type :ok, :value [...]}, shortened if it is long. */
static void write_transaction(const mns_doc_txn *txn, size_t room, mns_buf *out) {
    if (txn->edn != NULL && strlen(txn->edn) <= room) {
        mns_buf_str(out, txn->edn);
    } else {
        mns_buf_printf(out, "; :index %lld, shortened:", (long long)txn->index);
        for (uint32_t i = 0; i < txn->mop_count; i++) {
            mns_buf_char(out, ' ');
            mns_buf_str(out, txn->mops[i].label);
        }
    }
    mns_buf_char(out, '\n');
}

/* The smallest history that shows the anomaly: minos check finds it there again. */
static void write_minimal(const mns_document *document, mns_buf *out) {
    mns_buf text;
    mns_buf_init(&text);
    for (size_t i = 0; i < document->minimal_count; i++) {
        mns_buf_str(&text, document->minimal[i]);
        mns_buf_char(&text, '\n');
    }
    out->failed |= text.failed;
    mns_buf_str(out, "\n## The smallest history that shows it\n\nMade by `minos shrink`; "
                     "`minos check` finds the anomaly in it.\n\n");
    mns_markdown_block(out, document->json ? "json" : "clojure", text.data == NULL ? "" : text.data,
                       text.size);
    mns_buf_release(&text);
}

static void write_history(const mns_document *document, const mns_doc_witness *witness,
                          mns_buf *out) {
    if (document->minimal_count > 0) {
        write_minimal(document, out);
        return;
    }
    mns_buf text;
    mns_buf_init(&text);
    uint32_t i = 0;
    for (; i < witness->txn_count && text.size < EDN_SHOWN; i++) {
        write_transaction(&witness->txns[i], EDN_SHOWN / 4, &text);
    }
    if (i < witness->txn_count) {
        mns_buf_printf(&text, "; %lu more\n", (unsigned long)(witness->txn_count - i));
    }
    out->failed |= text.failed;
    mns_buf_str(out, "\n## The transactions\n\n");
    mns_markdown_block(out, "clojure", text.data == NULL ? "" : text.data, text.size);
    mns_buf_release(&text);
    mns_buf_str(out, "\nTo get the smallest history that shows this, run `minos shrink` on ");
    mns_markdown_code(out, document->name);
    mns_buf_str(out, ".\n");
}

/* How hard a recorded run looked. */
static void write_effort(const mns_document *document, mns_buf *out) {
    const char *before = "\n## How hard it looked\n\n";
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 0; i < MNS_EFFORT_SENTENCES && document->live != NULL; i++) {
        mns_buf_clear(&text);
        mns_document_say_effort(document, (mns_effort_sentence)i, &text);
        if (text.size > 0 && !text.failed) {
            mns_buf_str(out, before);
            mns_markdown_text(out, text.data, text.size);
            mns_buf_char(out, '\n');
            before = "\n";
        }
    }
    out->failed |= text.failed;
    mns_buf_release(&text);
}

static void write_command(const mns_setup *setup, mns_buf *out) {
    if (setup != NULL && setup->command != NULL) {
        mns_buf_str(out, "\n## How to run it again\n\n");
        mns_markdown_block(out, "sh", setup->command, strlen(setup->command));
    }
}

void mns_report_markdown(const mns_document *document, mns_buf *out) {
    const mns_doc_anomaly *worst = worst_anomaly(document);
    const mns_doc_witness *witness =
        worst != NULL && worst->witness_count > 0 ? &worst->witnesses[0] : NULL;
    write_headline(document, out);
    write_settings(document, out);
    if (worst != NULL) {
        write_happened(worst, out);
    }
    if (witness != NULL) {
        write_proof(witness, out);
    }
    write_others(document, worst, out);
    if (witness != NULL) {
        write_history(document, witness, out);
    }
    write_effort(document, out);
    write_command(document->setup, out);
}

/* ---- A check that failed -------------------------------------------------------------------- */

void mns_report_problems_markdown(const mns_check_result *check, mns_buf *out) {
    const mns_problems *problems = check->problems;
    uint32_t count = problems == NULL ? 0 : problems->count;
    assert(check->status != MINOS_OK);
    mns_buf_str(out, "# Check failed\n\n");
    mns_markdown_code(out, check->name);
    mns_buf_str(out, " could not be checked:\n\n");
    for (uint32_t i = 0; i < count; i++) {
        const mns_problem *problem = &problems->items[i];
        mns_buf_str(out, "- ");
        if (problem->file != NULL) {
            write_string(out, problem->file);
            mns_buf_str(out, ", ");
        }
        if (problem->binary) {
            mns_buf_printf(out, "byte %llu: ", (unsigned long long)problem->byte);
        } else if (problem->line > 0) {
            mns_buf_printf(out, "line %llu, column %llu: ", (unsigned long long)problem->line,
                           (unsigned long long)problem->column);
        }
        write_string(out, problem->message);
        mns_buf_char(out, '\n');
    }
    if (count == 0) {
        mns_buf_printf(out, "- %s\n", mns_failure(check->status));
    }
}
