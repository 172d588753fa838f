/*
 * splitter.h - splits the text of a history into chunks, and reads each before it is handed out.
 *
 * A chunk ends before the first line, after a minimum size, that looks like the start of an
 * operation. The split depends on the text alone. Whether an operation really starts there is known
 * once the chunk is read to its end.
 */
#ifndef MNS_SPLITTER_H
#define MNS_SPLITTER_H

#include "read/op_reader.h"

typedef struct mns_splitter {
    const mns_source *source;
    size_t next;   /* offset of the next chunk */
    size_t bytes;  /* minimum size of a chunk */
    bool enclosed; /* the history is one vector, hence one chunk */
    bool ended;
} mns_splitter;

typedef struct mns_text_chunk {
    const char *begin, *end;
    bool last;
    double before, expected; /* bytes up to its end; estimated bytes of the whole text */
} mns_text_chunk;

/* chunk_bytes 0: chosen by the size of the text. */
void mns_splitter_init(mns_splitter *splitter, const mns_op_reader *ops, size_t chunk_bytes);
/* The next chunk; begin is NULL after the last. One thread at a time. */
minos_status mns_splitter_next(mns_splitter *splitter, mns_text_chunk *chunk);

#endif
