/*
 * new_folder.c - see new_folder.h.
 *
 * The folder is written beside its place and then renamed, so a reader never sees a part of it. An
 * existing folder with content is never touched: rename() replaces only an empty one.
 */
#include "cli/new_folder.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/beside.h"

/* How many names to try for the folder that is written first. */
#define NAMES_TRIED 1000

/* ---- Folders -------------------------------------------------------------------------------- */

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* Why nothing can be written at the path; NULL if something can. */
static const char *objection(const char *path) {
    struct stat there;
    if (lstat(path, &there) != 0) {
        return errno == ENOENT ? NULL : strerror(errno);
    }
    if (!S_ISDIR(there.st_mode)) {
        return "it exists and is not a folder";
    }
    DIR *dir = opendir(path);
    if (dir == NULL) {
        return strerror(errno);
    }
    const struct dirent *entry;
    bool empty = true;
    errno = 0;
    while (empty && (entry = readdir(dir)) != NULL) {
        empty = is_dots(entry->d_name);
    }
    int error = errno;
    closedir(dir);
    if (!empty) {
        return "the folder is not empty";
    }
    return error == 0 ? NULL : strerror(error);
}

/* Makes a new folder beside the path; 0 or errno. */
static int make_beside(new_folder *folder) {
    int error = EEXIST;
    for (unsigned i = 0; i < NAMES_TRIED && error == EEXIST; i++) {
        free(folder->beside);
        folder->beside = name_beside(folder->path, i);
        if (folder->beside == NULL) {
            return ENOMEM;
        }
        error = mkdir(folder->beside, 0777) == 0 ? 0 : errno;
    }
    if (error != 0) {
        free(folder->beside);
        folder->beside = NULL;
        return error;
    }
    folder->folder = open(folder->beside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return folder->folder < 0 ? errno : 0;
}

static int fail(const new_folder *folder, const char *why) {
    complain("cannot write %s: %s", folder->path, why);
    return EXIT_ERROR;
}

/* A copy of the path without slashes at its end. A link to a folder stays: the folder behind it is
 * replaced. NULL when out of memory. */
static char *target_of(const char *path) {
    struct stat there;
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') {
        size--;
    }
    char *target = malloc(size + 1);
    if (target == NULL) {
        return NULL;
    }
    memcpy(target, path, size);
    target[size] = '\0';
    if (lstat(target, &there) == 0 && S_ISLNK(there.st_mode) && stat(target, &there) == 0) {
        char *link = target;
        target = realpath(link, NULL);
        free(link);
    }
    return target;
}

int new_folder_open(new_folder *folder, const char *path) {
    *folder = (new_folder){.path = target_of(path), .folder = -1, .file = -1};
    if (folder->path == NULL) {
        complain("out of memory");
        return EXIT_ERROR;
    }
    const char *why = objection(folder->path);
    if (why != NULL) {
        return fail(folder, why);
    }
    folder->error = make_beside(folder);
    return folder->error == 0 ? GO_ON : fail(folder, strerror(folder->error));
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* Closes the current file; 0 or errno. */
static int close_file(new_folder *folder) {
    int file = folder->file;
    folder->file = -1;
    return file < 0 || close(file) == 0 || errno == EINTR ? 0 : errno; /* EINTR closes it too */
}

/* Makes `name` the current file; 0 or errno. */
static int turn_to(new_folder *folder, const char *name) {
    if (folder->file >= 0 && strcmp(folder->name, name) == 0) {
        return 0;
    }
    assert(strlen(name) < sizeof folder->name && strchr(name, '/') == NULL);
    int error = close_file(folder);
    if (error != 0) {
        return error;
    }
    snprintf(folder->name, sizeof folder->name, "%s", name);
    folder->file =
        openat(folder->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)0666);
    return folder->file < 0 ? errno : 0;
}

static int write_all(int file, const char *data, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, data, size);
        if (written > 0) {
            data += written;
            size -= (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            return written == 0 ? EIO : errno;
        }
    }
    return 0;
}

minos_status new_folder_write(void *context, const char *file, const void *data, size_t size) {
    new_folder *folder = context;
    assert(folder->folder >= 0);
    if (folder->error == 0) {
        folder->error = turn_to(folder, file);
    }
    if (folder->error == 0) {
        folder->error = write_all(folder->file, data, size);
    }
    return folder->error == 0 ? MINOS_OK : MINOS_EIO;
}

/* ---- The end -------------------------------------------------------------------------------- */

/* Removes the folder beside and its files; 0 or errno. */
static int remove_beside(const new_folder *folder) {
    DIR *dir = opendir(folder->beside);
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        if (!is_dots(entry->d_name)) {
            unlinkat(dirfd(dir), entry->d_name, 0); /* if it fails, so does rmdir */
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return rmdir(folder->beside) == 0 ? 0 : errno;
}

/* Gives the folder its name, and the permissions of an empty one that it replaces; 0 or errno. */
static int put_in_place(const new_folder *folder) {
    struct stat there;
    if (stat(folder->path, &there) == 0) {
        (void)chmod(folder->beside, there.st_mode & 07777);
    }
    return rename(folder->beside, folder->path) == 0 ? 0 : errno;
}

int new_folder_close(new_folder *folder, bool keep) {
    int error = close_file(folder);
    folder->error = folder->error == 0 ? error : folder->error;
    if (folder->folder >= 0) {
        close(folder->folder);
    }
    if (keep && folder->error == 0) {
        folder->error = put_in_place(folder);
    }
    int status = GO_ON;
    if (keep && folder->error != 0) {
        status = fail(folder, strerror(folder->error));
    }
    if (folder->beside != NULL && (!keep || folder->error != 0)) {
        error = remove_beside(folder);
        if (error != 0) {
            complain("cannot remove the unfinished folder %s: %s", folder->beside, strerror(error));
        }
    }
    free(folder->beside);
    free(folder->path);
    *folder = (new_folder){.folder = -1, .file = -1};
    return status;
}
