/*
 * stream.h - text that is made in order and can be made again: an unpacked archive, or the
 * translation of another format.
 *
 * A window (window.h) owns its stream. After a failure it asks the stream to report it.
 */
#ifndef MNS_STREAM_H
#define MNS_STREAM_H

#include "read/problems.h"

typedef struct mns_stream mns_stream;

typedef struct mns_stream_type {
    /* Makes the next *got bytes: `room`, or fewer at the end of the text. */
    minos_status (*read)(mns_stream *stream, char *out, size_t room, size_t *got);
    /* Starts again from the beginning. */
    minos_status (*rewind)(mns_stream *stream);
    /* The estimated size of the whole text, after `made` bytes; 0: unknown. */
    double (*expected)(const mns_stream *stream, uint64_t made);
    /* Adds the failure of read or rewind as a problem; `limit` above 0: the text has more than that
     * many bytes. */
    void (*report)(const mns_stream *stream, uint64_t limit, mns_problems *problems);
    /* Closes descriptors until the next read. Or NULL. */
    void (*rest)(mns_stream *stream);
    void (*free)(mns_stream *stream);
} mns_stream_type;

/* The first member of every stream. */
struct mns_stream {
    const mns_stream_type *type;
};

#endif
