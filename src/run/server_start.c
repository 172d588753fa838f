/*
 * server_start.c - starts a throw-away server and waits until it answers.
 *
 * From the moment there is a folder there is a guard that removes it: nothing that happens here, or
 * to us, leaves anything behind. A port that was free when it was chosen may be taken when the
 * server wants it; that is seen in its log, and another one is tried.
 */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/loopback.h"
#include "run/scratch.h"
#include "run/server.h"

#define SLOT 0
#define STEP_NS 3000000
#define PORTS_TRIED 5

/* ---- What it starts with ------------------------------------------------------------------------ */

/* Servers refuse to run as root, or should not: the database's own user, else nobody. */
static bool choose_user(minos_server *server, mns_buf *message) {
    server->user = (mns_launch_user){0};
    if (geteuid() != 0) {
        return true;
    }
    const char *names[] = {server->kind->user, "nobody"};
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        struct passwd entry;
        struct passwd *found = NULL;
        char room[4096];
        if (getpwnam_r(names[i], &entry, room, sizeof room, &found) == 0 && found != NULL &&
            entry.pw_uid != 0) {
            server->user = (mns_launch_user){true, entry.pw_uid, entry.pw_gid};
            return true;
        }
    }
    mns_buf_printf(message, "root cannot run %s, and there is no user %s or nobody",
                   server->kind->title, server->kind->user);
    return false;
}

static bool choose_password(minos_server *server, mns_buf *message) {
    unsigned char random[16];
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool read_all = fd >= 0 && read(fd, random, sizeof random) == sizeof random;
    if (fd >= 0) {
        close(fd);
    }
    if (!read_all) {
        mns_buf_str(message, "cannot read /dev/urandom");
        return false;
    }
    static_assert(sizeof server->password == 2 * sizeof random + 1, "two digits a byte");
    for (size_t i = 0; i < sizeof random; i++) {
        snprintf(server->password + 2 * i, 3, "%02x", random[i]);
    }
    return true;
}

static bool fill_folder(minos_server *server, mns_buf *message) {
    const char *folder = server->folder.data;
    mns_buf password;
    mns_buf_init(&password);
    mns_buf_printf(&password, "%s\n", server->password);
    bool filled = mns_scratch_write(folder, MNS_SERVER_PASSWORD, &password, &server->user) &&
                  mns_scratch_add(folder, "data", &server->user);
    mns_buf_release(&password);
    if (filled && server->kind->files != NULL && !server->kind->files(server, message)) {
        return false;
    }
    /* Last: as long as it is ours nobody else can put anything there. */
    if (!filled || !mns_scratch_give(folder, &server->user)) {
        mns_buf_printf(message, "%s: %s", folder, strerror(errno));
        return false;
    }
    return true;
}

/* A launch that has everything but its words. */
static void launch_init(const minos_server *server, mns_launch *launch) {
    mns_launch_init(launch);
    const char *passed[] = {"PATH", "LD_LIBRARY_PATH"};
    for (size_t i = 0; i < MNS_COUNT_OF(passed); i++) {
        const char *value = getenv(passed[i]);
        if (value != NULL) {
            mns_launch_variable(launch, passed[i], value);
        }
    }
    mns_launch_variable(launch, "LC_ALL", "C");
    mns_launch_variable(launch, "TZ", "UTC");
    mns_launch_variable(launch, "HOME", server->folder.data);
    mns_launch_variable(launch, "TMPDIR", server->folder.data);
    launch->folder = server->folder.data;
    launch->output = server->log.data;
    launch->user = server->user;
    memcpy(launch->polite, server->kind->polite, sizeof launch->polite);
    memcpy(launch->quick, server->kind->quick, sizeof launch->quick);
}

/* ---- Waiting ------------------------------------------------------------------------------------ */

typedef struct waiting {
    const volatile sig_atomic_t *interrupts;
    int64_t deadline_ms;
    unsigned start_ms;
} waiting;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits a little; false: it is time to give up, and the message says why. */
static bool wait_step(const minos_server *server, const waiting *w, mns_buf *message) {
    if (w->interrupts != NULL && *w->interrupts > 0) {
        mns_buf_printf(message, "interrupted while %s was starting", server->kind->title);
        return false;
    }
    if (now_ms() > w->deadline_ms) {
        mns_buf_printf(message, "%s did not answer within %u ms", server->kind->title, w->start_ms);
        mns_server_log_end(server, message);
        return false;
    }
    struct timespec step = {.tv_nsec = STEP_NS};
    nanosleep(&step, NULL);
    return true;
}

/* Runs the program that fills the data folder, to its end. */
static bool make(minos_server *server, const waiting *w, mns_buf *message) {
    mns_launch launch;
    launch_init(server, &launch);
    mns_buf input;
    mns_buf_init(&input);
    if (server->kind->made_from != NULL) {
        mns_buf_printf(&input, "%s/%s", server->folder.data, server->kind->made_from);
        launch.input = input.data;
    }
    server->kind->make(server, &launch);
    bool launched = mns_guard_launch(server->guard, SLOT, &launch, message) > 0;
    mns_launch_release(&launch);
    mns_buf_release(&input);
    mns_guard_state state = MNS_GUARD_RUNNING;
    int status = 0;
    while (launched && state == MNS_GUARD_RUNNING) {
        if (!wait_step(server, w, message)) {
            return false;
        }
        state = mns_guard_state_of(server->guard, SLOT, &status);
    }
    if (server->kind->made_from != NULL) {
        mns_scratch_forget(server->folder.data, server->kind->made_from);
    }
    bool made = state == MNS_GUARD_ENDED && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (launched && !made) {
        mns_buf_printf(message, "%s could not make its data folder", server->kind->title);
        mns_server_log_end(server, message);
    }
    return made;
}

typedef enum serving { SERVING, NOT_SERVING, PORT_TAKEN } serving;

/* Starts what its launch says and waits until it answers. */
static serving serve(minos_server *server, const waiting *w, mns_buf *message) {
    server->pid = mns_guard_launch(server->guard, SLOT, &server->launch, message);
    if (server->pid == 0) {
        return NOT_SERVING;
    }
    while (!server->kind->answers(server)) {
        if (mns_guard_state_of(server->guard, SLOT, NULL) != MNS_GUARD_RUNNING) {
            if (mns_server_log_has(server, strerror(EADDRINUSE))) {
                return PORT_TAKEN;
            }
            mns_buf_printf(message, "%s did not start", server->kind->title);
            mns_server_log_end(server, message);
            return NOT_SERVING;
        }
        if (!wait_step(server, w, message)) {
            return NOT_SERVING;
        }
    }
    return SERVING;
}

static bool serve_somewhere(minos_server *server, const waiting *w, mns_buf *message) {
    serving result = PORT_TAKEN;
    for (unsigned i = 0; i < PORTS_TRIED && result == PORT_TAKEN; i++) {
        mns_scratch_forget(server->folder.data, MNS_SERVER_LOG); /* of an earlier try */
        server->port = mns_loopback_port();
        mns_launch_release(&server->launch);
        launch_init(server, &server->launch);
        server->kind->serve(server, &server->launch);
        result = serve(server, w, message);
    }
    if (result == PORT_TAKEN) {
        mns_buf_printf(message, "%s finds no free port", server->kind->title);
        mns_server_log_end(server, message);
    }
    return result == SERVING;
}

/* ---- All of it ---------------------------------------------------------------------------------- */

static bool run_all(minos_server *server, const waiting *w, mns_buf *message) {
    mns_buf_printf(&server->log, "%s/%s", server->folder.data, MNS_SERVER_LOG);
    bool done = !server->log.failed && fill_folder(server, message) &&
                (server->kind->make == NULL || make(server, w, message)) &&
                serve_somewhere(server, w, message);
    if (done) {
        server->kind->url(server, &server->url);
    }
    return done && !server->url.failed;
}

minos_status mns_server_begin(minos_server *server, const minos_server_options *options,
                              mns_buf *message) {
    const waiting w = {options->interrupts, now_ms() + options->start_ms, options->start_ms};
    server->settings = options->settings;
    server->connections = options->clients + MNS_SERVER_SPARE;
    minos_status status = mns_server_settings_check(server->kind, options->settings, message);
    if (status != MINOS_OK) {
        return status;
    }
    if (!mns_server_program(server->kind, &server->program, message) ||
        !choose_user(server, message) || !choose_password(server, message) ||
        !mns_scratch_make(server->kind->schemes[0], &server->folder, message)) {
        return MINOS_EIO;
    }
    server->guard = mns_guard_start(server->folder.data, message);
    if (server->guard == NULL) {
        mns_scratch_remove(server->folder.data);
        return MINOS_EIO;
    }
    if (!run_all(server, &w, message)) {
        mns_guard_end(server->guard);
        return message->size > 0 ? MINOS_EIO : MINOS_ENOMEM;
    }
    if (options->keep) {
        mns_guard_keep(server->guard);
    }
    server->settings = NULL; /* they are in the launch */
    return MINOS_OK;
}

/* ---- Again -------------------------------------------------------------------------------------- */

void mns_server_kill(minos_server *server) {
    mns_guard_signal(server->guard, SLOT, SIGKILL);
    while (mns_guard_state_of(server->guard, SLOT, NULL) == MNS_GUARD_RUNNING) {
        struct timespec step = {.tv_nsec = STEP_NS};
        nanosleep(&step, NULL);
    }
}

bool mns_server_restart(minos_server *server, unsigned start_ms, mns_buf *message) {
    const waiting w = {NULL, now_ms() + start_ms, start_ms};
    return serve(server, &w, message) == SERVING;
}
