/* saved_check.c - see saved_check.h. */
#include "support/saved_check.h"

#include "report/picture/picture.h"
#include "report/report.h"

/* Text from a file must not contain terminal control sequences. */
static bool is_printable(const mns_buf *text) {
    for (size_t i = 0; i < text->size; i++) {
        unsigned char c = (unsigned char)text->data[i];
        if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) {
            return false;
        }
    }
    return true;
}

static void draw_witnesses(const mns_document *document, mns_buf *out) {
    for (size_t a = 0; a < document->anomaly_count; a++) {
        const mns_doc_anomaly *row = &document->anomalies[a];
        for (size_t w = 0; w < row->witness_count; w++) {
            mns_svg_timeline(document, &row->witnesses[w], MNS_PICTURE_FILE, out);
            mns_svg_cycle(document, &row->witnesses[w], MNS_PICTURE_FILE, out);
        }
    }
}

/* A result alone in an overview, and compared with itself. */
static const char *compare(const mns_document *document, mns_buf *out) {
    mns_overview overview;
    mns_diff diff;
    mns_overview_init(&overview);
    mns_overview_add(&overview, document, document->name);
    mns_overview_text(&overview, 0, out);
    mns_overview_json(&overview, out);
    mns_overview_markdown(&overview, out);
    mns_overview_html(&overview, document->name, out);
    mns_overview_release(&overview);
    mns_diff_make(&diff, document, document);
    mns_diff_text(&diff, 0, out);
    mns_diff_json(&diff, out);
    mns_diff_release(&diff);
    return diff.setting_count > 0 ? "a result has the settings of itself" : NULL;
}

static const char *draw(const mns_document *document) {
    static void (*const formats[])(const mns_document *, mns_buf *) = {
        mns_report_html, mns_report_junit, mns_report_github, draw_witnesses};
    static const unsigned flags[] = {0, MINOS_VERBOSE, MINOS_QUIET};
    const char *broken = NULL;
    mns_buf out;
    mns_buf_init(&out);
    for (size_t i = 0; i < MNS_COUNT_OF(formats); i++) {
        formats[i](document, &out);
        mns_buf_clear(&out);
    }
    mns_report_markdown(document, &out);
    broken = compare(document, &out);
    broken = is_printable(&out) ? broken : "a bug report holds no control characters";
    mns_buf_clear(&out);
    for (size_t i = 0; i < MNS_COUNT_OF(flags); i++) {
        mns_report_text(document, flags[i], &out);
        broken = is_printable(&out) ? broken : "a rendering holds no control characters";
        mns_buf_clear(&out);
    }
    mns_buf_release(&out);
    return broken;
}

/* Writes the document and reads it back. */
static const char *repeat(const mns_document *document) {
    mns_buf first, second;
    mns_document again;
    mns_problems problems;
    mns_buf_init(&first);
    mns_buf_init(&second);
    mns_problems_init(&problems);
    mns_report_json(document, &first);
    mns_source source = {.data = first.data, .size = first.size};
    const char *broken = NULL;
    if (mns_document_read(&again, &source, &problems) != MINOS_OK) {
        broken = "what was read and written can be read again";
    } else {
        mns_report_json(&again, &second);
        bool same = first.size == second.size && memcmp(first.data, second.data, first.size) == 0;
        broken = same ? NULL : "what was read and written is read as the same";
        mns_document_release(&again);
    }
    mns_problems_release(&problems);
    mns_buf_release(&first);
    mns_buf_release(&second);
    return broken;
}

const char *saved_broken_promise(const char *data, size_t size) {
    mns_source source = {.data = size == 0 ? "" : data, .size = size};
    mns_problems problems;
    mns_document document;
    mns_problems_init(&problems);
    minos_status status = mns_document_read(&document, &source, &problems);
    const char *broken = NULL;
    if (status == MINOS_OK) {
        broken = draw(&document);
        broken = broken == NULL ? repeat(&document) : broken;
        mns_document_release(&document);
    } else if (status != MINOS_EINPUT || problems.total == 0) {
        broken = "bytes are a result or refused with a problem";
    }
    mns_problems_locate(&problems, source.data, source.size);
    mns_problems_release(&problems);
    return broken;
}
