/*
 * server_program.c - finds the programs of a database: in the folder given by the environment
 * variable, else in PATH, else where distributions install them, newest version first.
 */
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/server/server.h"

/* Takes FOLDER/PROGRAM if it is executable. */
static bool take(const char *folder, size_t size, const char *program, mns_buf *path) {
    if (size == 0 || folder[0] != '/') {
        return false; /* no programs from relative folders */
    }
    mns_buf_clear(path);
    mns_buf_bytes(path, folder, size);
    mns_buf_printf(path, "/%s", program);
    struct stat about;
    return !path->failed && stat(path->data, &about) == 0 && S_ISREG(about.st_mode) &&
           access(path->data, X_OK) == 0;
}

static bool take_from_path(const char *program, mns_buf *path) {
    const char *folders = getenv("PATH");
    while (folders != NULL && *folders != '\0') {
        size_t size = strcspn(folders, ":");
        if (take(folders, size, program, path)) {
            return true;
        }
        folders += size + (folders[size] == ':');
    }
    return false;
}

/* The first number in a path: /usr/lib/postgresql/15/bin. */
static long version_of(const char *path) {
    const char *digit = strpbrk(path, "0123456789");
    return digit != NULL ? strtol(digit, NULL, 10) : 0;
}

static bool take_newest(const char *pattern, const char *program, mns_buf *path) {
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0) {
        return false;
    }
    mns_buf one;
    mns_buf_init(&one);
    long best = -1;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        long version = version_of(found.gl_pathv[i]);
        if (version > best && take(found.gl_pathv[i], strlen(found.gl_pathv[i]), program, &one)) {
            best = version;
            mns_buf_clear(path);
            mns_buf_bytes(path, one.data, one.size);
        }
    }
    mns_buf_release(&one);
    globfree(&found);
    return best >= 0 && !path->failed;
}

bool mns_server_program(const mns_server_kind *kind, mns_buf *path, mns_buf *message) {
    const char *chosen = getenv(kind->variable);
    if (chosen != NULL && chosen[0] != '\0') {
        if (!take(chosen, strlen(chosen), kind->program, path)) {
            mns_buf_printf(message, "%s: program %s not found in %s", kind->variable, kind->program,
                           chosen);
            return false;
        }
        return true;
    }
    bool found = take_from_path(kind->program, path);
    for (const char *const *place = kind->search_paths; !found && *place != NULL; place++) {
        found = take_newest(*place, kind->program, path);
    }
    if (!found) {
        mns_buf_printf(
            message,
            "%s is not installed: %s not found in PATH or %s. Install it (Debian: %s), or "
            "set %s to its folder",
            kind->title, kind->program, kind->search_paths[0], kind->package, kind->variable);
    }
    return found;
}

void mns_server_sibling(const minos_server *server, const char *name, mns_buf *path) {
    char *real = realpath(server->program.data, NULL);
    const char *program = real != NULL ? real : server->program.data;
    mns_buf_bytes(path, program, (size_t)(strrchr(program, '/') + 1 - program));
    mns_buf_str(path, name);
    free(real);
}
