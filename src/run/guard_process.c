/*
 * guard_process.c - the guard itself: a loop over requests, and how everything ends.
 *
 * It has one thread and waits in one place, for the next request. Children are looked at when they
 * are asked for. Ending goes in rounds: each round sends the next signal of every program that
 * still runs and waits a while for all of them. What programs leave behind (a killed server's own
 * children) falls to the guard, where the system allows that, and is killed before the folder is
 * removed.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "run/guard.h"
#include "run/guard_wire.h"
#include "run/scratch.h"

/* How long each signal may take to work, in steps of 5 ms: what ends a server in good order may
 * have to write a checkpoint; once its owner has died nobody has use for that. */
#define STEP_NS 5000000
#define POLITE_STEPS 1000
#define QUICK_STEPS 400
/* Where the other end of the socket is kept, beside the three standard files. */
#define SOCKET 3

typedef struct slot {
    mns_guard_state state;
    pid_t pid;
    int status;
    int polite[MNS_LAUNCH_SIGNALS], quick[MNS_LAUNCH_SIGNALS];
} slot;

typedef struct guard {
    slot slots[MNS_GUARD_SLOTS];
    const char *folder;
    bool keep;
} guard;

/* ---- Children ----------------------------------------------------------------------------------- */

/* Notes what has ended. */
static void reap(guard *g) {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
            slot *s = &g->slots[i];
            if (s->state == MNS_GUARD_RUNNING && s->pid == pid) {
                s->state = MNS_GUARD_ENDED;
                s->status = status;
            }
        }
    }
}

static bool any_running(const guard *g) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        if (g->slots[i].state == MNS_GUARD_RUNNING) {
            return true;
        }
    }
    return false;
}

static void pause_step(void) {
    struct timespec step = {.tv_nsec = STEP_NS};
    nanosleep(&step, NULL);
}

static void round_of_signals(guard *g, bool quick, unsigned round) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        slot *s = &g->slots[i];
        int number = round == MNS_LAUNCH_SIGNALS ? SIGKILL
                     : quick                     ? s->quick[round]
                                                 : s->polite[round];
        if (s->state == MNS_GUARD_RUNNING && number != 0) {
            kill(s->pid, number);
            kill(s->pid, SIGCONT); /* a paused one would not notice */
        }
    }
}

/* True if some program that runs has a signal in that round: else there is nothing to wait for. */
static bool has_round(const guard *g, bool quick, unsigned round) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        const slot *s = &g->slots[i];
        if (s->state == MNS_GUARD_RUNNING &&
            (round == MNS_LAUNCH_SIGNALS || (quick ? s->quick : s->polite)[round] != 0)) {
            return true;
        }
    }
    return false;
}

static bool is_running(const guard *g, pid_t pid) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        if (g->slots[i].state == MNS_GUARD_RUNNING && g->slots[i].pid == pid) {
            return true;
        }
    }
    return false;
}

/* Kills children of programs that have ended, which are ours now; false when there are none. They
 * keep their numbers until they are waited for, so nobody else can have got one of these. */
static bool kill_left(const guard *g) {
    bool any = false;
#if defined(__linux__)
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *list = fopen(path, "r");
    char word[32];
    while (list != NULL && fscanf(list, "%31s", word) == 1) {
        pid_t pid = (pid_t)strtol(word, NULL, 10);
        if (pid > 1 && !is_running(g, pid)) {
            kill(pid, SIGKILL);
            any = true;
        }
    }
    if (list != NULL) {
        fclose(list);
    }
#else
    (void)g;
#endif
    return any;
}

static void end_left(guard *g) {
    reap(g);
    for (unsigned i = 0; i < POLITE_STEPS && kill_left(g); i++) {
        pause_step();
        reap(g);
    }
}

static void end_children(guard *g, bool quick) {
    unsigned steps = quick ? QUICK_STEPS : POLITE_STEPS;
    reap(g);
    for (unsigned round = 0; round <= MNS_LAUNCH_SIGNALS && any_running(g); round++) {
        if (has_round(g, quick, round)) {
            round_of_signals(g, quick, round);
            for (unsigned i = 0; i < steps && any_running(g); i++) {
                pause_step();
                reap(g);
            }
        }
    }
    end_left(g);
}

/* The end of everything: 0, or the errno of what could not be removed. */
static int end(guard *g, bool quick) {
    if (g->keep) {
        return 0;
    }
    end_children(g, quick);
    return mns_scratch_remove(g->folder) ? 0 : errno;
}

/* ---- Requests ----------------------------------------------------------------------------------- */

static void launch(guard *g, mns_wire *wire, mns_buf *bytes) {
    slot *s = &g->slots[wire->slot];
    mns_launch_failure failure = {.error = EBUSY, .step = "use its place"};
    mns_launch what;
    if (!mns_wire_unpack(bytes, &what)) {
        failure.error = ENOMEM;
    } else if (s->state != MNS_GUARD_RUNNING) {
        end_left(g); /* a server does not start beside what is left of it */
        pid_t pid = mns_launch_run(&what, &failure);
        if (pid > 0) {
            wire->status = (int32_t)pid;
            *s = (slot){.state = MNS_GUARD_RUNNING, .pid = pid};
            memcpy(s->polite, what.polite, sizeof s->polite);
            memcpy(s->quick, what.quick, sizeof s->quick);
        }
    }
    mns_launch_release(&what);
    wire->number = failure.error;
    mns_buf_clear(bytes);
    mns_buf_bytes(bytes, (const char *)&failure, sizeof failure);
}

/* Does what is asked, and turns the request into its answer. True at the end of everything. */
static bool serve(guard *g, mns_wire *wire, mns_buf *bytes) {
    reap(g);
    slot *s = &g->slots[wire->slot < MNS_GUARD_SLOTS ? wire->slot : 0];
    switch ((mns_wire_kind)wire->kind) {
    case MNS_WIRE_LAUNCH: launch(g, wire, bytes); break;
    case MNS_WIRE_STATE:
        wire->number = (int32_t)s->state;
        wire->status = s->status;
        break;
    case MNS_WIRE_SIGNAL:
        wire->number = s->state != MNS_GUARD_RUNNING     ? ESRCH
                       : kill(s->pid, wire->number) != 0 ? errno
                                                         : 0;
        break;
    case MNS_WIRE_KEEP: g->keep = true; break;
    case MNS_WIRE_END: wire->number = end(g, false); return true;
    }
    return false;
}

/* ---- The process -------------------------------------------------------------------------------- */

static volatile sig_atomic_t told_to_go;

static void on_signal(int number) {
    (void)number;
    told_to_go = 1;
}

/* Closes everything but the socket; programs of ours that wait for the end of our output must see
 * it. */
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

/* A session of its own, signals that mean the same wherever it was started, and the children of its
 * children. */
static void settle(sigset_t *while_waiting) {
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

/* Waits for a request; false if this is the end: the owner or somebody told us to go. */
static bool next(const sigset_t *while_waiting, mns_wire *wire, mns_buf *bytes) {
    while (!told_to_go) {
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
    settle(&while_waiting);
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
