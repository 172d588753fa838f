/*
 * new_file.c - see new_file.h.
 *
 * The text goes to a new file beside the old one and is then renamed, so that a reader never sees
 * half a file.
 */
#include "cli/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/beside.h"

/* How many names to try for the file that is written first. */
#define NAMES_TRIED 1000

static int fail(const new_file *file) {
    complain("cannot write %s: %s", file->path, strerror(file->error));
    return EXIT_ERROR;
}

/* Opens a new file beside the path; 0 or errno. mkstemp would make it private to the user, which a
 * report is not. `old`: the file that it will replace, or NULL; it gets its permissions. */
static int open_beside(new_file *file, const struct stat *old) {
    int error = EEXIST;
    for (unsigned i = 0; i < NAMES_TRIED && error == EEXIST; i++) {
        free(file->beside);
        file->beside = name_beside(file->path, i);
        if (file->beside == NULL) {
            return ENOMEM;
        }
        file->file = open(file->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                          old == NULL ? 0666 : old->st_mode & 0777);
        error = file->file < 0 ? errno : 0;
    }
    if (error == 0 && old != NULL) {
        (void)fchmod(file->file, old->st_mode & 0777); /* what the umask took away */
    }
    if (error != 0) {
        free(file->beside);
        file->beside = NULL;
    }
    return error;
}

int new_file_open(new_file *file, const char *path) {
    struct stat there;
    *file = (new_file){.path = path, .file = -1};
    bool exists = lstat(path, &there) == 0;
    if (!exists && errno != ENOENT) {
        file->error = errno; /* it may be something that cannot be replaced */
    } else if (exists && !S_ISREG(there.st_mode)) {
        file->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        file->error = file->file < 0 ? errno : 0;
    } else {
        file->error = open_beside(file, exists ? &there : NULL);
    }
    return file->error == 0 ? GO_ON : fail(file);
}

minos_status new_file_write(new_file *file, const void *data, size_t size) {
    const char *text = data;
    while (size > 0 && file->error == 0) {
        ssize_t written = write(file->file, text, size);
        if (written > 0) {
            text += written;
            size -= (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            file->error = written == 0 ? EIO : errno;
        }
    }
    return file->error == 0 ? MINOS_OK : MINOS_EIO;
}

int new_file_close(new_file *file, bool keep) {
    if (file->file >= 0 && close(file->file) != 0 && errno != EINTR && file->error == 0) {
        file->error = errno; /* EINTR closes it too */
    }
    bool opened = file->file >= 0;
    file->file = -1;
    if (keep && file->error == 0 && file->beside != NULL && rename(file->beside, file->path) != 0) {
        file->error = errno;
    }
    if (file->beside != NULL && (!keep || file->error != 0)) {
        unlink(file->beside);
    }
    free(file->beside);
    file->beside = NULL;
    return keep && opened && file->error != 0 ? fail(file) : GO_ON;
}
