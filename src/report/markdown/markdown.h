/*
 * markdown.h - a report as Markdown: a bug report for the database's developers, or a summary.
 *
 *     document ──markdown_report.c──► headline, setup, witness, proof, history, command
 *                 │ markdown_sessions.c   the sessions of a witness side by side
 *                 │ markdown_words.c      escaping
 *               ──markdown_row.c─────► a row of a table
 *
 * The text is for GitHub's Markdown and readable as plain text. It quotes an untrusted history:
 * what comes from it cannot end a table cell or a code block, nor become a link, an image or HTML.
 * Long witnesses are shortened, so that the size is bounded for every document.
 */
#ifndef MNS_REPORT_MARKDOWN_MARKDOWN_H
#define MNS_REPORT_MARKDOWN_MARKDOWN_H

#include "report/model/check_result.h"
#include "report/model/document.h"

/* O(size of the output). */
void mns_report_markdown(const mns_document *document, mns_buf *out);
/* A check that failed: its problems. */
void mns_report_problems_markdown(const mns_check_result *check, mns_buf *out);

/* One row of a table over several histories: name, verdict, measured, worst anomaly, transactions
 * (markdown_row.c). */
void mns_report_markdown_row(const mns_document *document, mns_buf *out);
void mns_report_problems_markdown_row(const mns_check_result *check, mns_buf *out);

/* ---- Parts ---------------------------------------------------------------------------------- */

/* A table with a column for each process of the witness and a row for each begin and end. */
void mns_markdown_sessions(const mns_doc_witness *witness, mns_buf *out);

/* ---- Words ---------------------------------------------------------------------------------- */

/* At most so many bytes of one piece of text are shown, then "...". */
#define MNS_LIMIT_MARKDOWN_TEXT 1500

/* Text on one line: punctuation with a meaning in Markdown or HTML is escaped, hidden characters
 * become '?', line feeds a blank. For running text and table cells. Addresses are not links. */
void mns_markdown_text(mns_buf *out, const char *text, size_t size);
/* The same with https addresses as links: for the setup, which cites manuals. */
void mns_markdown_linked(mns_buf *out, const char *text, size_t size);
/* The same as code, on one line, also in a table. */
void mns_markdown_code(mns_buf *out, const char *text);
/* Line for line into a code block, which ends with a fence of its own. */
void mns_markdown_block(mns_buf *out, const char *language, const char *text, size_t size);

#endif
