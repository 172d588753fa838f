/*
 * overview_json.c - the rows as one line of JSON each, and as a table in Markdown.
 *
 *     {"schema":1,"folder":"serializable","database":"PostgreSQL 15.18","level":"serializable",
 *      "claimed":"serializable","measured":"strict-serializable","worst":null,
 *      "transactions":1000,"valid":true,"certified":false}
 *     {"schema":1,"folder":"x","error":"..."}
 *
 * O(size of the output).
 */
#include "report/json/json_write.h"
#include "report/markdown/markdown.h"
#include "report/overview/overview.h"

static void write_valid(mns_buf *out, minos_verdict verdict) {
    static const char *const words[] = {
        [MINOS_VALID] = "true", [MINOS_VIOLATED] = "false", [MINOS_UNKNOWN] = "\"unknown\""};
    mns_json_raw_field(out, "valid", words[verdict]);
}

static const char *or_null(const char *text) { return text[0] == '\0' ? NULL : text; }

void mns_overview_json(const mns_overview *overview, mns_buf *out) {
    for (size_t i = 0; i < overview->count; i++) {
        const mns_overview_row *row = &overview->rows[i];
        mns_buf_char(out, '{');
        mns_json_count_field(out, "schema", 1);
        mns_json_text_field(out, "folder", row->folder);
        if (row->readable) {
            mns_json_text_field(out, "database", or_null(row->database));
            mns_json_text_field(out, "level", or_null(row->level));
            mns_json_text_field(out, "started", or_null(row->started));
            mns_json_text_field(out, "claimed", row->claimed);
            mns_json_text_field(out, "measured", row->measured[0] == '-' ? NULL : row->measured);
            mns_json_text_field(out, "worst", strcmp(row->worst, "none") == 0 ? NULL : row->worst);
            mns_json_count_field(out, "transactions", row->transactions);
            write_valid(out, row->verdict);
            mns_json_bool_field(out, "certified", row->certified);
        } else {
            mns_json_text_field(out, "error", row->problem);
        }
        mns_buf_str(out, "}\n");
    }
}

void mns_overview_markdown(const mns_overview *overview, mns_buf *out) {
    mns_buf_str(out, "| run | claimed | measured | worst anomaly | transactions | verdict |\n"
                     "|---|---|---|---|---:|---|\n");
    for (size_t i = 0; i < overview->count; i++) {
        const mns_overview_row *row = &overview->rows[i];
        mns_buf_str(out, "| ");
        mns_markdown_code(out, row->folder);
        mns_buf_str(out, " | ");
        mns_markdown_text(out, row->claimed, strlen(row->claimed));
        mns_buf_printf(out, " | %s | %s | ", row->measured, row->worst);
        if (row->readable) {
            mns_buf_printf(out, "%llu", (unsigned long long)row->transactions);
        }
        mns_buf_printf(out, " | %s |\n", mns_overview_verdict(row));
    }
}
