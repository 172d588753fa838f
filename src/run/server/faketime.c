/* faketime.c - finds libfaketime and configures it. */
#include "run/server/faketime.h"

#include <glob.h>
#include <unistd.h>

#include "run/system/scratch.h"

#define VARIABLE "MINOS_FAKETIME"
/* In the server's folder: the clock offset. */
#define OFFSET "clock"

/* The variant for multi-threaded programs works for all. */
static const char *const places[] = {
    "/usr/lib/*/faketime/libfaketimeMT.so.1",
    "/usr/lib/faketime/libfaketimeMT.so.1",
    "/usr/lib64/faketime/libfaketimeMT.so.1",
    "/usr/local/lib/faketime/libfaketimeMT.so.1",
};

static bool take_first(const char *pattern, mns_buf *path) {
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0) {
        return false;
    }
    mns_buf_str(path, found.gl_pathv[0]);
    globfree(&found);
    return !path->failed;
}

bool mns_faketime_find(mns_buf *path, mns_buf *message) {
    const char *chosen = getenv(VARIABLE);
    if (chosen != NULL && chosen[0] != '\0') {
        if (chosen[0] != '/' || access(chosen, R_OK) != 0) {
            mns_buf_printf(message, VARIABLE ": no such library: %s", chosen);
            return false;
        }
        mns_buf_str(path, chosen);
        return !path->failed;
    }
    for (size_t i = 0; i < MNS_COUNT_OF(places); i++) {
        if (take_first(places[i], path)) {
            return true;
        }
    }
    mns_buf_printf(message,
                   "libfaketime is not installed: %s not found. Install it (Debian: libfaketime),"
                   " or set " VARIABLE " to the library's path",
                   places[0]);
    return false;
}

void mns_faketime_load(mns_launch *launch, const char *library, const char *folder) {
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s/" OFFSET, folder);
    if (path.failed) {
        launch->environment.failed = true;
    } else {
        mns_launch_variable(launch, "LD_PRELOAD", library);
        mns_launch_variable(launch, "FAKETIME_TIMESTAMP_FILE", path.data);
        /* 5 us per clock read, instead of a wrong time for up to a second. */
        mns_launch_variable(launch, "FAKETIME_NO_CACHE", "1");
        mns_launch_variable(launch, "FAKETIME_DONT_FAKE_MONOTONIC", "1");
        mns_launch_variable(launch, "DONT_FAKE_MONOTONIC", "1"); /* the name in older versions */
        mns_launch_variable(launch, "NO_FAKE_STAT", "1");
    }
    mns_buf_release(&path);
}

bool mns_faketime_set(const char *folder, const mns_launch_user *user, double seconds) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "%+.6f\n", seconds);
    bool set = mns_scratch_replace(folder, OFFSET, &text, user);
    mns_buf_release(&text);
    return set;
}
