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
    mns_write_timeline(document, witness, "\n  Timeline:\n", 2 * INDENT, out);
}
