/*
 * unpack.c - see unpack.h. A damaged or cut-short archive is an error, never a shorter history.
 */
#include "read/unpack.h"

#include "core/grow.h"
#include "read/source.h"

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef MNS_HAVE_ZSTD
#include <zstd.h>
#endif

typedef struct output {
    char *data;
    size_t size, capacity;
} output;

static bool is_gzip(const char *data, size_t size) {
    return size >= 2 && memcmp(data, "\x1F\x8B", 2) == 0;
}

static bool is_zstd(const char *data, size_t size) {
    return size >= 4 && memcmp(data, "\x28\xB5\x2F\xFD", 4) == 0;
}

bool mns_is_packed(const char *data, size_t size) {
    return is_gzip(data, size) || is_zstd(data, size);
}

/* Room for at least one more byte, and for the NUL after the last. */
static bool reserve(output *out) {
    return out->size < MNS_LIMIT_SOURCE_BYTES &&
           MNS_GROW(out->data, out->size, out->capacity, 65536);
}

#if defined(MNS_HAVE_ZLIB) || defined(MNS_HAVE_ZSTD)
static minos_status damaged(mns_problems *problems, const char *kind) {
    mns_problems_add(problems, MNS_NO_OFFSET,
                     "the archive may have been cut short; unpack it to see", "damaged %s archive",
                     kind);
    return MINOS_EINPUT;
}
#endif

#ifdef MNS_HAVE_ZLIB
#define PIECE ((size_t)1 << 30) /* zlib counts in unsigned int */

static minos_status gunzip(const char *data, size_t size, output *out, mns_problems *problems) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 16) != Z_OK) {
        return MINOS_ENOMEM;
    }
    size_t used = 0;
    minos_status status = MINOS_OK;
    int step = Z_OK;
    while (status == MINOS_OK && !(step == Z_STREAM_END && used == size)) {
        if (step == Z_STREAM_END) { /* another member follows */
            inflateReset(&stream);
        }
        if (!reserve(out)) {
            status = MINOS_ENOMEM;
            break;
        }
        size_t input = size - used < PIECE ? size - used : PIECE;
        size_t room = out->capacity - out->size < PIECE ? out->capacity - out->size : PIECE;
        stream.next_in = (z_const Bytef *)(uintptr_t)(data + used);
        stream.avail_in = (uInt)input;
        stream.next_out = (Bytef *)out->data + out->size;
        stream.avail_out = (uInt)room;
        step = inflate(&stream, Z_NO_FLUSH);
        used += input - stream.avail_in;
        out->size += room - stream.avail_out;
        if (step == Z_MEM_ERROR) {
            status = MINOS_ENOMEM;
        } else if ((step != Z_OK && step != Z_STREAM_END) ||
                   (step == Z_OK && used == size && stream.avail_out > 0)) {
            status = damaged(problems, "gzip");
        }
    }
    inflateEnd(&stream);
    return status;
}
#endif

#ifdef MNS_HAVE_ZSTD
static minos_status unzstd(const char *data, size_t size, output *out, mns_problems *problems) {
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (context == NULL) {
        return MINOS_ENOMEM;
    }
    ZSTD_inBuffer input = {.src = data, .size = size, .pos = 0};
    minos_status status = MINOS_OK;
    size_t left = 1; /* 0: at the end of a frame */
    while (status == MINOS_OK && !(left == 0 && input.pos == size)) {
        if (!reserve(out)) {
            status = MINOS_ENOMEM;
            break;
        }
        ZSTD_outBuffer target = {.dst = out->data, .size = out->capacity, .pos = out->size};
        left = ZSTD_decompressStream(context, &target, &input);
        bool stuck = input.pos == size && target.pos < target.size && left != 0;
        out->size = target.pos;
        if (ZSTD_isError(left) || stuck) {
            status = damaged(problems, "zstd");
        }
    }
    ZSTD_freeDCtx(context);
    return status;
}
#endif

static minos_status unpack(const char *data, size_t size, output *out, mns_problems *problems) {
#ifdef MNS_HAVE_ZLIB
    if (is_gzip(data, size)) {
        return gunzip(data, size, out, problems);
    }
#endif
#ifdef MNS_HAVE_ZSTD
    if (is_zstd(data, size)) {
        return unzstd(data, size, out, problems);
    }
#endif
    (void)out;
    mns_problems_add(problems, MNS_NO_OFFSET, "unpack it first, or rebuild with zlib and libzstd",
                     "this build of minos cannot read %s archives",
                     is_gzip(data, size) ? "gzip" : "zstd");
    return MINOS_EIO;
}

minos_status mns_unpack(const char *data, size_t size, char **text, size_t *text_size,
                        mns_problems *problems) {
    output out = {NULL, 0, 0};
    minos_status status = unpack(data, size, &out, problems);
    if (status == MINOS_OK && !reserve(&out)) {
        status = MINOS_ENOMEM;
    }
    if (status != MINOS_OK) {
        free(out.data);
        return status;
    }
    *text = out.data;
    *text_size = out.size;
    return MINOS_OK;
}
