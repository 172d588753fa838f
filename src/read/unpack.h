/*
 * unpack.h - unpacks gzip and zstd archives piece by piece, if built with zlib and libzstd.
 *
 * A damaged or truncated archive is an error, never a shorter text. Several members or frames are
 * concatenated.
 */
#ifndef MNS_UNPACK_H
#define MNS_UNPACK_H

#include "read/file.h"

bool mns_is_packed(const char *data, size_t size);

/* The bytes of an archive: a file, read from its start whatever its position is, or memory. */
typedef struct mns_packed {
    mns_file *file; /* NULL: memory */
    const char *data;
    size_t size;
} mns_packed;

typedef struct mns_unpacker mns_unpacker;

/* NULL when out of memory. The bytes must outlive the unpacker. */
mns_unpacker *mns_unpacker_new(mns_packed packed);
void mns_unpacker_free(mns_unpacker *unpacker);
/* Unpacks the next *got bytes: `room`, or fewer at the end of the text. MINOS_EINPUT: damaged.
 * MINOS_EIO: not supported by this build, or reading failed with errno. */
minos_status mns_unpacker_read(mns_unpacker *unpacker, char *out, size_t room, size_t *got);
/* Bytes of the archive consumed so far. */
uint64_t mns_unpacker_used(const mns_unpacker *unpacker);
/* "gzip" or "zstd", and whether this build can unpack it. */
const char *mns_unpacker_kind(const mns_unpacker *unpacker);
bool mns_unpacker_works(const mns_unpacker *unpacker);

#endif
