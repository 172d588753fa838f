/*
 * files.c - writes output files atomically, and looks at the files of histories.
 *
 * The text goes to a new file beside the old one and is then renamed, so that a reader never sees
 * half a file. A device, a pipe or a link is written directly, because it must not be replaced.
 * O(size).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

/* How many names to try for the file that is written first. */
#define NAMES_TRIED 1000
/* Desired limit of open files. A history of Cobra or Viper has a file for each session, and all of
 * them are open while it is read. */
#define DESCRIPTORS 65536

static int fail(const char *path, int error) {
    complain("cannot write %s: %s", path, strerror(error));
    return EXIT_ERROR;
}

/* Writes the text and closes the file; 0 or errno. */
static int write_all(int file, const char *text, size_t size) {
    int error = 0;
    while (size > 0 && error == 0) {
        ssize_t written = write(file, text, size);
        if (written > 0) {
            text += written;
            size -= (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            error = written == 0 ? EIO : errno;
        }
    }
    if (close(file) != 0 && errno != EINTR && error == 0) {
        error = errno; /* EINTR closes it too */
    }
    return error;
}

/* A new file beside `path`, whose name is written to `name`; -1 with errno. mkstemp would make it
 * private to the user, which a report is not. */
static int open_beside(const char *path, char *name, size_t size) {
    int file = -1;
    for (unsigned i = 0; i < NAMES_TRIED && file < 0; i++) {
        snprintf(name, size, "%s.new-%ld-%u", path, (long)getpid(), i);
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) {
            break;
        }
    }
    return file;
}

/* 0 or errno. */
static int replace(const char *path, const char *text, size_t size) {
    size_t room = strlen(path) + 64;
    char *name = malloc(room);
    if (name == NULL) {
        return ENOMEM;
    }
    int file = open_beside(path, name, room);
    int error = file < 0 ? errno : write_all(file, text, size);
    if (error == 0 && rename(name, path) != 0) {
        error = errno;
    }
    if (error != 0 && file >= 0) {
        unlink(name);
    }
    free(name);
    return error;
}

int file_write(const char *path, const char *text, size_t size) {
    struct stat there;
    bool exists = lstat(path, &there) == 0;
    int error;
    if (!exists && errno != ENOENT) {
        error = errno; /* it may be something that cannot be replaced */
    } else if (exists && !S_ISREG(there.st_mode)) {
        int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        error = file < 0 ? errno : write_all(file, text, size);
    } else {
        error = replace(path, text, size);
    }
    return error == 0 ? GO_ON : fail(path, error);
}

/* The file of a history: in a folder, its history.edn. False for stdin or a missing file. */
static bool find_history(const char *history, struct stat *file) {
    if (strcmp(history, "-") == 0 || stat(history, file) != 0) {
        return false;
    }
    if (S_ISDIR(file->st_mode)) {
        char inside[4096];
        int size = snprintf(inside, sizeof inside, "%s/history.edn", history);
        if (size < 0 || (size_t)size >= sizeof inside || stat(inside, file) != 0) {
            return false;
        }
    }
    return S_ISREG(file->st_mode);
}

bool file_is_history(const char *path, const char *history) {
    struct stat from, to;
    return find_history(history, &from) && stat(path, &to) == 0 && from.st_dev == to.st_dev &&
           from.st_ino == to.st_ino;
}

uint64_t history_size(const char *history) {
    struct stat file;
    return find_history(history, &file) && file.st_size > 0 ? (uint64_t)file.st_size : 0;
}

void allow_many_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < DESCRIPTORS) {
        limit.rlim_cur = limit.rlim_max < DESCRIPTORS ? limit.rlim_max : DESCRIPTORS;
        setrlimit(RLIMIT_NOFILE, &limit); /* if it fails, opening the last files does */
    }
}
