/*
 * source.c - see source.h.
 *
 * A regular file is mapped; a pipe is read; .gz and .zst are recognised by their first bytes,
 * whatever the name, and unpacked into memory (unpack.c).
 */
#define _DEFAULT_SOURCE /* madvise */
#include "read/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/buf.h"
#include "read/unpack.h"

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

static minos_status map_file(int file, size_t size, mns_source *source, mns_problems *problems) {
    if (size == 0) { /* an empty mapping is an error, an empty history is not */
        source->data = "";
        return MINOS_OK;
    }
    void *mapped = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED) {
        return errno == ENOMEM ? MINOS_ENOMEM : read_all(file, source, problems);
    }
    posix_madvise(mapped, size, POSIX_MADV_SEQUENTIAL);
    source->mapped = mapped;
    source->mapped_size = size;
    source->data = mapped;
    source->size = size;
    return MINOS_OK;
}

/* Unpacks in place what turns out to be an archive. */
static minos_status unpack(mns_source *source, mns_problems *problems) {
    if (!mns_is_packed(source->data, source->size)) {
        return MINOS_OK;
    }
    char *data;
    size_t size;
    minos_status status = mns_unpack(source->data, source->size, &data, &size, problems);
    if (status != MINOS_OK) {
        return status;
    }
    if (source->mapped != NULL) {
        munmap(source->mapped, source->mapped_size);
        source->mapped = NULL;
    }
    free(source->owned);
    source->owned = data;
    source->data = data;
    source->size = size;
    return MINOS_OK;
}

static minos_status cannot_open(const char *inside, mns_problems *problems) {
    int error = errno;
    mns_buf hint;
    mns_buf_init(&hint);
    mns_buf_printf(&hint, "expected a file, a folder with %s, or - for stdin", inside);
    char *text = mns_buf_take(&hint, NULL);
    errno = error;
    minos_status status = text == NULL ? MINOS_ENOMEM : io_problem(problems, "cannot open", text);
    free(text);
    return status;
}

/* A folder stands for the file of this name in it. */
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

minos_status mns_source_open(mns_source *source, const char *path, const char *inside,
                             mns_problems *problems) {
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
    if (fstat(file, &info) != 0) {
        status = io_problem(problems, "cannot read", NULL);
    } else if (S_ISREG(info.st_mode) && !standard) {
        status = map_file(file, (size_t)info.st_size, source, problems);
    } else {
        status = read_all(file, source, problems);
    }
    if (!standard) {
        close(file);
    }
    return status == MINOS_OK ? unpack(source, problems) : status;
}

minos_status mns_source_memory(mns_source *source, const char *name, const void *data, size_t size,
                               mns_problems *problems) {
    memset(source, 0, sizeof *source);
    source->name = copy_string(name, "");
    source->data = size == 0 ? "" : data;
    source->size = size;
    return source->name == NULL ? MINOS_ENOMEM : unpack(source, problems);
}

void mns_source_forget(const mns_source *source, const char *from, const char *to) {
    if (source->mapped == NULL || to <= from) {
        return;
    }
    /* Whole pages only; the one that the next stretch starts on stays. */
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t first = (size_t)(from - source->data) / page * page;
    size_t end = (size_t)(to - source->data) / page * page;
    if (end > first) {
        madvise((char *)source->mapped + first, end - first, MADV_DONTNEED);
    }
}

void mns_source_release(mns_source *source) {
    free(source->name);
    free(source->owned);
    if (source->mapped != NULL) {
        munmap(source->mapped, source->mapped_size);
    }
    memset(source, 0, sizeof *source);
}
