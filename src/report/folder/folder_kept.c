/*
 * folder_kept.c - keeps the history, and the description of its run, when a report is replaced.
 *
 * Reports are replaced by renaming folders, so these files must be in both folders for a while.
 * They are hard-linked: if the process is killed, each is still complete in one of them. Without
 * hard links the file is moved after the new folder is in place. A link is removed only while the
 * file has another. Nothing is allocated, so that out of memory cannot interrupt this. Cost: a few
 * system calls for each file, whatever its size.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/folder/folder.h"

static const char *const kept[] = {"history.edn", "run.json"};

static bool is_file(int folder, const char *name, nlink_t least_names) {
    struct stat info;
    return fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode) &&
           info.st_nlink >= least_names;
}

/* True if the file exists. *error is set if that is unknown: a history must not be lost because it
 * seemed missing. */
static bool find(int folder, const char *name, int *error) {
    struct stat info;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
        *error = errno == ENOENT ? *error : errno;
        return false;
    }
    return S_ISREG(info.st_mode);
}

bool mns_folder_is_kept(int folder, const char *name) {
    for (size_t i = 0; i < MNS_COUNT_OF(kept); i++) {
        if (strcmp(name, kept[i]) == 0) {
            return is_file(folder, name, 1);
        }
    }
    return false;
}

void mns_folder_drop_kept(int folder, const char *name) {
    if (is_file(folder, name, 2)) {
        unlinkat(folder, name, 0);
    }
}

static int open_folder(const char *path) {
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static void close_folders(int a, int b) {
    if (a >= 0) {
        close(a);
    }
    if (b >= 0) {
        close(b);
    }
}

void mns_folder_link_kept(const char *from, const char *to) {
    int source = open_folder(from), target = open_folder(to);
    for (size_t i = 0; i < MNS_COUNT_OF(kept) && source >= 0 && target >= 0; i++) {
        if (is_file(source, kept[i], 1)) {
            (void)!linkat(source, kept[i], target, kept[i], 0); /* else it is moved later */
        }
    }
    close_folders(source, target);
}

minos_status mns_folder_move_kept(const char *from, const char *to, char **message) {
    int source = open_folder(from), target = open_folder(to);
    int error = source < 0 || target < 0 ? errno : 0;
    for (size_t i = 0; i < MNS_COUNT_OF(kept) && error == 0; i++) {
        bool waits = find(source, kept[i], &error) && !find(target, kept[i], &error);
        if (waits && error == 0 && renameat(source, kept[i], target, kept[i]) != 0) {
            error = errno;
        }
    }
    close_folders(source, target);
    return error == 0 ? MINOS_OK : mns_folder_failed(message, "move the history from", from, error);
}
