/*
 * folder.c - puts a report folder in its place.
 *
 * Written whole into a new folder beside DIR (folder_files.c), then renamed, so DIR is never half a
 * report. An existing DIR is replaced only if it is empty or a report and nothing else
 * (folder_old.c): foreign files are never touched. A history in it stays there (folder_kept.c).
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/folder/folder.h"

/* How many names to try for the folder that is written first. */
#define NAMES_TRIED 1000

minos_status mns_folder_failed(char **message, const char *what, const char *path, int error) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "cannot %s %s: %s", what, path, strerror(error));
    *message = mns_buf_take(&text, NULL);
    return *message == NULL ? MINOS_ENOMEM : MINOS_EIO;
}

/* Makes the folders above the last part of the path, as far as they are missing. */
static minos_status make_parents(char *path, char **message) {
    for (char *p = path + 1; path[0] != '\0' && *p != '\0'; p++) {
        if (*p != '/') {
            continue;
        }
        *p = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST || errno == EISDIR;
        minos_status status = made ? MINOS_OK : mns_folder_failed(message, "create", path, errno);
        *p = '/';
        if (status != MINOS_OK) {
            return status;
        }
    }
    return MINOS_OK;
}

/* A folder beside `path` that did not exist; *made is its path. mkdtemp would make it private to
 * the user, which a report is not. */
static minos_status make_beside(const char *path, const char *what, char **made, char **message) {
    for (unsigned i = 0; i < NAMES_TRIED; i++) {
        mns_buf name;
        mns_buf_init(&name);
        mns_buf_printf(&name, "%s.%s-%ld-%u", path, what, (long)getpid(), i);
        *made = mns_buf_take(&name, NULL);
        if (*made == NULL) {
            return MINOS_ENOMEM;
        }
        if (mkdir(*made, 0777) == 0) {
            return MINOS_OK;
        }
        int error = errno;
        minos_status status =
            error == EEXIST ? MINOS_OK : mns_folder_failed(message, "create", *made, error);
        free(*made);
        *made = NULL;
        if (status != MINOS_OK) {
            return status;
        }
    }
    return mns_folder_failed(message, "create a folder beside", path, EEXIST);
}

/* Adds to the message where something was left. The report may have been written all the same. */
static minos_status tell_left(minos_status status, char **message, const char *what,
                              const char *path) {
    if (status == MINOS_ENOMEM) {
        return status;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "%s%s%s %s", *message == NULL ? "" : *message,
                   *message == NULL ? "" : "; ", what, path);
    free(*message);
    *message = mns_buf_take(&text, NULL);
    return *message == NULL ? MINOS_ENOMEM : MINOS_EIO;
}

/* Puts the finished folder in the place of `path`; an old report there is kept until the new one
 * is in place. */
static minos_status put_in_place(const char *finished, const char *path, bool exists,
                                 char **message) {
    if (!exists) {
        return rename(finished, path) == 0 ? MINOS_OK
                                           : mns_folder_failed(message, "create", path, errno);
    }
    char *old = NULL;
    minos_status status = make_beside(path, "old", &old, message);
    if (status != MINOS_OK) {
        return status;
    }
    mns_folder_link_kept(path, finished);
    if (rename(path, old) != 0) { /* onto an empty folder, which rename replaces */
        status = mns_folder_failed(message, "replace", path, errno);
        if (rmdir(old) != 0) {
            status = tell_left(status, message, "an empty folder remains at", old);
        }
    } else if (rename(finished, path) != 0) {
        status = mns_folder_failed(message, "create", path, errno);
        if (rename(old, path) != 0) {
            status = tell_left(status, message, "the earlier report is now at", old);
        }
    } else {
        status = mns_folder_move_kept(old, path, message);
        if (status == MINOS_OK && !mns_folder_remove(old)) {
            status = tell_left(
                status, message,
                "the report was written, but the earlier one could not be removed from", old);
        }
    }
    free(old);
    return status;
}

/* A copy of the path without slashes at its end. */
static char *copy_path(const char *directory) {
    size_t size = strlen(directory);
    while (size > 1 && directory[size - 1] == '/') {
        size--;
    }
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_bytes(&path, directory, size);
    return mns_buf_take(&path, NULL);
}

static minos_status write_at(const mns_document *document, const mns_buf *edn, char *path,
                             char **message) {
    bool exists = false;
    minos_status status = mns_folder_inspect(path, &exists, message);
    if (status == MINOS_OK && !exists) {
        status = make_parents(path, message);
    }
    char *finished = NULL;
    if (status == MINOS_OK) {
        status = make_beside(path, "new", &finished, message);
    }
    if (status == MINOS_OK) {
        status = mns_folder_fill(document, edn, finished, message);
        if (status == MINOS_OK) {
            status = put_in_place(finished, path, exists, message);
        }
        if (status != MINOS_OK && !mns_folder_remove(finished)) {
            status = tell_left(status, message, "an unfinished report remains at", finished);
        }
    }
    free(finished);
    return status;
}

minos_status mns_report_folder(const mns_document *document, const mns_buf *edn,
                               const char *directory, char **message) {
    *message = NULL;
    char *path = copy_path(directory);
    if (path == NULL) {
        return MINOS_ENOMEM;
    }
    minos_status status = path[0] == '\0' ? mns_folder_failed(message, "create", "\"\"", ENOENT)
                                          : write_at(document, edn, path, message);
    free(path);
    return status;
}
