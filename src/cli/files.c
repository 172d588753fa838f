/*
 * files.c - writes output files atomically (new_file.h), and looks at the files of histories.
 */
#define _GNU_SOURCE /* strcasestr */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/new_file.h"

#define PATH_SIZE 4096

int file_write(const char *path, const char *text, size_t size) {
    new_file file;
    int status = new_file_open(&file, path);
    if (status == GO_ON) {
        new_file_write(&file, text, size);
    }
    int closed = new_file_close(&file, true);
    return status == GO_ON ? closed : status;
}

/* The file of a history: in a folder, its history.edn. False for stdin or a missing file. */
static bool find_history(const char *history, struct stat *file) {
    if (strcmp(history, "-") == 0 || stat(history, file) != 0) {
        return false;
    }
    if (S_ISDIR(file->st_mode)) {
        char inside[PATH_SIZE];
        int size = snprintf(inside, sizeof inside, "%s/history.edn", history);
        if (size < 0 || (size_t)size >= sizeof inside || stat(inside, file) != 0) {
            return false;
        }
    }
    return S_ISREG(file->st_mode);
}

static bool is_same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The folder in which the file is or would be; false: the path is too long. */
static bool find_parent(const char *path, char parent[PATH_SIZE]) {
    size_t end = strlen(path);
    while (end > 0 && path[end - 1] == '/') { /* of a folder */
        end--;
    }
    while (end > 0 && path[end - 1] != '/') {
        end--;
    }
    int size = end == 0 ? snprintf(parent, PATH_SIZE, ".")
                        : snprintf(parent, PATH_SIZE, "%.*s", (int)end, path);
    return size > 0 && size < PATH_SIZE;
}

/* True if a folder contains this file. */
static bool contains(const char *folder, const struct stat *file) {
    DIR *dir = opendir(folder);
    struct stat there;
    const struct dirent *entry;
    bool found = false;
    while (dir != NULL && !found && (entry = readdir(dir)) != NULL) {
        found = fstatat(dirfd(dir), entry->d_name, &there, 0) == 0 && is_same(&there, file);
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return found;
}

/* True for a log, existing or not, in a folder of logs. */
static bool is_log_of(const char *path, const char *folder) {
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    char parent[PATH_SIZE];
    struct stat file, in, all;
    if (stat(folder, &all) != 0 || !S_ISDIR(all.st_mode)) {
        return false;
    }
    if (stat(path, &file) == 0) {
        return S_ISREG(file.st_mode) && contains(folder, &file);
    }
    return find_parent(path, parent) && strcasestr(name, ".log") != NULL &&
           stat(parent, &in) == 0 && is_same(&in, &all);
}

/* The file of a history, or the file that is stdin. */
static bool find_input(const char *history, struct stat *file) {
    return strcmp(history, "-") == 0 ? fstat(STDIN_FILENO, file) == 0 && S_ISREG(file->st_mode)
                                     : find_history(history, file);
}

bool file_is_history(const char *path, const char *history) {
    struct stat from, to;
    if (find_input(history, &from)) {
        return stat(path, &to) == 0 && is_same(&from, &to);
    }
    return strcmp(history, "-") != 0 && is_log_of(path, history);
}

bool stdout_is_history(const char *history) {
    struct stat from, to;
    if (fstat(STDOUT_FILENO, &to) != 0 || !S_ISREG(to.st_mode)) {
        return false;
    }
    if (find_input(history, &from)) {
        return is_same(&from, &to);
    }
    return strcmp(history, "-") != 0 && stat(history, &from) == 0 && S_ISDIR(from.st_mode) &&
           contains(history, &to);
}

/* The folder that is or will be at the path, or else its parent; -1 if there is none. */
static int open_near(const char *path) {
    char parent[PATH_SIZE];
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && find_parent(path, parent)) {
        folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    return folder;
}

bool file_is_below(const char *path, const char *folder) {
    struct stat top, here, last = {.st_ino = 0};
    if (stat(folder, &top) != 0 || !S_ISDIR(top.st_mode)) {
        return false;
    }
    bool found = false, root = false;
    int at = open_near(path);
    while (at >= 0 && !found && !root && fstat(at, &here) == 0) {
        found = is_same(&here, &top);
        root = is_same(&here, &last); /* it is its own parent */
        last = here;
        int parent = openat(at, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        close(at);
        at = parent;
    }
    if (at >= 0) {
        close(at);
    }
    return found;
}

uint64_t history_size(const char *history) {
    struct stat file;
    return find_history(history, &file) && file.st_size > 0 ? (uint64_t)file.st_size : 0;
}
