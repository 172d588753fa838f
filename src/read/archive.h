/*
 * archive.h - the text of a gzip or zstd archive as a stream.
 */
#ifndef MNS_ARCHIVE_H
#define MNS_ARCHIVE_H

#include "read/stream.h"
#include "read/unpack.h"

/* An archive may unpack to this many times its size, or to this many bytes if that is more. */
#define MNS_UNPACKED_TIMES 1000
#define MNS_UNPACKED_LEAST ((uint64_t)256 << 20)

/* Takes ownership of the archive's file and of `owned` (memory, or NULL), also when it returns
 * NULL: out of memory. */
mns_stream *mns_archive_open(mns_packed packed, void *owned);

#endif
