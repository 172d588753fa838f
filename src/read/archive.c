/* archive.c - see archive.h. */
#include "read/archive.h"

#include <errno.h>
#include <inttypes.h>

#include "core/grow.h"

typedef struct archive {
    mns_stream stream;
    mns_packed packed;
    void *owned;
    mns_unpacker *unpacker;
    minos_status status; /* of the last read */
    int error;           /* errno of MINOS_EIO */
} archive;

static minos_status read_archive(mns_stream *stream, char *out, size_t room, size_t *got) {
    archive *a = (archive *)stream;
    a->status = mns_unpacker_read(a->unpacker, out, room, got);
    a->error = a->status == MINOS_EIO ? errno : 0;
    return a->status;
}

static minos_status rewind_archive(mns_stream *stream) {
    archive *a = (archive *)stream;
    mns_unpacker_free(a->unpacker);
    a->unpacker = mns_unpacker_new(a->packed);
    a->status = a->unpacker == NULL ? MINOS_ENOMEM : MINOS_OK;
    return a->status;
}

static double expected_size(const mns_stream *stream, uint64_t made) {
    const archive *a = (const archive *)stream;
    uint64_t used = a->unpacker == NULL ? 0 : mns_unpacker_used(a->unpacker);
    return used == 0 ? 0 : (double)made * ((double)a->packed.size / (double)used);
}

static void report(const mns_stream *stream, uint64_t limit, mns_problems *problems) {
    const archive *a = (const archive *)stream;
    if (limit > 0) {
        mns_problems_add(problems, MNS_NO_OFFSET,
                         "if you trust the archive, allow more with --max-unpacked SIZE",
                         "the archive of %zu bytes unpacks to more than %" PRIu64 " bytes",
                         a->packed.size, limit);
    } else if (a->status == MINOS_EINPUT) {
        mns_problems_add(problems, MNS_NO_OFFSET,
                         "the archive may be truncated; unpack it to check", "damaged %s archive",
                         mns_unpacker_kind(a->unpacker));
    } else if (a->status == MINOS_EIO && mns_unpacker_works(a->unpacker)) {
        mns_problems_add(problems, MNS_NO_OFFSET, NULL, "cannot read: %s", strerror(a->error));
    } else if (a->status == MINOS_EIO) {
        mns_problems_add(
            problems, MNS_NO_OFFSET, "unpack it first, or rebuild with zlib and libzstd",
            "this build of minos cannot read %s archives", mns_unpacker_kind(a->unpacker));
    }
}

static void rest_archive(mns_stream *stream) {
    archive *a = (archive *)stream;
    if (a->packed.file != NULL) {
        mns_file_rest(a->packed.file);
    }
}

static void free_archive(mns_stream *stream) {
    archive *a = (archive *)stream;
    mns_unpacker_free(a->unpacker);
    mns_file_free(a->packed.file);
    free(a->owned);
    free(a);
}

mns_stream *mns_archive_open(mns_packed packed, void *owned) {
    static const mns_stream_type type = {read_archive, rewind_archive, expected_size,
                                         report,       rest_archive,   free_archive};
    archive *a = MNS_NEW_ARRAY(archive, 1);
    if (a == NULL) {
        mns_file_free(packed.file);
        free(owned);
        return NULL;
    }
    *a = (archive){.stream = {&type}, .packed = packed, .owned = owned};
    a->unpacker = mns_unpacker_new(packed);
    if (a->unpacker == NULL) {
        free_archive(&a->stream);
        return NULL;
    }
    return &a->stream;
}
