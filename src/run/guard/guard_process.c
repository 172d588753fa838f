/*
 * guard_process.c - the guard process: a loop over requests, and the cleanup at the end.
 *
 * Single-threaded; it waits only for the next request. At the end it ends the programs
 * (guard_children.h), runs the undo commands, last first, and removes the folder.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "run/guard/guard_children.h"
#include "run/guard/guard_wire.h"
#include "run/system/scratch.h"

/* The socket's descriptor, after the three standard files. */
#define SOCKET 3

typedef struct guard {
    mns_children children;
    mns_buf undo[MNS_GUARD_UNDOS]; /* packed launches */
    unsigned undo_count;
    const char *folder;
    bool keep;
} guard;

/* ---- Ending ---------------------------------------------------------------------------------- */

/* False if one of them failed. */
static bool undo_all(guard *g) {
    bool undone = true;
    while (g->undo_count > 0) {
        mns_launch what;
        undone = mns_wire_unpack(&g->undo[--g->undo_count], &what) &&
                 mns_children_run(&g->children, &what) && undone;
        mns_launch_release(&what);
    }
    return undone;
}

/* Ends everything: 0, or the errno of what could not be removed. */
static int end(guard *g, bool fast) {
    if (g->keep) {
        return 0;
    }
    mns_children_end(&g->children, fast);
    bool undone = undo_all(g);
    if (!mns_scratch_remove(g->folder)) {
        return errno;
    }
    return undone ? 0 : EIO;
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void launch(guard *g, mns_wire *wire, mns_buf *bytes) {
    mns_launch_failure failure = {.error = ENOMEM, .step = "create a process"};
    mns_launch what;
    if (mns_wire_unpack(bytes, &what)) {
        wire->status = (int32_t)mns_children_launch(&g->children, wire->slot, &what, &failure);
    }
    mns_launch_release(&what);
    wire->number = failure.error;
    mns_buf_clear(bytes);
    mns_buf_bytes(bytes, (const char *)&failure, sizeof failure);
}

static int add_undo(guard *g, const mns_buf *bytes) {
    if (g->undo_count == MNS_GUARD_UNDOS) {
        return ENOSPC;
    }
    mns_buf *copy = &g->undo[g->undo_count];
    mns_buf_init(copy);
    mns_buf_bytes(copy, bytes->data, bytes->size);
    if (copy->failed) {
        mns_buf_release(copy);
        return ENOMEM;
    }
    g->undo_count++;
    return 0;
}

/* Handles a request and turns it into its answer. True after the last request. */
static bool serve(guard *g, mns_wire *wire, mns_buf *bytes) {
    mns_children *c = &g->children;
    mns_children_reap(c);
    unsigned slot = wire->slot < MNS_GUARD_SLOTS ? wire->slot : 0;
    switch ((mns_wire_kind)wire->kind) {
    case MNS_WIRE_LAUNCH: launch(g, wire, bytes); break;
    case MNS_WIRE_STATE:
        wire->number = (int32_t)c->slots[slot].state;
        wire->status = c->slots[slot].status;
        break;
    case MNS_WIRE_SIGNAL: wire->number = mns_children_signal(c, slot, wire->number); break;
    case MNS_WIRE_SIGNAL_ALL: wire->number = mns_children_signal_all(c, slot, wire->number); break;
    case MNS_WIRE_UNDO: wire->number = add_undo(g, bytes); break;
    case MNS_WIRE_KEEP: g->keep = true; break;
    case MNS_WIRE_END: wire->number = end(g, false); return true;
    }
    return false;
}

/* ---- The process ----------------------------------------------------------------------------- */

static volatile sig_atomic_t end_requested;

static void on_signal(int number) {
    (void)number;
    end_requested = 1;
}

/* Closes everything but the socket: readers of our output must see its end. */
static void close_others(void) {
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < SOCKET; fd++) {
        dup2(nothing, fd);
    }
    DIR *open_ones = opendir("/dev/fd");
    if (open_ones == NULL) {
        for (int fd = SOCKET + 1; fd < sysconf(_SC_OPEN_MAX); fd++) {
            close(fd);
        }
        return;
    }
    int listing = dirfd(open_ones);
    for (struct dirent *entry; (entry = readdir(open_ones)) != NULL;) {
        int fd = (int)strtol(entry->d_name, NULL, 10);
        if (fd > SOCKET && fd != listing) {
            close(fd);
        }
    }
    closedir(open_ones);
}

/* Its own session, default signal handling, and adoption of orphans. */
static void set_up_process(sigset_t *while_waiting) {
    setsid();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int number = 1; number < 32; number++) {
        sigaction(number, &action, NULL);
    }
    action.sa_handler = on_signal;
    sigemptyset(while_waiting);
    const int ends[] = {SIGTERM, SIGINT, SIGHUP};
    for (size_t i = 0; i < MNS_COUNT_OF(ends); i++) {
        sigaction(ends[i], &action, NULL);
    }
#if defined(__linux__)
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    prctl(PR_SET_NAME, "minos-guard", 0, 0, 0);
#endif
}

/* Waits for a request; false at the end: the owner is gone or a signal arrived. */
static bool next(const sigset_t *while_waiting, mns_wire *wire, mns_buf *bytes) {
    while (!end_requested) {
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(SOCKET, &readable);
        if (pselect(SOCKET + 1, &readable, NULL, NULL, NULL, while_waiting) > 0) {
            return mns_wire_receive(SOCKET, wire, bytes);
        }
    }
    return false;
}

void mns_guard_process(int fd, const char *folder) {
    sigset_t while_waiting;
    set_up_process(&while_waiting);
    dup2(fd, SOCKET);
    close_others();
    fcntl(SOCKET, F_SETFD, FD_CLOEXEC);
    guard g = {.folder = folder};
    mns_buf bytes;
    mns_buf_init(&bytes);
    mns_wire wire;
    while (next(&while_waiting, &wire, &bytes)) {
        bool over = serve(&g, &wire, &bytes);
        wire.size = wire.kind == MNS_WIRE_LAUNCH ? bytes.size : 0;
        mns_wire_send(SOCKET, &wire, bytes.data);
        if (over) {
            _exit(0);
        }
    }
    end(&g, true);
    _exit(0);
}
