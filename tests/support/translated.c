/* translated.c - see translated.h. */
#include "support/translated.h"

#include <inttypes.h>

#include "format/translation.h"

/* Shows the first problem. */
static void show_problem(const mns_problem *problem, mns_buf *out) {
    if (problem->file != NULL) {
        mns_buf_printf(out, "%s:", problem->file);
    }
    if (problem->binary) {
        mns_buf_printf(out, "byte %" PRIu64 ": ", problem->byte);
    } else {
        mns_buf_printf(out, "%" PRIu64 ":%" PRIu64 ": ", problem->line, problem->column);
    }
    mns_buf_str(out, problem->message);
}

/* The text to its end, then the notes. False: a problem was added. */
static bool load(mns_source *source, const mns_translation *translation, mns_buf *text,
                 mns_buf *notes, mns_problems *problems) {
    if (mns_source_load(source, problems) != MINOS_OK) {
        return false;
    }
    mns_buf_bytes(text, source->data, source->size);
    const char *said = translation == NULL ? NULL : mns_translation_notes(translation);
    mns_buf_str(notes, said == NULL ? "" : said);
    return true;
}

static bool same(const mns_buf *a, const mns_buf *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* A second translation of the same input, as for a conversion, must be the same. */
static void show_twice(mns_source *source, const mns_translation *translation, mns_buf *out,
                       mns_problems *problems) {
    mns_buf notes, text, second;
    mns_buf_init(&notes);
    mns_buf_init(&text);
    mns_buf_init(&second);
    if (load(source, translation, out, &notes, problems) &&
        (mns_source_rewind(source) != MINOS_OK ||
         !load(source, translation, &text, &second, problems) || !same(out, &text) ||
         !same(&notes, &second))) {
        mns_buf_str(out, "The second translation is another.");
    }
    mns_buf_release(&notes);
    mns_buf_release(&text);
    mns_buf_release(&second);
}

/* Reads the source to its end and releases it and the problems. */
static char *show(minos_status status, mns_source *source, const mns_translation *translation,
                  mns_problems *problems) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    if (status == MINOS_OK) {
        show_twice(source, translation, &out, problems);
    }
    if (problems->count > 0) {
        mns_buf_clear(&out);
        show_problem(&problems->items[0], &out);
    }
    mns_source_release(source);
    mns_problems_release(problems);
    return mns_buf_take(&out, NULL);
}

char *translated_bytes(const void *bytes, size_t size, minos_format format) {
    mns_source source;
    mns_problems problems;
    mns_translation *translation;
    mns_problems_init(&problems);
    minos_status status = mns_history_open_memory(&source, "history", bytes, size, &format, 0,
                                                  &translation, &problems);
    return show(status, &source, translation, &problems);
}

char *translated_text(const char *text, minos_format format) {
    return translated_bytes(text, strlen(text), format);
}

char *translated_path(const char *path, minos_format format) {
    mns_source source;
    mns_problems problems;
    mns_translation *translation;
    mns_problems_init(&problems);
    minos_status status = mns_history_open(&source, path, &format, 0, &translation, &problems);
    return show(status, &source, translation, &problems);
}
