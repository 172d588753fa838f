/*
 * unpack.h - gzip and zstd archives, a piece at a time, where the libraries were there at build time.
 *
 * A damaged or cut-short archive is an error, never a shorter text. Several members or frames are one
 * text.
 */
#ifndef MNS_UNPACK_H
#define MNS_UNPACK_H

#include "core/base.h"

bool mns_is_packed(const char *data, size_t size);

/* Where the bytes of an archive come from: a file, read from its start whatever its position is, or
 * memory. */
typedef struct mns_packed {
    int file; /* -1: memory */
    const char *data;
    size_t size;
} mns_packed;

typedef struct mns_unpacker mns_unpacker;

/* NULL when out of memory. The bytes must stay in place. */
mns_unpacker *mns_unpacker_new(mns_packed packed);
void mns_unpacker_free(mns_unpacker *unpacker);
/* Unpacks up to `room` more bytes, *got of them: fewer only at the end of the text. MINOS_EINPUT: it is
 * damaged. MINOS_EIO: this build cannot unpack it, or errno says why it cannot be read. */
minos_status mns_unpacker_read(mns_unpacker *unpacker, char *out, size_t room, size_t *got);
/* How many bytes of the archive were used so far. */
uint64_t mns_unpacker_used(const mns_unpacker *unpacker);
/* "gzip" or "zstd", and whether this build can unpack it. */
const char *mns_unpacker_kind(const mns_unpacker *unpacker);
bool mns_unpacker_works(const mns_unpacker *unpacker);

#endif
