/*
 * folder_old.c - recognizes and removes an earlier report folder.
 *
 * The user may name any folder by mistake, so only files of a report (folder_files.c) are removed.
 * They are recognized by name, with the anomalies of the catalog; results.json, which other
 * programs write too, and the pages of keys, which may have almost any name, by their first bytes.
 * If there is any other entry, the folder is refused before a file is written. Cost: linear in the
 * entries.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/catalog.h"
#include "report/folder/folder.h"

/* Bytes for the beginning of a key's page. */
#define KEY_PAGE_START 256

typedef enum entry_kind {
    ENTRY_FOREIGN,
    ENTRY_FILE,
    ENTRY_RESULTS,
    ENTRY_FOLDER,
    ENTRY_KEPT
} entry_kind;

static bool is_anomaly(const char *name, size_t size) {
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        const char *known = mns_anomaly_name((mns_anomaly)a);
        if (strlen(known) == size && memcmp(known, name, size) == 0) {
            return true;
        }
    }
    return false;
}

/* Reads the beginning of a file without following links; returns the number of bytes, or -1. */
static ssize_t read_start(int parent, const char *name, char *start, size_t size) {
    int fd = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    size_t got = 0;
    ssize_t step;
    do {
        step = read(fd, start + got, size - got);
        got += step > 0 ? (size_t)step : 0;
    } while (got < size && (step > 0 || (step < 0 && errno == EINTR)));
    close(fd);
    return step < 0 ? -1 : (ssize_t)got;
}

/* True if the file begins like the results of every version of Minos: {"schema":1,"minos":"... */
static bool is_results(int parent, const char *name) {
    static const char before[] = "{\"schema\":", after[] = ",\"minos\":\"";
    char start[sizeof before + sizeof after + 10] = "";
    if (read_start(parent, name, start, sizeof start - 1) <= 0 ||
        strncmp(start, before, sizeof before - 1) != 0) {
        return false;
    }
    const char *number = start + sizeof before - 1;
    size_t digits = strspn(number, "0123456789");
    return digits > 0 && strncmp(number + digits, after, sizeof after - 1) == 0;
}

static entry_kind classify(DIR *directory, const char *name) {
    size_t size = strlen(name);
    if (strcmp(name, "results.json") == 0) {
        return is_results(dirfd(directory), name) ? ENTRY_RESULTS : ENTRY_FOREIGN;
    }
    if (mns_folder_is_kept(dirfd(directory), name)) {
        return ENTRY_KEPT;
    }
    static const char *const files[] = {"index.html", "models.svg", "report.md", "report.txt",
                                        "results.edn"};
    for (size_t i = 0; i < MNS_COUNT_OF(files); i++) {
        if (strcmp(name, files[i]) == 0) {
            return ENTRY_FILE;
        }
    }
    if (size > 4 && strcmp(name + size - 4, ".txt") == 0 && is_anomaly(name, size - 4)) {
        return ENTRY_FILE;
    }
    return is_anomaly(name, size) ? ENTRY_FOLDER : ENTRY_FOREIGN;
}

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* Opens a subfolder without following links; NULL if it is not a folder. */
static DIR *open_below(int parent, const char *name) {
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (directory == NULL && fd >= 0) {
        close(fd);
    }
    return directory;
}

/* True if the file begins like the page of a key. */
static bool is_key_page(int parent, const char *name) {
    size_t size = strlen(mns_key_page_start);
    char start[KEY_PAGE_START];
    assert(size <= sizeof start);
    return read_start(parent, name, start, size) == (ssize_t)size &&
           memcmp(start, mns_key_page_start, size) == 0;
}

/* True for a file that a report has in <anomaly>/. */
static bool is_ours(DIR *directory, const char *name) {
    return mns_folder_is_witness(name) ||
           (mns_folder_is_key(name) && is_key_page(dirfd(directory), name));
}

static minos_status refuse(char **message, const char *path, const char *why, const char *entry) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "will not replace %s: it %s%s; choose a new or an empty folder", path,
                   why, entry);
    *message = mns_buf_take(&text, NULL);
    return *message == NULL ? MINOS_ENOMEM : MINOS_EIO;
}

/* ---- Inspecting ----------------------------------------------------------------------------- */

/* Every entry of <anomaly>/ must be a file of a report. */
static minos_status inspect_inner(DIR *parent, const char *path, const char *name, char **message) {
    DIR *directory = open_below(dirfd(parent), name);
    if (directory == NULL) {
        return refuse(message, path, "contains something that is not part of a report: ", name);
    }
    minos_status status = MINOS_OK;
    struct dirent *entry;
    while (status == MINOS_OK && (entry = readdir(directory)) != NULL) {
        if (!is_dots(entry->d_name) && !is_ours(directory, entry->d_name)) {
            status = refuse(message, path,
                            "contains something that is not part of a report: ", entry->d_name);
        }
    }
    closedir(directory);
    return status;
}

static minos_status inspect_entries(DIR *directory, const char *path, char **message) {
    bool results = false;
    bool empty = true;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (is_dots(entry->d_name)) {
            continue;
        }
        entry_kind kind = classify(directory, entry->d_name);
        empty = empty && kind == ENTRY_KEPT;
        results = results || kind == ENTRY_RESULTS;
        minos_status status = MINOS_OK;
        if (kind == ENTRY_FOREIGN) {
            status = refuse(message, path,
                            "contains something that is not part of a report: ", entry->d_name);
        } else if (kind == ENTRY_FOLDER) {
            status = inspect_inner(directory, path, entry->d_name, message);
        }
        if (status != MINOS_OK) {
            return status;
        }
    }
    return empty || results ? MINOS_OK : refuse(message, path, "has no results.json", "");
}

minos_status mns_folder_inspect(const char *path, bool *exists, char **message) {
    struct stat info;
    *exists = lstat(path, &info) == 0;
    if (!*exists && errno == ENOENT) {
        return MINOS_OK;
    }
    if (*exists && S_ISLNK(info.st_mode)) {
        return refuse(message, path, "is a symbolic link", "");
    }
    if (*exists && !S_ISDIR(info.st_mode)) {
        return refuse(message, path, "is not a folder", "");
    }
    DIR *directory = *exists ? opendir(path) : NULL;
    if (directory == NULL) {
        return refuse(message, path, "cannot be read: ", strerror(errno));
    }
    minos_status status = inspect_entries(directory, path, message);
    closedir(directory);
    return status;
}

/* ---- Removing ------------------------------------------------------------------------------- */

/* Removes our files from <anomaly>/, and then the folder itself. */
static void remove_inner(DIR *parent, const char *name) {
    DIR *directory = open_below(dirfd(parent), name);
    if (directory == NULL) {
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (is_ours(directory, entry->d_name)) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    closedir(directory);
    unlinkat(dirfd(parent), name, AT_REMOVEDIR);
}

bool mns_folder_remove(const char *path) {
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return errno == ENOENT;
    }
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        entry_kind kind = classify(directory, entry->d_name);
        if (kind == ENTRY_FOLDER) {
            remove_inner(directory, entry->d_name);
        } else if (kind == ENTRY_KEPT) {
            mns_folder_drop_kept(dirfd(directory), entry->d_name);
        } else if (kind != ENTRY_FOREIGN) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    closedir(directory);
    return rmdir(path) == 0;
}
