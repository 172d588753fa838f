/*
 * chunks.h - the fast path: reads a history in chunks, on several threads.
 *
 * The text is split into chunks whose size depends on the text alone, not on the number of threads
 * (splitter.h). Each chunk is read independently (fast_reader.h, pairing.h). Chunks are joined in
 * order as they are done (join.h), and then their text is discarded. A split is valid if the chunk
 * before it consists of complete operations.
 *
 * Any problem within or between chunks makes the history irregular: the result is dropped, and the
 * history is read again on the slow path (history.c), which reports the problems.
 */
#ifndef MNS_CHUNKS_H
#define MNS_CHUNKS_H

#include "history/history.h"
#include "read/op_reader.h"

/* Fills a history that is empty except for its source and workload. *regular false: the history
 * must be read again on the slow path. */
minos_status mns_chunks_read(mns_history *history, const mns_op_reader *ops,
                             const mns_read_options *options, bool *regular);

#endif
