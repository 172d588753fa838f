/*
 * sink.h - where a writer writes: one file, or the files of a folder one after the other.
 *
 * A writer appends to sink->out and calls mns_sink_flush after each transaction; full pieces go to
 * the caller's function.
 */
#ifndef MNS_SINK_H
#define MNS_SINK_H

#include "core/buf.h"

typedef struct mns_sink {
    mns_buf out;
    /* Writes the next bytes; `file`: the name of the file in the folder, NULL if the format is one
     * file. Bytes of one file arrive together and in order. Returns a minos_status. */
    minos_status (*write)(void *context, const char *file, const void *data, size_t size);
    void *context;
    char file[64]; /* of a folder, the current one */
    minos_status status;
} mns_sink;

#define MNS_SINK_PIECE ((size_t)1 << 18)

/* Starts a file of a folder; an empty file is written too. */
void mns_sink_file(mns_sink *sink, const char *name);
/* Hands over everything; the status of the sink. */
minos_status mns_sink_finish(mns_sink *sink);
minos_status mns_sink_push(mns_sink *sink);

/* Hands over what was written if it is much; the status of the sink. */
static inline minos_status mns_sink_flush(mns_sink *sink) {
    return sink->out.size < MNS_SINK_PIECE ? sink->status : mns_sink_push(sink);
}

#endif
