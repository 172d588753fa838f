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

/* Reads the source to its end and releases it and the problems. */
static char *show(minos_status status, mns_source *source, mns_problems *problems) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    if (status == MINOS_OK && mns_source_load(source, problems) == MINOS_OK) {
        mns_buf_bytes(&out, source->data, source->size);
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
    return show(status, &source, &problems);
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
    return show(status, &source, &problems);
}
