/*
 * text_witness.c - see text_witness.h.
 *
 * The proof quotes keys and elements of an untrusted history, so it is written by mns_write_safe;
 * the timeline is safe by itself (cells.h).
 */
#include "report/text/text_witness.h"

#include "report/model/check_result.h"
#include "report/model/excerpt.h"
#include "report/text/text_report.h"
#include "report/text/text_timeline.h"

#define INDENT 2
/* More statements are shown only on request. */
#define LINES_SHOWN 24

static void write_lines(mns_buf *out, const char *text, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t length = strcspn(text + i, "\n");
        if (length > 0) {
            mns_buf_repeat(out, ' ', INDENT);
            mns_write_safe(out, text + i, length, 0);
        }
        mns_buf_char(out, '\n');
        i += length + 1;
    }
}

/* What the clients sent, if that is known: always if it is short. */
static void write_statements(const mns_doc_witness *witness, bool whole, mns_buf *out) {
    uint32_t lines = 0;
    for (uint32_t t = 0; t < witness->txn_count; t++) {
        lines += witness->txns[t].statement_count;
    }
    if (lines == 0 || (lines > LINES_SHOWN && !whole)) {
        return;
    }
    mns_buf_str(out, "\n  Statements:\n");
    for (uint32_t t = 0; t < witness->txn_count; t++) {
        const mns_doc_txn *txn = &witness->txns[t];
        if (txn->statement_count > 0) {
            mns_buf_printf(out, "    T%lu:\n", (unsigned long)t + 1);
        }
        for (uint32_t i = 0; i < txn->statement_count; i++) {
            mns_buf_repeat(out, ' ', (size_t)3 * INDENT);
            mns_write_safe(out, txn->statements[i], strlen(txn->statements[i]), 0);
            mns_buf_char(out, '\n');
        }
    }
}

void mns_write_witness(const mns_document *document, const mns_doc_witness *witness, bool whole,
                       mns_buf *out) {
    const char *text = witness->text;
    mns_excerpt part = mns_excerpt_of(text, whole ? SIZE_MAX : MNS_LIMIT_PROOF_LINES);
    write_lines(out, text, part.head);
    if (part.left_out > 0) {
        mns_buf_printf(out,
                       "\n  ... %zu lines not shown; use -v or see the report (-o DIR) ...\n\n",
                       part.left_out);
        write_lines(out, text + part.tail, strlen(text + part.tail));
    }
    write_statements(witness, whole, out);
    mns_write_timeline(document, witness, "\n  Timeline:\n", 2 * INDENT, out);
}
