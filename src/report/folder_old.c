/*
 * folder_old.c - recognises and removes an earlier report folder.
 *
 * A person may name any folder by mistake, so what is removed is decided by name, file by file:
 * only what a report consists of (results.json, results.edn, report.txt, <anomaly>.txt and
 * <anomaly>/<n>.dot, the anomalies being the catalog's). One entry that is anything else and the
 * folder is refused before a single file is written. Cost: linear in the entries of the folder.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/catalog.h"
#include "report/folder.h"

typedef enum entry_kind { ENTRY_FOREIGN, ENTRY_FILE, ENTRY_RESULTS, ENTRY_FOLDER } entry_kind;

static bool is_anomaly(const char *name, size_t size) {
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        const char *known = mns_anomaly_name((mns_anomaly)a);
        if (strlen(known) == size && memcmp(known, name, size) == 0) {
            return true;
        }
    }
    return false;
}

static entry_kind classify(const char *name) {
    size_t size = strlen(name);
    if (strcmp(name, "results.json") == 0) {
        return ENTRY_RESULTS;
    }
    if (strcmp(name, "results.edn") == 0 || strcmp(name, "report.txt") == 0) {
        return ENTRY_FILE;
    }
    if (size > 4 && strcmp(name + size - 4, ".txt") == 0 && is_anomaly(name, size - 4)) {
        return ENTRY_FILE;
    }
    return is_anomaly(name, size) ? ENTRY_FOLDER : ENTRY_FOREIGN;
}

/* 12.dot */
static bool is_cycle_file(const char *name) {
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && strcmp(name + digits, ".dot") == 0;
}

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* Opens a folder below another one, never through a link; NULL if it is not one. */
static DIR *open_below(int parent, const char *name) {
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (directory == NULL && fd >= 0) {
        close(fd);
    }
    return directory;
}

static minos_status refuse(char **message, const char *path, const char *why, const char *entry) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "will not replace %s: it %s%s; name a new or an empty folder", path, why,
                   entry);
    *message = mns_buf_take(&text, NULL);
    return *message == NULL ? MINOS_ENOMEM : MINOS_EIO;
}

/* ---- Inspecting ----------------------------------------------------------------------------- */

/* Every entry of <anomaly>/ must be a cycle's file. */
static minos_status inspect_cycles(DIR *parent, const char *path, const char *name,
                                   char **message) {
    DIR *directory = open_below(dirfd(parent), name);
    if (directory == NULL) {
        return refuse(message, path, "holds something that is not of a report: ", name);
    }
    minos_status status = MINOS_OK;
    struct dirent *entry;
    while (status == MINOS_OK && (entry = readdir(directory)) != NULL) {
        if (!is_dots(entry->d_name) && !is_cycle_file(entry->d_name)) {
            status =
                refuse(message, path, "holds something that is not of a report: ", entry->d_name);
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
        empty = false;
        entry_kind kind = classify(entry->d_name);
        results = results || kind == ENTRY_RESULTS;
        minos_status status = MINOS_OK;
        if (kind == ENTRY_FOREIGN) {
            status =
                refuse(message, path, "holds something that is not of a report: ", entry->d_name);
        } else if (kind == ENTRY_FOLDER) {
            status = inspect_cycles(directory, path, entry->d_name, message);
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

/* Removes the cycle files of <anomaly>/ and then the folder itself. */
static void remove_cycles(DIR *parent, const char *name) {
    DIR *directory = open_below(dirfd(parent), name);
    if (directory == NULL) {
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (is_cycle_file(entry->d_name)) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    closedir(directory);
    unlinkat(dirfd(parent), name, AT_REMOVEDIR);
}

void mns_folder_remove(const char *path) {
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        entry_kind kind = classify(entry->d_name);
        if (kind == ENTRY_FOLDER) {
            remove_cycles(directory, entry->d_name);
        } else if (kind != ENTRY_FOREIGN) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    closedir(directory);
    rmdir(path);
}
