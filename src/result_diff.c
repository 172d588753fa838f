/*
 * result_diff.c - the public function that compares two results.
 *
 * A result that was checked becomes a document without witnesses; a loaded one has its document.
 */
#include "core/grow.h"
#include "pipeline.h"
#include "report/report.h"

/* The document of a result; *made is the memory for one that is made here. */
static const mns_document *document_of(const minos_result *result, mns_document *made) {
    if (result->loaded != NULL) {
        return result->loaded;
    }
    mns_check_result check = mns_check_result_of(result);
    return mns_document_make(made, &check, 0, false) == MINOS_OK ? made : NULL;
}

static minos_status render(const mns_diff *diff, minos_view view, unsigned flags, char **text,
                           size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    if (view == MINOS_VIEW_JSON) {
        mns_diff_json(diff, &out);
    } else {
        mns_diff_text(diff, flags, &out);
    }
    *text = mns_buf_take(&out, size);
    mns_buf_release(&out);
    return *text == NULL ? MINOS_ENOMEM : MINOS_OK;
}

minos_status minos_result_diff(const minos_result *before, const minos_result *after,
                               minos_view view, unsigned flags, int *worse, char **text,
                               size_t *size) {
    *text = NULL;
    *worse = 0;
    bool known = view == MINOS_VIEW_TEXT || view == MINOS_VIEW_JSON;
    if (!known || before->status != MINOS_OK || after->status != MINOS_OK) {
        return MINOS_EARGUMENT;
    }
    mns_document made[2];
    mns_document_init(&made[0]);
    mns_document_init(&made[1]);
    const mns_document *first = document_of(before, &made[0]);
    const mns_document *second = document_of(after, &made[1]);
    mns_diff *diff = MNS_NEW_ARRAY(mns_diff, 1);
    minos_status status = MINOS_ENOMEM;
    if (first != NULL && second != NULL && diff != NULL) {
        mns_diff_make(diff, first, second);
        *worse = diff->worse;
        status = diff->arena.failed ? MINOS_ENOMEM : render(diff, view, flags, text, size);
        mns_diff_release(diff);
    }
    free(diff);
    mns_document_release(&made[0]);
    mns_document_release(&made[1]);
    return status;
}
