/* written.c - see written.h. */
#include "support/written.h"

#include <inttypes.h>

#include "format/format.h"

static minos_status keep(void *context, const char *file, const void *data, size_t size) {
    assert(file == NULL);
    (void)file;
    mns_buf_bytes(context, data, size);
    return MINOS_OK;
}

/* Writes the history, or appends the first problem. */
static void write_history(const mns_history *history, minos_format format, const char *edn,
                          mns_problems *problems, mns_buf *out, mns_buf *notes) {
    mns_sink sink = {.write = keep, .context = out};
    mns_writing writing;
    mns_buf_init(&sink.out);
    const mns_format *to = mns_format_get(format);
    minos_status status = mns_writing_begin(&writing, history, to->name, &sink, problems)
                              ? to->writer->write(&writing)
                              : MINOS_ENOMEM;
    if (status == MINOS_OK) {
        mns_sink_finish(&sink);
    } else {
        mns_problems_locate(problems, edn, strlen(edn));
        const mns_problem *first = &problems->items[0];
        mns_buf_clear(out);
        mns_buf_printf(out, "%" PRIu64 ":%" PRIu64 ": %s", first->line, first->column,
                       first->message);
    }
    mns_buf_bytes(notes, writing.notes.data, writing.notes.size);
    mns_writing_release(&writing);
    mns_buf_release(&sink.out);
}

static void write_text(const char *edn, minos_format format, mns_buf *out, mns_buf *notes) {
    mns_source source;
    mns_problems problems;
    mns_history history;
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .workload = MNS_RW_REGISTER};
    mns_problems_init(&problems);
    mns_buf_init(out);
    mns_buf_init(notes);
    minos_status status = mns_source_memory(&source, "history", edn, strlen(edn), 0, &problems);
    status = status == MINOS_OK ? mns_history_read(&history, &source, &options, &problems) : status;
    assert(status == MINOS_OK);
    (void)status;
    write_history(&history, format, edn, &problems, out, notes);
    mns_history_release(&history);
    mns_source_release(&source);
    mns_problems_release(&problems);
}

/* The text of one buffer; the other is released. */
static char *take(mns_buf *wanted, mns_buf *other, size_t *size) {
    mns_buf_release(other);
    mns_buf_str(wanted, ""); /* not NULL */
    return mns_buf_take(wanted, size);
}

char *written_bytes(const char *edn, minos_format format, size_t *size) {
    mns_buf out, notes;
    write_text(edn, format, &out, &notes);
    return take(&out, &notes, size);
}

char *written_text(const char *edn, minos_format format) {
    return written_bytes(edn, format, NULL);
}

char *written_notes(const char *edn, minos_format format) {
    mns_buf out, notes;
    write_text(edn, format, &out, &notes);
    return take(&notes, &out, NULL);
}
