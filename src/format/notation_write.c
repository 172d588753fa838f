/* notation_write.c - see notation_write.h. */
#include "format/notation_write.h"

#include "format/rewrite.h"
#include "format/text_pass.h"

/* The text as it is. */
static minos_status copy_text(mns_text_pass *pass, mns_sink *sink) {
    minos_status status = MINOS_OK;
    for (size_t from = 0, to; from < pass->size && status == MINOS_OK; from = to) {
        to = pass->size - from < MNS_SINK_PIECE ? pass->size : from + MNS_SINK_PIECE;
        status = mns_text_pass_read(pass, from, to);
        if (status == MINOS_OK) {
            mns_buf_bytes(&sink->out, pass->source->data + from, to - from);
            status = mns_sink_flush(sink);
        }
    }
    return status;
}

static minos_status refuse_twice(uint64_t offset, mns_rewrite_twice twice, mns_problems *problems) {
    int size = (int)strcspn(twice.name + 1, "\"");
    mns_problems_add(
        problems, offset, "rename one of the fields", "two fields of %s have the name %.*s in JSON",
        twice.nested ? "a map in this operation" : "this operation", size, twice.name + 1);
    return MINOS_EINPUT;
}

static minos_status changed(mns_problems *problems) {
    mns_problems_add(problems, MNS_NO_OFFSET, "convert it again when no program is writing to it",
                     "the file was changed while it was read");
    return MINOS_EIO;
}

static minos_status rewrite_op(const char *text, const char *end, mns_rewrite rewrite,
                               uint64_t offset, mns_sink *sink, mns_problems *problems) {
    mns_rewrite_twice twice = {.name = NULL};
    bool good = mns_rewrite_fast(rewrite, text, end, &sink->out) ||
                mns_rewrite_op(rewrite, text, end, &sink->out, &twice);
    if (!good) {
        return changed(problems);
    }
    if (twice.name != NULL) {
        return refuse_twice(offset, twice, problems);
    }
    mns_buf_char(&sink->out, '\n');
    return mns_sink_flush(sink);
}

static minos_status rewrite_all(mns_text_pass *pass, const mns_history *history,
                                mns_rewrite rewrite, mns_sink *sink, mns_problems *problems) {
    minos_status status = MINOS_OK;
    for (uint32_t i = 0; i < history->operations && status == MINOS_OK; i++) {
        const char *text, *end;
        status = mns_text_pass_op(pass, history, i, &text, &end);
        if (status == MINOS_OK) {
            uint64_t offset = (uint64_t)(text - pass->source->data);
            status = rewrite_op(text, end, rewrite, offset, sink, problems);
        }
    }
    return status;
}

minos_status mns_notation_write(const mns_history *history, mns_source *source, bool lines,
                                bool json, mns_sink *sink, mns_problems *problems) {
    if (json && !history->json && !mns_notation_clash(history, problems)) {
        return MINOS_ENOMEM;
    }
    if (problems->total > 0) {
        return MINOS_EINPUT;
    }
    mns_text_pass pass;
    minos_status status = mns_text_pass_begin(&pass, source);
    if (status == MINOS_OK) {
        mns_rewrite rewrite = {.from_json = history->json, .to_json = json};
        status = lines && !json ? copy_text(&pass, sink)
                                : rewrite_all(&pass, history, rewrite, sink, problems);
    }
    if (status != MINOS_OK && sink->status == MINOS_OK) {
        mns_source_report(source, problems);
    }
    return status == MINOS_OK ? mns_sink_finish(sink) : status;
}
