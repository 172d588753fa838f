/* pack.c - see pack.h. O(bytes), in a few hundred kilobytes. */
#include "read/pack.h"

#include "core/grow.h"

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef MNS_HAVE_ZSTD
#include <zstd.h>
#endif

/* Bytes of the archive that are written at a time. */
#define CHUNK ((size_t)1 << 16)
/* The most bytes that are packed at a time: zlib counts in unsigned int. */
#define PIECE ((size_t)1 << 30)

struct mns_packer {
    mns_packing packing;
    mns_pack_write write;
    void *context;
    char *chunk;
#ifdef MNS_HAVE_ZLIB
    z_stream deflating;
    bool deflates;
#endif
#ifdef MNS_HAVE_ZSTD
    ZSTD_CCtx *compressing;
#endif
};

static bool ends_with(const char *name, const char *suffix) {
    size_t size = strlen(name), end = strlen(suffix);
    return size > end && strcmp(name + size - end, suffix) == 0;
}

mns_packing mns_packing_of_name(const char *name) {
    if (ends_with(name, ".gz")) {
        return MNS_PACK_GZIP;
    }
    return ends_with(name, ".zst") ? MNS_PACK_ZSTD : MNS_PACK_NONE;
}

bool mns_packing_works(mns_packing packing) {
    switch (packing) {
    case MNS_PACK_GZIP:
#ifdef MNS_HAVE_ZLIB
        return true;
#else
        return false;
#endif
    case MNS_PACK_ZSTD:
#ifdef MNS_HAVE_ZSTD
        return true;
#else
        return false;
#endif
    case MNS_PACK_NONE: break;
    }
    return true;
}

/* ---- gzip ----------------------------------------------------------------------------------- */

#ifdef MNS_HAVE_ZLIB
static bool gzip_begin(mns_packer *p) {
    p->deflates = deflateInit2(&p->deflating, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8,
                               Z_DEFAULT_STRATEGY) == Z_OK;
    return p->deflates;
}

/* Packs at most PIECE bytes; last: and what is held back. */
static minos_status gzip_add(mns_packer *p, const char *data, size_t size, bool last) {
    z_stream *stream = &p->deflating;
    minos_status status = MINOS_OK;
    stream->next_in = (z_const Bytef *)(uintptr_t)data;
    stream->avail_in = (uInt)size;
    bool more = true;
    while (more && status == MINOS_OK) {
        stream->next_out = (Bytef *)p->chunk;
        stream->avail_out = (uInt)CHUNK;
        int step = deflate(stream, last ? Z_FINISH : Z_NO_FLUSH);
        assert(step == Z_OK || step == Z_STREAM_END || step == Z_BUF_ERROR);
        size_t made = CHUNK - stream->avail_out;
        more = last ? step != Z_STREAM_END : stream->avail_in > 0 || made == CHUNK;
        status = made == 0 ? MINOS_OK : p->write(p->context, p->chunk, made);
    }
    return status;
}
#endif

/* ---- zstd ----------------------------------------------------------------------------------- */

#ifdef MNS_HAVE_ZSTD
static bool zstd_begin(mns_packer *p) {
    p->compressing = ZSTD_createCCtx();
    return p->compressing != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(p->compressing, ZSTD_c_checksumFlag, 1));
}

static minos_status zstd_add(mns_packer *p, const char *data, size_t size, bool last) {
    ZSTD_inBuffer input = {.src = data, .size = size, .pos = 0};
    minos_status status = MINOS_OK;
    bool more = true;
    while (more && status == MINOS_OK) {
        ZSTD_outBuffer target = {.dst = p->chunk, .size = CHUNK, .pos = 0};
        size_t left = ZSTD_compressStream2(p->compressing, &target, &input,
                                           last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) {
            return MINOS_ENOMEM;
        }
        more = last ? left > 0 : input.pos < input.size;
        status = target.pos == 0 ? MINOS_OK : p->write(p->context, p->chunk, target.pos);
    }
    return status;
}
#endif

/* ---- Both ----------------------------------------------------------------------------------- */

static bool begin(mns_packer *p) {
#ifdef MNS_HAVE_ZLIB
    if (p->packing == MNS_PACK_GZIP) {
        return gzip_begin(p);
    }
#endif
#ifdef MNS_HAVE_ZSTD
    if (p->packing == MNS_PACK_ZSTD) {
        return zstd_begin(p);
    }
#endif
    return true;
}

static minos_status add(mns_packer *p, const char *data, size_t size, bool last) {
#ifdef MNS_HAVE_ZLIB
    if (p->packing == MNS_PACK_GZIP) {
        return gzip_add(p, data, size, last);
    }
#endif
#ifdef MNS_HAVE_ZSTD
    if (p->packing == MNS_PACK_ZSTD) {
        return zstd_add(p, data, size, last);
    }
#endif
    (void)last;
    return size == 0 ? MINOS_OK : p->write(p->context, data, size);
}

mns_packer *mns_packer_new(mns_packing packing, mns_pack_write write, void *context) {
    assert(mns_packing_works(packing));
    mns_packer *p = MNS_NEW_ARRAY(mns_packer, 1);
    if (p == NULL) {
        return NULL;
    }
    p->packing = packing;
    p->write = write;
    p->context = context;
    p->chunk = malloc(CHUNK);
    if (p->chunk == NULL || !begin(p)) {
        mns_packer_free(p);
        return NULL;
    }
    return p;
}

void mns_packer_free(mns_packer *p) {
    if (p == NULL) {
        return;
    }
#ifdef MNS_HAVE_ZLIB
    if (p->deflates) {
        deflateEnd(&p->deflating);
    }
#endif
#ifdef MNS_HAVE_ZSTD
    ZSTD_freeCCtx(p->compressing);
#endif
    free(p->chunk);
    free(p);
}

minos_status mns_packer_add(mns_packer *p, const void *data, size_t size) {
    const char *at = data;
    minos_status status = MINOS_OK;
    while (size > 0 && status == MINOS_OK) {
        size_t piece = size < PIECE ? size : PIECE;
        status = add(p, at, piece, false);
        at += piece;
        size -= piece;
    }
    return status;
}

minos_status mns_packer_finish(mns_packer *p) { return add(p, "", 0, true); }
