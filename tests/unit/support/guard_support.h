/*
 * guard_support.h - a guard with a folder and shell scripts as its programs, for tests.
 */
#ifndef TEST_GUARD_SUPPORT_H
#define TEST_GUARD_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "run/guard/guard.h"
#include "run/system/scratch.h"
#include <cmocka.h>

/* Maximum wait for what must happen, for busy machines. */
#define PATIENCE_STEPS 6000

static inline void pause_step(void) {
    struct timespec step = {.tv_nsec = 10000000};
    nanosleep(&step, NULL);
}

static inline bool alive(pid_t pid) { return kill(pid, 0) == 0 || errno != ESRCH; }

static inline bool gone_soon(pid_t pid) {
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        if (!alive(pid)) {
            return true;
        }
        pause_step();
    }
    return false;
}

static inline bool folder_gone_soon(const char *folder) {
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        if (access(folder, F_OK) != 0) {
            return true;
        }
        pause_step();
    }
    return false;
}

/* ---- A guard with a folder and shell scripts ------------------------------------------------- */

typedef struct fixture {
    mns_buf folder, log, message;
    mns_guard *guard;
    bool outlives; /* programs survive the guard */
} fixture;

static inline void fixture_open(fixture *f) {
    *f = (fixture){.outlives = false};
    mns_buf_init(&f->folder);
    mns_buf_init(&f->log);
    mns_buf_init(&f->message);
    assert_true(mns_scratch_create("test", &f->folder, &f->message));
    mns_buf_printf(&f->log, "%s/log", f->folder.data);
    f->guard = mns_guard_start(f->folder.data, &f->message);
    assert_non_null(f->guard);
}

static inline void fixture_release(fixture *f) {
    mns_buf_release(&f->folder);
    mns_buf_release(&f->log);
    mns_buf_release(&f->message);
}

static inline void fixture_close(fixture *f) {
    assert_true(mns_guard_end(f->guard, &f->message));
    assert_int_not_equal(access(f->folder.data, F_OK), 0);
    fixture_release(f);
}

static inline bool launch(fixture *f, unsigned slot, const char *program, const char *script) {
    mns_launch what;
    mns_launch_init(&what);
    mns_launch_arg(&what, "%s", program);
    mns_launch_arg(&what, "-c");
    mns_launch_arg(&what, "%s", script);
    mns_launch_variable(&what, "PATH", "/usr/bin:/bin");
    mns_launch_variable(&what, "GREETING", "hello there");
    what.folder = f->folder.data;
    what.output = f->log.data;
    what.graceful[0] = SIGTERM;
    what.outlives = f->outlives;
    bool launched = mns_guard_launch(f->guard, slot, &what, &f->message) > 0;
    mns_launch_release(&what);
    return launched;
}

static inline void launch_script(fixture *f, unsigned slot, const char *script) {
    assert_true(launch(f, slot, "/bin/sh", script));
}

static inline int wait_ended(fixture *f, unsigned slot) {
    int status = -1;
    mns_guard_state state = MNS_GUARD_RUNNING;
    for (unsigned i = 0; i < PATIENCE_STEPS && state == MNS_GUARD_RUNNING; i++) {
        state = mns_guard_state_of(f->guard, slot, &status);
        pause_step();
    }
    assert_int_equal(state, MNS_GUARD_ENDED);
    return status;
}

/* The number that a script has written to a file of the folder, once it ends with a newline. */
static inline long number_in(const fixture *f, const char *name) {
    mns_buf text;
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        mns_buf_init(&text);
        if (mns_scratch_read(f->folder.data, name, 100, &text) && text.size > 0 &&
            text.data[text.size - 1] == '\n') {
            long number = strtol(text.data, NULL, 10);
            mns_buf_release(&text);
            return number;
        }
        mns_buf_release(&text);
        pause_step();
    }
    fail_msg("%s was not written", name);
    return 0;
}

static inline void expect_log(const fixture *f, const char *expected) {
    mns_buf text;
    mns_buf_init(&text);
    assert_true(mns_scratch_read(f->folder.data, "log", 1000, &text));
    assert_string_equal(text.data, expected);
    mns_buf_release(&text);
}

#endif
