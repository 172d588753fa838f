/*
 * folder.c - writes a report folder DIR.
 *
 * The report is written to a new folder next to DIR (folder_files.c) and then renamed, so DIR is
 * never incomplete. An existing DIR is replaced only if it is empty or contains nothing but a
 * report (folder_old.c): foreign files are never touched. A history in DIR is kept (folder_kept.c).
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/folder/folder.h"

/* How many names to try for the new folder. */
#define NAMES_TRIED 1000

minos_status mns_folder_failed(char **message, const char *what, const char *path, int error) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "cannot %s %s: %s", what, path, strerror(error));
    *message = mns_buf_take(&text, NULL);
    return *message == NULL ? MINOS_ENOMEM : MINOS_EIO;
}

/* Creates the missing parent folders of the path. */
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

/* Creates a new folder next to `path`; *made is its path. Not with mkdtemp, which would make the
 * report readable only for its owner. */
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

/* Adds to the message what remains on disk. The report may have been written nevertheless. */
static minos_status add_remains(minos_status status, char **message, const char *what,
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

/* Renames the finished folder to `path`; an old report there is removed after that. */
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
    if (rename(path, old) != 0) { /* replaces the empty folder */
        status = mns_folder_failed(message, "replace", path, errno);
        if (rmdir(old) != 0) {
            status = add_remains(status, message, "an empty folder remains at", old);
        }
    } else if (rename(finished, path) != 0) {
        status = mns_folder_failed(message, "create", path, errno);
        if (rename(old, path) != 0) {
            status = add_remains(status, message, "the earlier report is now at", old);
        }
    } else {
        status = mns_folder_move_kept(old, path, message);
        if (status == MINOS_OK && !mns_folder_remove(old)) {
            status = add_remains(
                status, message,
                "the report was written, but the earlier one could not be removed from", old);
        }
    }
    free(old);
    return status;
}

/* A copy of the path without trailing slashes. */
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
            status = add_remains(status, message, "an unfinished report remains at", finished);
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
