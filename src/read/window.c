/* window.c - see window.h. */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS, MAP_NORESERVE */
#include "read/window.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/grow.h"

/* Bytes that are read again at a time. */
#define BLOCK ((size_t)1 << 16)
/* Bytes at the start that are never discarded. */
#define KEPT ((size_t)1 << 16)
/* The smallest range that is tried for an archive when address space is short. */
#define LEAST_RANGE ((size_t)64 << 20)

typedef enum failure {
    NO_FAILURE,
    NO_MEMORY,
    CANNOT_READ,
    TRUNCATED,
    DAMAGED,
    UNSUPPORTED,
    TOO_LARGE
} failure;

struct mns_window {
    char *base;
    size_t reserved;
    int file; /* -1: memory */
    mns_packed packed;
    void *owned;
    mns_unpacker *unpacker; /* of an archive; else NULL */
    bool archive;
    uint64_t limit;
    size_t read;                         /* bytes from the start that were read in order */
    size_t size;                         /* of the text; of an archive once it ended */
    bool ended, all;                     /* all: the whole text is kept from now on */
    size_t discarded_from, discarded_to; /* a range that contains all discarded ones */
    uint8_t *again;                      /* by block: was read again */
    pthread_mutex_t lock;                /* held while reading again */
    _Atomic failure failure;
    int error; /* errno of CANNOT_READ */
};

/* ---- Range ------------------------------------------------------------------------------------
 */

static bool reserve(mns_window *w, size_t size) {
    void *base = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
#ifdef MADV_HUGEPAGE
    if (base != MAP_FAILED) { /* a few huge pages cost much less than many small ones */
        madvise(base, size, MADV_HUGEPAGE);
    }
#endif
    w->base = base == MAP_FAILED ? NULL : base;
    w->reserved = w->base == NULL ? 0 : size;
    return w->base != NULL;
}

static mns_window *window_new(void) {
    mns_window *w = MNS_NEW_ARRAY(mns_window, 1);
    if (w != NULL && pthread_mutex_init(&w->lock, NULL) != 0) {
        free(w);
        return NULL;
    }
    if (w != NULL) {
        w->file = -1;
        w->discarded_from = SIZE_MAX;
        atomic_init(&w->failure, NO_FAILURE);
    }
    return w;
}

void mns_window_free(mns_window *w) {
    if (w == NULL) {
        return;
    }
    if (w->base != NULL) {
        munmap(w->base, w->reserved);
    }
    if (w->file >= 0) {
        close(w->file);
    }
    mns_unpacker_free(w->unpacker);
    free(w->owned);
    free(w->again);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

const char *mns_window_base(const mns_window *w) { return w->base; }

mns_window *mns_window_file(int file, size_t size) {
    mns_window *w = window_new();
    if (w == NULL || !reserve(w, size)) {
        mns_window_free(w);
        return NULL;
    }
    w->file = file;
    w->size = size;
    return w;
}

mns_window *mns_window_archive(mns_packed packed, void *owned, uint64_t max_unpacked) {
    mns_window *w = window_new();
    if (w == NULL) {
        return NULL;
    }
    uint64_t usual = (uint64_t)packed.size * MNS_UNPACKED_TIMES;
    usual = usual < MNS_UNPACKED_LEAST ? MNS_UNPACKED_LEAST : usual;
    w->limit = max_unpacked == 0 ? usual : max_unpacked;
    w->limit = w->limit < MNS_LIMIT_SOURCE_BYTES ? w->limit : MNS_LIMIT_SOURCE_BYTES;
    /* One byte more than the limit is unpacked, to detect that the limit is exceeded. */
    size_t range = (size_t)w->limit + BLOCK;
    while (!reserve(w, range) && range / 2 >= LEAST_RANGE) {
        range /= 2;
    }
    w->packed = packed;
    w->archive = true;
    w->unpacker = w->base == NULL ? NULL : mns_unpacker_new(packed);
    if (w->unpacker == NULL) {
        mns_window_free(w);
        return NULL;
    }
    w->file = packed.file;
    w->owned = owned;
    return w;
}

/* ---- Reading in order ---------------------------------------------------------------------------
 */

static minos_status fail(mns_window *w, failure what) {
    w->error = what == CANNOT_READ ? errno : 0;
    atomic_store(&w->failure, what);
    if (what == NO_MEMORY) {
        return MINOS_ENOMEM;
    }
    return what == DAMAGED || what == TOO_LARGE ? MINOS_EINPUT : MINOS_EIO;
}

/* Fills [from, to) from the file. */
static minos_status fill(mns_window *w, size_t from, size_t to) {
    assert(to <= w->reserved);
    while (from < to) {
        ssize_t got = pread(w->file, w->base + from, to - from, (off_t)from);
        if (got == 0) {
            return fail(w, TRUNCATED);
        }
        if (got < 0 && errno != EINTR) {
            return fail(w, CANNOT_READ);
        }
        from += got < 0 ? 0 : (size_t)got;
    }
    return MINOS_OK;
}

static minos_status fail_unpacking(mns_window *w, minos_status status) {
    if (status == MINOS_ENOMEM) {
        return fail(w, NO_MEMORY);
    }
    if (status == MINOS_EINPUT) {
        return fail(w, DAMAGED);
    }
    return fail(w, mns_unpacker_works(w->unpacker) ? CANNOT_READ : UNSUPPORTED);
}

/* Unpacks from w->read to `to`, which is within the range. */
static minos_status unpack(mns_window *w, size_t to) {
    assert(w->read <= to && to <= w->reserved);
    size_t got;
    minos_status status = mns_unpacker_read(w->unpacker, w->base + w->read, to - w->read, &got);
    w->read += got;
    if (status != MINOS_OK) {
        return fail_unpacking(w, status);
    }
    if (w->read > w->limit) {
        return fail(w, TOO_LARGE);
    }
    if (w->read < to) {
        w->ended = true;
        w->size = w->read;
    } else if (w->read == w->reserved) {
        return fail(w, NO_MEMORY); /* the reserved range is smaller than the limit */
    }
    return MINOS_OK;
}

minos_status mns_window_read(mns_window *w, size_t upto, size_t *have) {
    minos_status status = MINOS_OK;
    if (!w->archive) {
        upto = upto < w->size ? upto : w->size;
        status = upto > w->read ? fill(w, w->read, upto) : MINOS_OK;
        w->read = status == MINOS_OK && upto > w->read ? upto : w->read;
    } else if (!w->ended && upto > w->read) {
        size_t most = w->limit + 1 < w->reserved ? (size_t)w->limit + 1 : w->reserved;
        status = unpack(w, upto < most ? upto : most);
    }
    *have = w->read < upto ? w->read : upto;
    assert(w->read <= w->reserved && (!w->ended || w->read == w->size));
    return status;
}

/* ---- Everything ---------------------------------------------------------------------------------
 */

/* Starts unpacking from the beginning. */
static minos_status unpack_again(mns_window *w) {
    mns_unpacker_free(w->unpacker);
    w->unpacker = mns_unpacker_new(w->packed);
    w->read = 0;
    w->ended = false;
    return w->unpacker == NULL ? fail(w, NO_MEMORY) : MINOS_OK;
}

static minos_status read_everything(mns_window *w) {
    minos_status status = MINOS_OK;
    bool whole = w->discarded_from >= w->discarded_to;
    if (!w->archive) {
        status = fill(w, whole ? w->read : 0, w->size);
        w->read = w->size;
    } else {
        status = whole ? MINOS_OK : unpack_again(w);
        while (status == MINOS_OK && !w->ended) {
            size_t have;
            status = mns_window_read(w, w->read + ((size_t)16 << 20), &have);
        }
    }
    w->all = status == MINOS_OK;
    return status;
}

minos_status mns_window_read_all(mns_window *w, size_t *size) {
    minos_status status = w->all ? MINOS_OK : read_everything(w);
    *size = status == MINOS_OK ? w->size : 0;
    return status;
}

double mns_window_expected(const mns_window *w) {
    if (!w->archive || w->ended) {
        return (double)w->size;
    }
    uint64_t used = mns_unpacker_used(w->unpacker);
    return used == 0 ? 0 : (double)w->read * ((double)w->packed.size / (double)used);
}

/* ---- Discarding, and reading again --------------------------------------------------------------
 */

void mns_window_discard(mns_window *w, size_t from, size_t to) {
    assert(from <= to && to <= w->reserved);
    from = from < KEPT ? KEPT : from;
    if (w->all) {
        return;
    }
    /* Whole pages only; the page on which the next range starts is kept. */
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t first = from / page * page, end = to / page * page;
    if (end > first) {
        madvise(w->base + first, end - first, MADV_DONTNEED);
        w->discarded_from = first < w->discarded_from ? first : w->discarded_from;
        w->discarded_to = end > w->discarded_to ? end : w->discarded_to;
    }
}

/* Reads discarded blocks of a file, each at most once. */
static bool read_blocks(mns_window *w, size_t from, size_t to) {
    if (w->again == NULL) {
        w->again = MNS_NEW_ARRAY(uint8_t, w->size / BLOCK + 1);
    }
    if (w->again == NULL) {
        return fail(w, NO_MEMORY) == MINOS_OK;
    }
    for (size_t block = from / BLOCK; block * BLOCK < to; block++) {
        size_t end = w->size - block * BLOCK < BLOCK ? w->size : (block + 1) * BLOCK;
        if (!w->again[block] && fill(w, block * BLOCK, end) != MINOS_OK) {
            return false;
        }
        w->again[block] = 1;
    }
    return true;
}

bool mns_window_ensure(mns_window *w, size_t from, size_t to) {
    assert(from <= to && to <= w->reserved);
    if (w->all || to <= w->discarded_from || from >= w->discarded_to) {
        return true;
    }
    pthread_mutex_lock(&w->lock);
    bool good = atomic_load(&w->failure) == NO_FAILURE;
    if (good) {
        good = w->archive ? w->all || read_everything(w) == MINOS_OK : read_blocks(w, from, to);
    }
    pthread_mutex_unlock(&w->lock);
    return good;
}

bool mns_window_failed(const mns_window *w) { return atomic_load(&w->failure) != NO_FAILURE; }

/* ---- Errors -------------------------------------------------------------------------------------
 */

void mns_window_report(const mns_window *w, mns_problems *problems) {
    switch (atomic_load(&w->failure)) {
    case NO_FAILURE:
    case NO_MEMORY: break;
    case CANNOT_READ:
        mns_problems_add(problems, MNS_NO_OFFSET, NULL, "cannot read: %s", strerror(w->error));
        break;
    case TRUNCATED:
        mns_problems_add(problems, MNS_NO_OFFSET, "check it again when no program is writing to it",
                         "the file was truncated while it was read");
        break;
    case DAMAGED:
        mns_problems_add(problems, MNS_NO_OFFSET,
                         "the archive may be truncated; unpack it to check", "damaged %s archive",
                         mns_unpacker_kind(w->unpacker));
        break;
    case UNSUPPORTED:
        mns_problems_add(
            problems, MNS_NO_OFFSET, "unpack it first, or rebuild with zlib and libzstd",
            "this build of minos cannot read %s archives", mns_unpacker_kind(w->unpacker));
        break;
    case TOO_LARGE:
        mns_problems_add(problems, MNS_NO_OFFSET,
                         "if you trust the archive, allow more with --max-unpacked SIZE",
                         "the archive of %zu bytes unpacks to more than %" PRIu64 " bytes",
                         w->packed.size, w->limit);
        break;
    }
}
