/*
 * splitter.h - the text of a history as chunks, one after the other, each read before it is handed out.
 *
 * A chunk ends at a line that looks like the start of an operation, the first one after so many bytes.
 * Where that is depends on the text alone. Whether it was right to cut there is known when the chunk is
 * read to its end.
 */
#ifndef MNS_SPLITTER_H
#define MNS_SPLITTER_H

#include "read/op_reader.h"

typedef struct mns_splitter {
    const mns_source *source;
    size_t next;   /* where the next chunk begins */
    size_t bytes;  /* of a chunk, at the least */
    bool enclosed; /* the history is one vector: it has one chunk */
    bool ended;
} mns_splitter;

typedef struct mns_text_chunk {
    const char *begin, *end;
    bool last;
    double before, expected; /* bytes up to its end, and of the whole text as far as it is known */
} mns_text_chunk;

/* chunk_bytes 0: whatever suits the size of the text. */
void mns_splitter_init(mns_splitter *splitter, const mns_op_reader *ops, size_t chunk_bytes);
/* The next chunk; where begin is NULL, there is none. One caller at a time. */
minos_status mns_splitter_next(mns_splitter *splitter, mns_text_chunk *chunk);

#endif
