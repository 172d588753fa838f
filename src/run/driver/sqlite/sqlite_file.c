/*
 * sqlite_file.c - the database file of a run: parsed from the target, created, removed.
 *
 * open with O_EXCL decides reliably whether a named file was created by us.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "run/driver/sqlite/sqlite.h"

/* Not "off": without a journal ROLLBACK has no effect, so no transaction could be recorded as fail.
 */
static const char *const modes[] = {"wal", "delete", "truncate", "persist", "memory"};

static char *copy(const char *text, size_t size, mns_buf *message) {
    char *made = malloc(size + 1);
    if (made == NULL) {
        mns_buf_str(message, "out of memory");
        return NULL;
    }
    memcpy(made, text, size);
    made[size] = '\0';
    return made;
}

static bool read_mode(mns_sqlite_file *file, const char *query, mns_buf *message) {
    static const char name[] = "journal_mode=";
    if (strncmp(query, name, sizeof name - 1) != 0) {
        mns_buf_str(message,
                    "unknown option after '?' of a sqlite: target; expected journal_mode=MODE");
        return false;
    }
    query += sizeof name - 1;
    for (size_t i = 0; i < MNS_COUNT_OF(modes); i++) {
        if (strcmp(modes[i], query) == 0) {
            file->journal_mode = copy(query, strlen(query), message);
            return file->journal_mode != NULL;
        }
    }
    mns_buf_str(message, "journal_mode must be wal, delete, truncate, persist or memory");
    return false;
}

bool mns_sqlite_file_read(mns_sqlite_file *file, const char *target, mns_buf *message) {
    *file = (mns_sqlite_file){0};
    const char *path = target + strcspn(target, ":") + 1;
    size_t size = strcspn(path, "?");
    file->temporary = size == 0;
    if (path[size] == '?' && !read_mode(file, path + size + 1, message)) {
        return false;
    }
    if (size > 0 && path[0] == ':') {
        mns_buf_str(message, "in-memory databases are not supported, since each client would have "
                             "its own; use a file, or sqlite: for a temporary one");
        return false;
    }
    file->path = size > 0 ? copy(path, size, message) : NULL;
    return size == 0 || file->path != NULL;
}

static bool make_temporary(mns_sqlite_file *file, mns_buf *message) {
    const char *folder = getenv("TMPDIR");
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s/minos-sqlite-XXXXXX",
                   folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    int descriptor = path.failed ? -1 : mkstemp(path.data);
    if (descriptor < 0) {
        mns_buf_printf(message, "cannot create a temporary file %s: %s",
                       path.failed ? "" : path.data, strerror(path.failed ? ENOMEM : errno));
        mns_buf_release(&path);
        return false;
    }
    close(descriptor);
    file->path = mns_buf_take(&path, NULL);
    file->created = true;
    return true;
}

bool mns_sqlite_file_make(mns_sqlite_file *file, mns_buf *message) {
    if (file->made) {
        return true;
    }
    if (file->temporary) {
        if (!make_temporary(file, message)) {
            return false;
        }
    } else {
        int descriptor = open(file->path, O_CREAT | O_EXCL | O_RDWR, 0666);
        if (descriptor < 0 && errno != EEXIST) {
            mns_buf_printf(message, "cannot create %s: %s", file->path, strerror(errno));
            return false;
        }
        file->created = descriptor >= 0;
        if (file->created) {
            close(descriptor);
        }
    }
    file->made = true;
    return true;
}

void mns_sqlite_file_release(mns_sqlite_file *file, bool keep) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; file->temporary && file->made && !keep && i < MNS_COUNT_OF(endings); i++) {
        mns_buf path;
        mns_buf_init(&path);
        mns_buf_printf(&path, "%s%s", file->path, endings[i]);
        if (!path.failed) {
            unlink(path.data);
        }
        mns_buf_release(&path);
    }
    free(file->path);
    free(file->journal_mode);
    *file = (mns_sqlite_file){0};
}
