/*
 * files.c - writes output files atomically (new_file.h), and looks at the files of histories.
 */
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

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

bool file_is_history(const char *path, const char *history) {
    struct stat from, to;
    return find_history(history, &from) && stat(path, &to) == 0 && from.st_dev == to.st_dev &&
           from.st_ino == to.st_ino;
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
