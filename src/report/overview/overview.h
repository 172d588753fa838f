/*
 * overview.h - several results at a glance: claimed, measured, worst anomaly, transactions, link.
 *
 *     document ──overview.c──► row ──┬── overview_text.c    a table for the terminal
 *                                    ├── overview_html.c    index.html, a page without a script
 *                                    └── overview_json.c    a line of JSON each, or Markdown
 *
 * A row has only text and numbers, so that the documents can be released. Strings quote results
 * that are not trusted: every format escapes them.
 */
#ifndef MNS_REPORT_OVERVIEW_OVERVIEW_H
#define MNS_REPORT_OVERVIEW_OVERVIEW_H

#include "report/model/check_result.h"
#include "report/model/document.h"

typedef struct mns_overview_row {
    const char *folder; /* of the report, relative to the overview */
    bool readable;      /* else only folder and problem are set */
    const char *problem;
    const char *database, *level, *started; /* "" if unknown */
    const char *claimed, *measured, *worst; /* "none"; measured "-" */
    uint64_t transactions;
    minos_verdict verdict;
    bool certified; /* every requested model is */
} mns_overview_row;

typedef struct mns_overview {
    mns_arena arena;
    mns_overview_row *rows; /* in the order in which they were added */
    size_t count, capacity;
} mns_overview;

void mns_overview_init(mns_overview *overview);
void mns_overview_release(mns_overview *overview);
/* MINOS_OK or MINOS_ENOMEM. Strings are copied. */
minos_status mns_overview_add(mns_overview *overview, const mns_document *document,
                              const char *folder);
minos_status mns_overview_add_problem(mns_overview *overview, const char *problem,
                                      const char *folder);

/* "certified", "holds", "violated", "unknown" or "not readable". */
const char *mns_overview_verdict(const mns_overview_row *row);

/* Each O(size of the output). */
void mns_overview_text(const mns_overview *overview, unsigned flags, mns_buf *out);
void mns_overview_json(const mns_overview *overview, mns_buf *out);
void mns_overview_markdown(const mns_overview *overview, mns_buf *out);
void mns_overview_html(const mns_overview *overview, const char *title, mns_buf *out);

#endif
