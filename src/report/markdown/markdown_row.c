/*
 * markdown_row.c - a check as one row of a table over several histories.
 *
 *     | history | verdict | measured | worst anomaly | transactions |
 *
 * The header is written by the caller, which knows how many rows there are. O(size of the output).
 */
#include "report/markdown/markdown.h"
#include "report/model/headline.h"

static void write_measured(const mns_document *document, mns_buf *out) {
    bool measured[MNS_MODEL_COUNT];
    bool first = true;
    mns_judgement_measured(&document->judgement, &document->request, measured);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (measured[m]) {
            mns_buf_str(out, first ? "" : " and ");
            mns_buf_str(out, mns_model_plain_name((mns_model)m));
            first = false;
        }
    }
    mns_buf_str(out, first ? "-" : "");
}

void mns_report_markdown_row(const mns_document *document, mns_buf *out) {
    static const char *const verdicts[] = {
        [MINOS_VALID] = "holds", [MINOS_VIOLATED] = "**violated**", [MINOS_UNKNOWN] = "unknown"};
    mns_anomaly worst = mns_judgement_worst(&document->judgement);
    minos_verdict verdict = document->judgement.verdict;
    bool certified =
        verdict == MINOS_VALID && mns_judgement_certifies(&document->judgement, &document->request);
    mns_buf_str(out, "| ");
    mns_markdown_code(out, document->name);
    mns_buf_printf(out, " | %s | ", certified ? "certified" : verdicts[verdict]);
    write_measured(document, out);
    mns_buf_printf(out, " | %s | %llu |\n",
                   worst == MNS_ANOMALY_COUNT ? "none" : mns_anomaly_name(worst),
                   (unsigned long long)document->counts.transactions);
}

void mns_report_problems_markdown_row(const mns_check_result *check, mns_buf *out) {
    mns_buf_str(out, "| ");
    mns_markdown_code(out, check->name);
    mns_buf_str(out, " | **not checked** | - | - | - |\n");
}
