/*
 * result_overview.c - the public functions for an overview of several results.
 *
 * A result that was checked becomes a document without witnesses; a loaded one has its document. A
 * result with problems becomes a row that says so.
 */
#include "pipeline.h"
#include "report/report.h"

struct minos_overview {
    mns_overview rows;
};

minos_overview *minos_overview_new(void) {
    minos_overview *overview = calloc(1, sizeof *overview);
    if (overview != NULL) {
        mns_overview_init(&overview->rows);
    }
    return overview;
}

void minos_overview_free(minos_overview *overview) {
    if (overview != NULL) {
        mns_overview_release(&overview->rows);
        free(overview);
    }
}

minos_status minos_overview_add(minos_overview *overview, const minos_result *result,
                                const char *folder) {
    if (result->status != MINOS_OK) {
        const mns_problems *problems = &result->problems;
        const char *problem =
            problems->count > 0 ? problems->items[0].message : mns_failure(result->status);
        return mns_overview_add_problem(&overview->rows, problem, folder);
    }
    if (result->loaded != NULL) {
        return mns_overview_add(&overview->rows, result->loaded, folder);
    }
    mns_check_result check = mns_check_result_of(result);
    mns_document document;
    minos_status status = mns_document_make(&document, &check, 0, false);
    if (status == MINOS_OK) {
        status = mns_overview_add(&overview->rows, &document, folder);
        mns_document_release(&document);
    }
    return status;
}

minos_status minos_overview_render(const minos_overview *overview, minos_view view, unsigned flags,
                                   const char *title, char **text, size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    *text = NULL;
    switch (view) {
    case MINOS_VIEW_TEXT: mns_overview_text(&overview->rows, flags, &out); break;
    case MINOS_VIEW_JSON: mns_overview_json(&overview->rows, &out); break;
    case MINOS_VIEW_HTML: mns_overview_html(&overview->rows, title, &out); break;
    case MINOS_VIEW_MARKDOWN: mns_overview_markdown(&overview->rows, &out); break;
    case MINOS_VIEW_EDN:
    case MINOS_VIEW_JUNIT:
    case MINOS_VIEW_GITHUB: return MINOS_EARGUMENT;
    }
    mns_buf_str(&out, "");
    *text = mns_buf_take(&out, size);
    mns_buf_release(&out);
    return *text == NULL ? MINOS_ENOMEM : MINOS_OK;
}
