/*
 * folder.c - the report folder.
 *
 *     DIR/results.json  results.edn  report.txt
 *     DIR/<anomaly>.txt          every kept witness
 *     DIR/<anomaly>/<n>.dot      each cycle, for Graphviz
 *
 * Written whole into a new folder beside DIR, then renamed, so DIR is never half a report. An
 * existing DIR is replaced only if it is empty or a report and nothing else (folder_old.c): foreign
 * files are never touched. Names of files come from the catalog, never from the history.
 * Cost: linear in what is written.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/folder.h"
#include "report/parts.h"

/* How many names to try for the folder that is written first. */
#define NAMES_TRIED 1000

/* *message = "cannot WHAT PATH: why". */
static minos_status fail(char **message, const char *what, const char *path, int error) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "cannot %s %s: %s", what, path, strerror(error));
    *message = mns_buf_take(&text, NULL);
    return *message == NULL ? MINOS_ENOMEM : MINOS_EIO;
}

/* directory/name+ending, to be freed; NULL when out of memory. */
static char *path_join(const char *directory, const char *name, const char *ending) {
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s/%s%s", directory, name, ending);
    return mns_buf_take(&path, NULL);
}

/* ---- Files ---------------------------------------------------------------------------------- */

static minos_status write_file(const char *path, const mns_buf *content, char **message) {
    FILE *file = fopen(path, "wx");
    if (file == NULL) {
        return fail(message, "create", path, errno);
    }
    size_t written = content->size == 0 ? 0 : fwrite(content->data, 1, content->size, file);
    int error = written < content->size ? errno : 0;
    if (fclose(file) != 0 && error == 0) {
        error = errno;
    }
    return error == 0 ? MINOS_OK : fail(message, "write", path, error);
}

/* Writes the buffer to directory/name+ending and empties it. */
static minos_status write_named(const char *directory, const char *name, const char *ending,
                                mns_buf *content, char **message) {
    char *path = path_join(directory, name, ending);
    minos_status status = MINOS_ENOMEM;
    if (path != NULL && !content->failed) {
        status = write_file(path, content, message);
    }
    free(path);
    mns_buf_release(content);
    return status;
}

static minos_status write_edn(const mns_buf *edn, const char *directory, char **message) {
    char *path = path_join(directory, "results", ".edn");
    minos_status status = path == NULL ? MINOS_ENOMEM : write_file(path, edn, message);
    free(path);
    return status;
}

static minos_status write_results(const mns_document *document, const mns_buf *edn,
                                  const char *directory, char **message) {
    mns_buf content;
    mns_buf_init(&content);
    mns_report_json(document, &content);
    minos_status status = write_named(directory, "results", ".json", &content, message);
    if (status == MINOS_OK && edn != NULL) {
        status = write_edn(edn, directory, message);
    }
    if (status == MINOS_OK) {
        mns_report_text(document, MINOS_VERBOSE, &content);
        status = write_named(directory, "report", ".txt", &content, message);
    }
    return status;
}

/* <anomaly>/1.dot, 2.dot, ... */
static minos_status write_cycles(const mns_doc_anomaly *anomaly, const char *directory,
                                 char **message) {
    if (anomaly->witness_count == 0 || anomaly->witnesses[0].step_count == 0) {
        return MINOS_OK;
    }
    char *folder = path_join(directory, mns_anomaly_name(anomaly->anomaly), "");
    minos_status status = folder == NULL ? MINOS_ENOMEM : MINOS_OK;
    if (status == MINOS_OK && mkdir(folder, 0777) != 0) {
        status = fail(message, "create", folder, errno);
    }
    for (size_t i = 0; i < anomaly->witness_count && status == MINOS_OK; i++) {
        char number[32];
        snprintf(number, sizeof number, "%zu", i + 1);
        mns_buf content;
        mns_buf_init(&content);
        mns_report_dot(&anomaly->witnesses[i], anomaly->anomaly, &content);
        status = write_named(folder, number, ".dot", &content, message);
    }
    free(folder);
    return status;
}

static minos_status write_all(const mns_document *document, const mns_buf *edn,
                              const char *directory, char **message) {
    minos_status status = write_results(document, edn, directory, message);
    for (size_t i = 0; i < document->anomaly_count && status == MINOS_OK; i++) {
        const mns_doc_anomaly *anomaly = &document->anomalies[i];
        mns_buf content;
        mns_buf_init(&content);
        mns_report_anomaly_text(document, anomaly, &content);
        status =
            write_named(directory, mns_anomaly_name(anomaly->anomaly), ".txt", &content, message);
        if (status == MINOS_OK) {
            status = write_cycles(anomaly, directory, message);
        }
    }
    return status;
}

/* ---- Places --------------------------------------------------------------------------------- */

/* Makes the folders above the last part of the path, as far as they are missing. */
static minos_status make_parents(char *path, char **message) {
    for (char *p = path + 1; path[0] != '\0' && *p != '\0'; p++) {
        if (*p != '/') {
            continue;
        }
        *p = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST || errno == EISDIR;
        minos_status status = made ? MINOS_OK : fail(message, "create", path, errno);
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
        minos_status status = error == EEXIST ? MINOS_OK : fail(message, "create", *made, error);
        free(*made);
        *made = NULL;
        if (status != MINOS_OK) {
            return status;
        }
    }
    return fail(message, "create a folder beside", path, EEXIST);
}

/* Puts the finished folder in the place of `path`; an old report there is kept until the new one
 * is in place. */
static minos_status put_in_place(const char *finished, const char *path, bool exists,
                                 char **message) {
    if (!exists) {
        return rename(finished, path) == 0 ? MINOS_OK : fail(message, "create", path, errno);
    }
    char *old = NULL;
    minos_status status = make_beside(path, "old", &old, message);
    if (status != MINOS_OK) {
        return status;
    }
    if (rename(path, old) != 0) { /* onto an empty folder, which rename replaces */
        status = fail(message, "replace", path, errno);
        rmdir(old);
    } else if (rename(finished, path) != 0) {
        status = fail(message, "create", path, errno);
        rename(old, path);
    } else {
        mns_folder_remove(old);
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
        status = write_all(document, edn, finished, message);
        if (status == MINOS_OK) {
            status = put_in_place(finished, path, exists, message);
        }
        if (status != MINOS_OK) {
            mns_folder_remove(finished);
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
    minos_status status = path[0] == '\0' ? fail(message, "create", "\"\"", ENOENT)
                                          : write_at(document, edn, path, message);
    free(path);
    return status;
}
