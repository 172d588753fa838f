/* unpack.c - see unpack.h. O(bytes in and out), in a few hundred kilobytes. */
#include "read/unpack.h"

#include <errno.h>
#include <unistd.h>

#include "core/grow.h"

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef MNS_HAVE_ZSTD
#include <zstd.h>
#endif

/* Bytes of a file that are read at a time. */
#define CHUNK ((size_t)1 << 17)
/* The most bytes that are unpacked at a time: zlib counts in unsigned int. */
#define PIECE ((size_t)1 << 30)

struct mns_unpacker {
    mns_packed packed;
    char *chunk; /* of a file */
    const char *in;
    size_t in_size, in_used; /* of the input read last */
    uint64_t taken;          /* bytes read before that */
    bool gzip, ended;        /* ended: at the end of a member or frame */
#ifdef MNS_HAVE_ZLIB
    z_stream inflating;
    bool inflates;
#endif
#ifdef MNS_HAVE_ZSTD
    ZSTD_DCtx *context;
#endif
};

static bool is_gzip(const char *data, size_t size) {
    return size >= 2 && memcmp(data, "\x1F\x8B", 2) == 0;
}

static bool is_zstd(const char *data, size_t size) {
    return size >= 4 && memcmp(data, "\x28\xB5\x2F\xFD", 4) == 0;
}

bool mns_is_packed(const char *data, size_t size) {
    return is_gzip(data, size) || is_zstd(data, size);
}

/* ---- Input ------------------------------------------------------------------------------------
 */

/* Reads the next bytes of the archive once the previous ones are used; none at its end. */
static minos_status fill(mns_unpacker *u) {
    assert(u->in_used <= u->in_size);
    if (u->in_used < u->in_size) {
        return MINOS_OK;
    }
    u->taken += u->in_size;
    u->in_used = u->in_size = 0;
    if (u->packed.file == NULL) {
        u->in = u->packed.data;
        u->in_size = u->taken == 0 ? u->packed.size : 0;
        return MINOS_OK;
    }
    ssize_t got;
    do {
        got = mns_file_read(u->packed.file, u->chunk, CHUNK, u->taken);
    } while (got < 0 && errno == EINTR);
    u->in = u->chunk;
    u->in_size = got < 0 ? 0 : (size_t)got;
    return got < 0 ? MINOS_EIO : MINOS_OK;
}

uint64_t mns_unpacker_used(const mns_unpacker *u) { return u->taken + u->in_used; }

const char *mns_unpacker_kind(const mns_unpacker *u) { return u->gzip ? "gzip" : "zstd"; }

/* ---- gzip -------------------------------------------------------------------------------------
 */

#ifdef MNS_HAVE_ZLIB
static bool gzip_begin(mns_unpacker *u) {
    u->inflates = inflateInit2(&u->inflating, 15 + 16) == Z_OK;
    return u->inflates;
}

/* One step: *got more bytes of text. */
static minos_status gzip_step(mns_unpacker *u, char *out, size_t room, size_t *got) {
    z_stream *stream = &u->inflating;
    if (u->ended) { /* another member follows */
        inflateReset(stream);
    }
    size_t left = u->in_size - u->in_used;
    left = left < PIECE ? left : PIECE;
    stream->next_in = (z_const Bytef *)(uintptr_t)(u->in + u->in_used);
    stream->avail_in = (uInt)left;
    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)room;
    int step = inflate(stream, Z_NO_FLUSH);
    u->in_used += left - stream->avail_in;
    *got = room - stream->avail_out;
    u->ended = step == Z_STREAM_END;
    bool fine = step == Z_OK || step == Z_STREAM_END;
    minos_status status = step == Z_MEM_ERROR ? MINOS_ENOMEM : MINOS_EINPUT;
    return fine ? MINOS_OK : status;
}
#endif

/* ---- zstd -------------------------------------------------------------------------------------
 */

#ifdef MNS_HAVE_ZSTD
static bool zstd_begin(mns_unpacker *u) {
    u->context = ZSTD_createDCtx();
    return u->context != NULL;
}

static minos_status zstd_step(mns_unpacker *u, char *out, size_t room, size_t *got) {
    ZSTD_inBuffer input = {.src = u->in, .size = u->in_size, .pos = u->in_used};
    ZSTD_outBuffer target = {.dst = out, .size = room, .pos = 0};
    size_t left = ZSTD_decompressStream(u->context, &target, &input);
    u->in_used = input.pos;
    *got = target.pos;
    u->ended = left == 0;
    return ZSTD_isError(left) ? MINOS_EINPUT : MINOS_OK;
}
#endif

/* ---- Both -------------------------------------------------------------------------------------
 */

bool mns_unpacker_works(const mns_unpacker *u) {
#ifdef MNS_HAVE_ZLIB
    if (u->gzip) {
        return true;
    }
#endif
#ifdef MNS_HAVE_ZSTD
    if (!u->gzip) {
        return true;
    }
#endif
    (void)u;
    return false;
}

static bool begin(mns_unpacker *u) {
#ifdef MNS_HAVE_ZLIB
    if (u->gzip) {
        return gzip_begin(u);
    }
#endif
#ifdef MNS_HAVE_ZSTD
    if (!u->gzip) {
        return zstd_begin(u);
    }
#endif
    return true;
}

static minos_status step(mns_unpacker *u, char *out, size_t room, size_t *got) {
#ifdef MNS_HAVE_ZLIB
    if (u->gzip) {
        return gzip_step(u, out, room, got);
    }
#endif
#ifdef MNS_HAVE_ZSTD
    if (!u->gzip) {
        return zstd_step(u, out, room, got);
    }
#endif
    (void)out;
    (void)room;
    *got = 0;
    return MINOS_EIO;
}

mns_unpacker *mns_unpacker_new(mns_packed packed) {
    mns_unpacker *u = MNS_NEW_ARRAY(mns_unpacker, 1);
    if (u == NULL) {
        return NULL;
    }
    u->packed = packed;
    u->chunk = packed.file == NULL ? NULL : malloc(CHUNK);
    bool filled = (packed.file == NULL || u->chunk != NULL) && fill(u) == MINOS_OK;
    u->gzip = filled && is_gzip(u->in, u->in_size);
    if ((packed.file != NULL && u->chunk == NULL) || !begin(u)) {
        mns_unpacker_free(u);
        return NULL;
    }
    return u;
}

void mns_unpacker_free(mns_unpacker *u) {
    if (u == NULL) {
        return;
    }
#ifdef MNS_HAVE_ZLIB
    if (u->inflates) {
        inflateEnd(&u->inflating);
    }
#endif
#ifdef MNS_HAVE_ZSTD
    ZSTD_freeDCtx(u->context);
#endif
    free(u->chunk);
    free(u);
}

minos_status mns_unpacker_read(mns_unpacker *u, char *out, size_t room, size_t *got) {
    *got = 0;
    while (*got < room) {
        minos_status status = fill(u);
        if (status != MINOS_OK) {
            return status;
        }
        bool dry = u->in_size == 0;
        if (dry && u->ended) {
            return MINOS_OK;
        }
        size_t more, piece = room - *got < PIECE ? room - *got : PIECE;
        status = step(u, out + *got, piece, &more);
        *got += more;
        assert(more <= piece && *got <= room);
        /* Without input only buffered output is left; if there is none, the archive is truncated.
         */
        if (status == MINOS_EINPUT || (status == MINOS_OK && dry && more == 0 && !u->ended)) {
            return MINOS_EINPUT;
        }
        if (status != MINOS_OK) {
            return status;
        }
    }
    return MINOS_OK;
}
