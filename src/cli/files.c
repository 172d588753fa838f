/*
 * files.c - writes output files atomically (new_file.h), and looks at the files of histories.
 */
#define _GNU_SOURCE /* strcasestr */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/new_file.h"

/* Desired limit of open files. A history of Cobra or Viper has a file for each session, and all of
 * them are open while it is read. */
#define DESCRIPTORS 65536

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
        char inside[4096];
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
    char parent[4096];
    int size = slash == NULL ? snprintf(parent, sizeof parent, ".")
                             : snprintf(parent, sizeof parent, "%.*s/", (int)(slash - path), path);
    struct stat file, in, all;
    if (stat(folder, &all) != 0 || !S_ISDIR(all.st_mode)) {
        return false;
    }
    if (stat(path, &file) == 0) {
        return S_ISREG(file.st_mode) && contains(folder, &file);
    }
    return size > 0 && (size_t)size < sizeof parent && strcasestr(name, ".log") != NULL &&
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
