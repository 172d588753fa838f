/*
 * source.c - see source.h.
 *
 * A regular file is read through a window, a pipe is read completely. Archives (.gz, .zst) are
 * recognised by their first bytes, not by name, and unpacked through a window.
 */
#include "read/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/buf.h"
#include "read/archive.h"

static char *copy_string(const char *a, const char *b) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, a);
    mns_buf_str(&out, b);
    return mns_buf_take(&out, NULL);
}

static minos_status io_problem(mns_problems *problems, const char *what, const char *hint) {
    mns_problems_add(problems, MNS_NO_OFFSET, hint, "%s: %s", what, strerror(errno));
    return MINOS_EIO;
}

static minos_status read_all(int file, mns_source *source, mns_problems *problems) {
    mns_buf bytes;
    mns_buf_init(&bytes);
    static const size_t step = 1 << 16;
    char *chunk = malloc(step);
    ssize_t got = chunk == NULL ? 0 : 1;
    while (got > 0 && !bytes.failed) {
        got = read(file, chunk, step);
        if (got < 0 && errno == EINTR) {
            got = 1;
            continue;
        }
        if (got > 0) {
            mns_buf_bytes(&bytes, chunk, (size_t)got);
        }
    }
    bool no_memory = chunk == NULL || bytes.failed;
    free(chunk);
    if (got < 0) {
        mns_buf_release(&bytes);
        return io_problem(problems, "cannot read", NULL);
    }
    size_t size;
    char *data = no_memory ? NULL : mns_buf_take(&bytes, &size);
    if (data == NULL) {
        mns_buf_release(&bytes);
        return MINOS_ENOMEM;
    }
    source->owned = data;
    source->data = data;
    source->size = size;
    return MINOS_OK;
}

static minos_status cannot_open(const char *inside, mns_problems *problems) {
    int error = errno;
    if (inside[0] == '\0') {
        return io_problem(problems, "cannot open", NULL);
    }
    mns_buf hint;
    mns_buf_init(&hint);
    mns_buf_printf(&hint, "expected a file, a folder with %s, or - for stdin", inside);
    char *text = mns_buf_take(&hint, NULL);
    errno = error;
    minos_status status = text == NULL ? MINOS_ENOMEM : io_problem(problems, "cannot open", text);
    free(text);
    return status;
}

/* Opens the path, or the file `inside` it if it is a folder. */
static minos_status open_path(const char *path, const char *inside, mns_source *source, int *file,
                              mns_problems *problems) {
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        bool slash = path[0] != '\0' && path[strlen(path) - 1] == '/';
        char *folder = copy_string(path, slash ? "" : "/");
        free(source->name);
        source->name = folder == NULL ? NULL : copy_string(folder, inside);
        free(folder);
        if (source->name == NULL) {
            return MINOS_ENOMEM;
        }
    }
    *file = open(source->name, O_RDONLY | O_CLOEXEC);
    return *file < 0 ? cannot_open(inside, problems) : MINOS_OK;
}

/* Takes ownership of the window. */
static minos_status use_window(mns_source *source, mns_window *window, mns_problems *problems) {
    assert(source->window == NULL && source->owned == NULL);
    source->window = window;
    source->data = mns_window_base(window);
    size_t have;
    minos_status status = mns_window_read(window, 1, &have); /* detects unsupported archives */
    if (status != MINOS_OK) {
        mns_window_report(window, problems);
    }
    return status;
}

/* Takes ownership of the archive's file. */
static minos_status open_archive(mns_source *source, mns_packed packed, uint64_t max_unpacked,
                                 mns_problems *problems) {
    uint64_t usual = (uint64_t)packed.size * MNS_UNPACKED_TIMES;
    usual = usual < MNS_UNPACKED_LEAST ? MNS_UNPACKED_LEAST : usual;
    mns_stream *stream = mns_archive_open(packed, source->owned);
    source->owned = NULL;
    source->size = 0;
    mns_window *window =
        stream == NULL ? NULL : mns_window_stream(stream, max_unpacked == 0 ? usual : max_unpacked);
    return window == NULL ? MINOS_ENOMEM : use_window(source, window, problems);
}

/* The bytes in memory may be an archive. */
static minos_status open_memory(mns_source *source, uint64_t max_unpacked, mns_problems *problems) {
    mns_packed packed = {.data = source->data, .size = source->size};
    return mns_is_packed(source->data, source->size)
               ? open_archive(source, packed, max_unpacked, problems)
               : MINOS_OK;
}

/* Takes ownership of the file descriptor. */
static minos_status open_file(mns_source *source, int file, size_t size, uint64_t max_unpacked,
                              mns_problems *problems) {
    char first[4];
    ssize_t got = pread(file, first, sizeof first, 0);
    if (got < 0) {
        close(file);
        return io_problem(problems, "cannot read", NULL);
    }
    if (size == 0) { /* an empty range cannot be mapped, but an empty history is valid */
        close(file);
        source->data = "";
        return MINOS_OK;
    }
    mns_file *again = mns_file_new(file, source->name);
    if (again == NULL) {
        return MINOS_ENOMEM;
    }
    if (mns_is_packed(first, (size_t)got)) {
        mns_packed packed = {.file = again, .size = size};
        return open_archive(source, packed, max_unpacked, problems);
    }
    mns_window *window = mns_window_file(again, size);
    if (window == NULL) {
        return MINOS_ENOMEM;
    }
    source->size = size;
    return use_window(source, window, problems);
}

minos_status mns_source_open(mns_source *source, const char *path, const char *inside,
                             uint64_t max_unpacked, mns_problems *problems) {
    memset(source, 0, sizeof *source);
    bool standard = strcmp(path, "-") == 0;
    source->name = copy_string(path, "");
    if (source->name == NULL) {
        return MINOS_ENOMEM;
    }
    int file = STDIN_FILENO;
    minos_status status = standard ? MINOS_OK : open_path(path, inside, source, &file, problems);
    if (status != MINOS_OK) {
        return status;
    }
    struct stat info;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && !standard) {
        return open_file(source, file, (size_t)info.st_size, max_unpacked, problems);
    }
    status = read_all(file, source, problems); /* fails for a folder */
    if (!standard) {
        close(file);
    }
    return status == MINOS_OK ? open_memory(source, max_unpacked, problems) : status;
}

minos_status mns_source_memory(mns_source *source, const char *name, const void *data, size_t size,
                               uint64_t max_unpacked, mns_problems *problems) {
    memset(source, 0, sizeof *source);
    source->name = copy_string(name, "");
    source->data = size == 0 ? "" : data;
    source->size = size;
    return source->name == NULL ? MINOS_ENOMEM : open_memory(source, max_unpacked, problems);
}

minos_status mns_source_stream(mns_source *source, const char *name, mns_stream *stream,
                               uint64_t limit, mns_problems *problems) {
    memset(source, 0, sizeof *source);
    mns_window *window = mns_window_stream(stream, limit);
    if (window == NULL) {
        return MINOS_ENOMEM;
    }
    source->name = copy_string(name, "");
    minos_status status = use_window(source, window, problems);
    return source->name == NULL ? MINOS_ENOMEM : status;
}

void mns_source_release(mns_source *source) {
    free(source->name);
    free(source->owned);
    mns_window_free(source->window);
    memset(source, 0, sizeof *source);
}

/* ---- Reading through the window ---------------------------------------------------------------
 */

minos_status mns_source_read(const mns_source *source, size_t upto, size_t *have) {
    if (source->window != NULL) {
        return mns_window_read(source->window, upto, have);
    }
    *have = upto < source->size ? upto : source->size;
    return MINOS_OK;
}

void mns_source_end(mns_source *source) {
    if (source->window != NULL) {
        source->size = (size_t)mns_window_expected(source->window);
    }
}

minos_status mns_source_read_all(mns_source *source) {
    return source->window == NULL ? MINOS_OK : mns_window_read_all(source->window, &source->size);
}

minos_status mns_source_rewind(mns_source *source) {
    return source->window == NULL ? MINOS_OK : mns_window_rewind(source->window);
}

minos_status mns_source_load(mns_source *source, mns_problems *problems) {
    minos_status status = mns_source_read_all(source);
    if (status != MINOS_OK) {
        mns_source_report(source, problems);
    }
    return status;
}

double mns_source_expected(const mns_source *source) {
    return source->window == NULL ? (double)source->size : mns_window_expected(source->window);
}

void mns_source_report(const mns_source *source, mns_problems *problems) {
    if (source->window != NULL) {
        mns_window_report(source->window, problems);
    }
}

void mns_source_discard(const mns_source *source, const char *from, const char *to) {
    assert(from >= source->data);
    if (source->window != NULL && to > from) {
        mns_window_discard(source->window, (size_t)(from - source->data),
                           (size_t)(to - source->data));
    }
}

bool mns_source_ensure(const mns_source *source, size_t from, size_t to) {
    assert(from <= to && (source->window != NULL || to <= source->size));
    return source->window == NULL || mns_window_ensure(source->window, from, to);
}

void mns_source_rest(const mns_source *source) {
    if (source->window != NULL) {
        mns_window_rest(source->window);
    }
}

bool mns_source_failed(const mns_source *source) {
    return source->window != NULL && mns_window_failed(source->window);
}
