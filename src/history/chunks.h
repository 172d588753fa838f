/*
 * chunks.h - reads a history in chunks, on several threads, quickly.
 *
 * The text is cut into chunks whose size depends on the text alone, never on the number of threads
 * (splitter.h). Each chunk is read on its own (quick_reader.h, pairing.h), and chunks are joined in order as
 * they are done (join.h); then their text is forgotten. That a cut was right is known when the chunk
 * before it, of which nothing more is looked at, is whole operations.
 *
 * Anything that is not as it should be, in a chunk or between two, makes the history irregular: then
 * nothing of this counts, and it is read again from its first byte to its last, carefully
 * (history.c), to say what is wrong and where.
 */
#ifndef MNS_CHUNKS_H
#define MNS_CHUNKS_H

#include "history/history.h"
#include "read/op_reader.h"

/* Fills in a history that is empty but for its source and workload. *regular false: it is not to be
 * used. */
minos_status mns_chunks_read(mns_history *history, const mns_op_reader *ops,
                             const mns_read_options *options, bool *regular);

#endif
