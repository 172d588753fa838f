/* sink.c - see sink.h. */
#include "format/sink.h"

#include <stdio.h>

minos_status mns_sink_push(mns_sink *sink) {
    if (sink->out.failed && sink->status == MINOS_OK) {
        sink->status = MINOS_ENOMEM;
    }
    if (sink->status == MINOS_OK) {
        const char *file = sink->file[0] == '\0' ? NULL : sink->file;
        sink->status = sink->write(sink->context, file, sink->out.data, sink->out.size);
    }
    mns_buf_clear(&sink->out);
    return sink->status;
}

void mns_sink_file(mns_sink *sink, const char *name) {
    assert(strlen(name) < sizeof sink->file && strchr(name, '/') == NULL);
    if (sink->file[0] != '\0') {
        mns_sink_push(sink);
    }
    snprintf(sink->file, sizeof sink->file, "%s", name);
}

minos_status mns_sink_finish(mns_sink *sink) { return mns_sink_push(sink); }
