/* window.c - see window.h. */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS, MAP_NORESERVE */
#include "read/window.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/grow.h"

/* Bytes that are read again at a time. */
#define BLOCK ((size_t)1 << 16)
/* Bytes at the start that are never discarded. */
#define KEPT ((size_t)1 << 16)
/* The smallest range that is tried for a stream when address space is short. */
#define LEAST_RANGE ((size_t)64 << 20)

typedef enum failure {
    NO_FAILURE,
    NO_MEMORY,
    CANNOT_READ,
    TRUNCATED,
    CHANGED,     /* the stream made another text than before */
    CANNOT_MAKE, /* the stream failed, and reports why */
    TOO_LARGE
} failure;

struct mns_window {
    char *base;
    size_t reserved;
    mns_file *file;                      /* or NULL: */
    mns_stream *stream;                  /* or NULL */
    uint64_t limit;                      /* of the size of a stream */
    size_t read;                         /* bytes from the start that were read in order */
    size_t size;                         /* of the text; of a stream once it ended */
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
    mns_file_free(w->file);
    if (w->stream != NULL) {
        w->stream->type->free(w->stream);
    }
    free(w->again);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

const char *mns_window_base(const mns_window *w) { return w->base; }

mns_window *mns_window_file(mns_file *file, size_t size) {
    mns_window *w = window_new();
    if (w == NULL || !reserve(w, size)) {
        mns_window_free(w);
        mns_file_free(file);
        return NULL;
    }
    w->file = file;
    w->size = size;
    return w;
}

mns_window *mns_window_stream(mns_stream *stream, uint64_t limit) {
    mns_window *w = window_new();
    if (w == NULL) {
        stream->type->free(stream);
        return NULL;
    }
    w->stream = stream;
    w->limit = limit < MNS_LIMIT_SOURCE_BYTES ? limit : MNS_LIMIT_SOURCE_BYTES;
    /* One byte more than the limit is made, to detect that the limit is exceeded. */
    size_t range = (size_t)w->limit + BLOCK;
    while (!reserve(w, range) && range / 2 >= LEAST_RANGE) {
        range /= 2;
    }
    if (w->base == NULL) {
        mns_window_free(w);
        return NULL;
    }
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
    return what == TOO_LARGE ? MINOS_EINPUT : MINOS_EIO;
}

/* Fills [from, to) from the file. */
static minos_status fill(mns_window *w, size_t from, size_t to) {
    assert(to <= w->reserved);
    while (from < to) {
        ssize_t got = mns_file_read(w->file, w->base + from, to - from, from);
        if (got == 0) {
            return fail(w, TRUNCATED);
        }
        if (got < 0 && errno != EINTR) {
            return fail(w, errno == ESTALE ? CHANGED : CANNOT_READ);
        }
        from += got < 0 ? 0 : (size_t)got;
    }
    return MINOS_OK;
}

static minos_status fail_making(mns_window *w, minos_status status) {
    fail(w, status == MINOS_ENOMEM ? NO_MEMORY : CANNOT_MAKE);
    return status;
}

/* Makes the text from w->read to `to`, which is within the range. */
static minos_status make(mns_window *w, size_t to) {
    assert(w->read <= to && to <= w->reserved);
    size_t got = 0;
    minos_status status = w->stream->type->read(w->stream, w->base + w->read, to - w->read, &got);
    w->read += got;
    if (status != MINOS_OK) {
        return fail_making(w, status);
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
    if (w->stream == NULL) {
        upto = upto < w->size ? upto : w->size;
        status = upto > w->read ? fill(w, w->read, upto) : MINOS_OK;
        w->read = status == MINOS_OK && upto > w->read ? upto : w->read;
    } else if (!w->ended && upto > w->read) {
        size_t most = w->limit + 1 < w->reserved ? (size_t)w->limit + 1 : w->reserved;
        status = make(w, upto < most ? upto : most);
    }
    *have = w->read < upto ? w->read : upto;
    assert(w->read <= w->reserved && (!w->ended || w->read == w->size));
    return status;
}

/* ---- Everything ---------------------------------------------------------------------------------
 */

/* Bytes of a stream that are made at a time. */
#define MADE_AT_ONCE ((size_t)16 << 20)

static minos_status make_rest(mns_window *w) {
    minos_status status = MINOS_OK;
    while (status == MINOS_OK && !w->ended) {
        size_t have;
        status = mns_window_read(w, w->read + MADE_AT_ONCE, &have);
    }
    return status;
}

/* Makes the text of a stream again, from its beginning. */
static minos_status make_again(mns_window *w) {
    size_t size = w->size;
    bool ended = w->ended;
    w->read = 0;
    w->ended = false;
    minos_status status = w->stream->type->rewind(w->stream);
    status = status == MINOS_OK ? make_rest(w) : fail_making(w, status);
    return status == MINOS_OK && ended && w->size != size ? fail(w, CHANGED) : status;
}

static minos_status read_everything(mns_window *w) {
    minos_status status;
    bool whole = w->discarded_from >= w->discarded_to;
    if (w->stream == NULL) {
        status = fill(w, whole ? w->read : 0, w->size);
        w->read = w->size;
    } else {
        status = whole ? make_rest(w) : make_again(w);
    }
    w->all = status == MINOS_OK;
    return status;
}

minos_status mns_window_rewind(mns_window *w) {
    w->read = 0;
    w->all = false;
    w->discarded_from = SIZE_MAX;
    w->discarded_to = 0;
    free(w->again);
    w->again = NULL;
    if (w->stream == NULL) {
        return MINOS_OK;
    }
    w->ended = false;
    minos_status status = w->stream->type->rewind(w->stream);
    return status == MINOS_OK ? MINOS_OK : fail_making(w, status);
}

minos_status mns_window_read_all(mns_window *w, size_t *size) {
    minos_status status = w->all ? MINOS_OK : read_everything(w);
    *size = status == MINOS_OK ? w->size : 0;
    return status;
}

double mns_window_expected(const mns_window *w) {
    return w->stream == NULL || w->ended ? (double)w->size
                                         : w->stream->type->expected(w->stream, w->read);
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
        good =
            w->stream != NULL ? w->all || read_everything(w) == MINOS_OK : read_blocks(w, from, to);
    }
    pthread_mutex_unlock(&w->lock);
    return good;
}

void mns_window_rest(mns_window *w) {
    if (w->file != NULL) {
        mns_file_rest(w->file);
    } else if (w->stream->type->rest != NULL) {
        w->stream->type->rest(w->stream);
    }
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
    case CHANGED:
        mns_problems_add(problems, MNS_NO_OFFSET, "check it again when no program is writing to it",
                         "the file was changed while it was read");
        break;
    case CANNOT_MAKE: w->stream->type->report(w->stream, 0, problems); break;
    case TOO_LARGE: w->stream->type->report(w->stream, w->limit, problems); break;
    }
}
