/*
 * scratch.c - temporary folders.
 *
 * Removal uses directory descriptors, never paths, so that a symbolic link cannot redirect it; its
 * depth is limited.
 */
#include "run/system/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Temporary name of a file that replaces another. */
#define REPLACEMENT ".new"
/* PostgreSQL's data folder has a depth of four. */
#define MOST_DEEP 32

bool mns_scratch_create(const char *name, mns_buf *path, mns_buf *message) {
    const char *place = getenv("TMPDIR");
    if (place == NULL || place[0] != '/') {
        place = "/tmp";
    }
    mns_buf_printf(path, "%s/minos-%s-XXXXXX", place, name);
    if (path->failed) {
        mns_buf_str(message, "out of memory");
        return false;
    }
    if (mkdtemp(path->data) == NULL) {
        mns_buf_printf(message, "cannot create a folder in %s: %s", place, strerror(errno));
        return false;
    }
    return true;
}

static int folder_open(const char *folder) {
    return open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Closes without losing an earlier errno. */
static bool close_with(int fd, bool fine) {
    int error = errno;
    bool closed = close(fd) == 0;
    if (!fine) {
        errno = error;
    }
    return fine && closed;
}

bool mns_scratch_mkdir(const char *folder, const char *name, const mns_launch_user *user) {
    int at = folder_open(folder);
    if (at < 0) {
        return false;
    }
    bool made =
        mkdirat(at, name, 0700) == 0 &&
        (!user->other || fchownat(at, name, user->uid, user->gid, AT_SYMLINK_NOFOLLOW) == 0);
    return close_with(at, made);
}

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(fd, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Creates a file in an open folder. */
static bool write_new(int at, const char *name, const mns_buf *text, const mns_launch_user *user) {
    int fd = openat(at, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool written = fd >= 0 && write_all(fd, text->data, text->size) &&
                   (!user->other || fchown(fd, user->uid, user->gid) == 0);
    return fd >= 0 ? close_with(fd, written) : written;
}

/* Opens the folder that `text` is to be written to. */
static int folder_for(const char *folder, const mns_buf *text) {
    if (text->failed) {
        errno = ENOMEM;
        return -1;
    }
    return folder_open(folder);
}

bool mns_scratch_write(const char *folder, const char *name, const mns_buf *text,
                       const mns_launch_user *user) {
    int at = folder_for(folder, text);
    return at >= 0 && close_with(at, write_new(at, name, text, user));
}

bool mns_scratch_replace(const char *folder, const char *name, const mns_buf *text,
                         const mns_launch_user *user) {
    int at = folder_for(folder, text);
    if (at < 0) {
        return false;
    }
    unlinkat(at, REPLACEMENT, 0); /* left by a process that was killed here */
    bool replaced =
        write_new(at, REPLACEMENT, text, user) && renameat(at, REPLACEMENT, at, name) == 0;
    return close_with(at, replaced);
}

bool mns_scratch_chown(const char *folder, const mns_launch_user *user) {
    return !user->other || lchown(folder, user->uid, user->gid) == 0;
}

/* The last bytes of an open file. */
static bool read_end(int fd, size_t most, mns_buf *text) {
    struct stat about;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
        return false;
    }
    if (about.st_size > (off_t)most) {
        lseek(fd, about.st_size - (off_t)most, SEEK_SET);
    }
    char bytes[4096];
    while (most > 0) {
        ssize_t got = read(fd, bytes, most < sizeof bytes ? most : sizeof bytes);
        if (got <= 0) {
            return got == 0;
        }
        mns_buf_bytes(text, bytes, (size_t)got);
        most -= (size_t)got;
    }
    return true;
}

bool mns_scratch_read(const char *folder, const char *name, size_t most, mns_buf *text) {
    int at = folder_open(folder);
    if (at < 0) {
        return false;
    }
    /* O_NONBLOCK: must not block if the name is a pipe. */
    int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool there = fd >= 0 && read_end(fd, most, text);
    if (fd >= 0) {
        close(fd);
    }
    close(at);
    return there;
}

void mns_scratch_unlink(const char *folder, const char *name) {
    int at = folder_open(folder);
    if (at >= 0) {
        unlinkat(at, name, 0);
        close(at);
    }
}

/* ---- Removing -------------------------------------------------------------------------------- */

/* Removes the contents of an open folder and closes it. */
static bool empty(int at, unsigned deep) {
    DIR *list = deep < MOST_DEEP ? fdopendir(at) : NULL;
    if (list == NULL) {
        errno = deep < MOST_DEEP ? errno : ELOOP;
        return close_with(at, false);
    }
    bool gone = true;
    int error = 0;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(at, name, 0) == 0 ||
            errno == ENOENT) {
            continue;
        }
        /* A folder, never a link: unlinkat would have removed that. */
        int inside = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inside < 0 || !empty(inside, deep + 1) || unlinkat(at, name, AT_REMOVEDIR) != 0) {
            error = errno;
            gone = false;
        }
    }
    closedir(list);
    errno = error;
    return gone;
}

bool mns_scratch_remove(const char *folder) {
    int at = folder_open(folder);
    if (at < 0) {
        return errno == ENOENT;
    }
    return empty(at, 0) && rmdir(folder) == 0;
}
