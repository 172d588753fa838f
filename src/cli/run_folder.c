/*
 * run_folder.c - the output folder of a run.
 *
 *     DIR                                         -o DIR: new, or empty
 *     minos-out/20261115T220102Z-sqlite-serializable
 *     minos-out/latest -> 20261115T220102Z-...    a relative link, replaced in one step
 *
 * A second run in the same second gets the suffix -2. Existing folders are never written to.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd_run.h"

#define PARENT "minos-out"
#define NAMES_TRIED 1000

char *run_path(const char *folder, const char *name) {
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = malloc(room);
    if (path != NULL) {
        snprintf(path, room, "%s/%s", folder, name);
    }
    return path;
}

static int cannot(const char *what, const char *path) {
    complain("cannot %s %s: %s", what, path, strerror(errno));
    return EXIT_ERROR;
}

/* ---- The folder of -o ------------------------------------------------------------------------ */

static bool is_empty(const char *path) {
    DIR *directory = opendir(path);
    bool empty = directory != NULL;
    struct dirent *entry;
    while (empty && (entry = readdir(directory)) != NULL) {
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return empty;
}

/* Creates the folder and its parents. */
static int make_all(char *path) {
    for (char *p = path + 1; *p != '\0'; p++) {
        if (*p == '/') {
            *p = '\0';
            bool made = mkdir(path, 0777) == 0 || errno == EEXIST || errno == EISDIR;
            int status = made ? GO_ON : cannot("create", path);
            *p = '/';
            if (status != GO_ON) {
                return status;
            }
        }
    }
    return mkdir(path, 0777) == 0 ? GO_ON : cannot("create", path);
}

static int make_asked(char *path) {
    struct stat there;
    for (size_t size = strlen(path); size > 1 && path[size - 1] == '/';) {
        path[--size] = '\0';
    }
    if (lstat(path, &there) != 0) {
        return make_all(path);
    }
    if (!S_ISDIR(there.st_mode) || !is_empty(path)) {
        complain("cannot write to %s: %s; name a new or an empty folder", path,
                 S_ISDIR(there.st_mode) ? "not empty" : "not a folder");
        return EXIT_ERROR;
    }
    return GO_ON;
}

/* ---- The default folder ---------------------------------------------------------------------- */

void run_folder_name(const char *text, char *name, size_t size) {
    size_t used = 0;
    for (; *text != '\0' && used + 1 < size; text++) {
        char c = *text;
        bool upper = c >= 'A' && c <= 'Z';
        bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        char other = upper ? (char)(c - 'A' + 'a') : '-';
        name[used++] = plain ? c : other;
    }
    name[used] = '\0';
}

/* "20261115T220102Z-postgres-serializable" */
static void make_name(const run_settings *s, const char *level, char *name, size_t size) {
    char scheme[32], kind[32], suffix[64], stamp[32];
    /* All of "postgres:replica"; of a URL or a file only the scheme. */
    size_t shown = minos_server_wanted(s->target) ? strlen(s->target) : strcspn(s->target, ":");
    shown -= s->target[shown] == '\0' && s->target[shown - 1] == ':';
    snprintf(scheme, sizeof scheme, "%.*s", (int)shown, s->target);
    run_folder_name(scheme, kind, sizeof kind);
    run_folder_name(level == NULL ? "" : level, suffix, sizeof suffix);
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) == NULL ||
        strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc) == 0) {
        stamp[0] = '\0';
    }
    snprintf(name, size, "%s-%s%s%s", stamp, kind, suffix[0] == '\0' ? "" : "-", suffix);
}

static char *make_own(const run_settings *s, const char *level) {
    char name[160], numbered[200];
    if (mkdir(PARENT, 0777) != 0 && errno != EEXIST) {
        cannot("create", PARENT);
        return NULL;
    }
    make_name(s, level, name, sizeof name);
    for (unsigned i = 1; i <= NAMES_TRIED; i++) {
        snprintf(numbered, sizeof numbered, "%s-%u", name, i);
        char *path = run_path(PARENT, i == 1 ? name : numbered);
        if (path == NULL || mkdir(path, 0777) == 0) {
            if (path == NULL) {
                out_of_memory();
            }
            return path;
        }
        int error = errno;
        free(path);
        if (error != EEXIST) {
            errno = error;
            break;
        }
    }
    cannot("create a folder in", PARENT);
    return NULL;
}

char *run_folder_make(const run_settings *s, const char *level) {
    if (s->directory == NULL) {
        return make_own(s, level);
    }
    char *path = strdup(s->directory);
    if (path == NULL) {
        out_of_memory();
    } else if (make_asked(path) != GO_ON) {
        free(path);
        path = NULL;
    }
    return path;
}

/* ---- latest ---------------------------------------------------------------------------------- */

static void lead_latest_to(const char *folder) {
    char link[64];
    snprintf(link, sizeof link, PARENT "/.latest-%ld", (long)getpid());
    unlink(link);
    if (symlink(folder + strlen(PARENT) + 1, link) != 0 || rename(link, PARENT "/latest") != 0) {
        complain("warning: " PARENT "/latest still links to an earlier run: %s", strerror(errno));
        unlink(link);
    }
}

void run_folder_finish(const run_settings *s, const char *folder) {
    rmdir(folder); /* succeeds only if it is empty */
    bool recorded = access(folder, F_OK) == 0;
    if (s->directory == NULL && recorded) {
        lead_latest_to(folder);
    } else if (s->directory == NULL) {
        rmdir(PARENT);
    }
}
