/* guard.c - the owner's side of a guard: starts it, sends requests, ends it. */
#include "run/guard/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/guard/guard_cleanup.h"
#include "run/guard/guard_wire.h"

/* If there is no answer after this time, the guard may have been stopped by SIGSTOP. */
#define WAKE_MS 200

struct mns_guard {
    pid_t pid;
    int fd;
    pthread_mutex_t request_lock; /* one request at a time; also protects `cleanup` */
    mns_guard_cleanup cleanup;
};

static void guard_free(mns_guard *guard) {
    pthread_mutex_destroy(&guard->request_lock);
    mns_guard_cleanup_release(&guard->cleanup);
    free(guard);
}

mns_guard *mns_guard_start(const char *folder, mns_buf *message) {
    mns_guard *guard = calloc(1, sizeof *guard);
    int fds[2];
    if (guard == NULL || !mns_guard_cleanup_init(&guard->cleanup, folder) ||
        socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0) {
        bool memory = guard == NULL || guard->cleanup.folder.failed;
        mns_buf_printf(message, "cannot create a socket: %s", strerror(memory ? ENOMEM : errno));
        if (guard != NULL) {
            mns_guard_cleanup_release(&guard->cleanup);
        }
        free(guard);
        return NULL;
    }
    /* Programs started elsewhere in this process must not keep our end open after we exit. */
    fcntl(fds[0], F_SETFD, FD_CLOEXEC);
    guard->fd = fds[0];
    pthread_mutex_init(&guard->request_lock, NULL);
    guard->pid = fork();
    if (guard->pid == 0) {
        mns_guard_process(fds[1], folder);
    }
    close(fds[1]);
    if (guard->pid < 0) {
        mns_buf_printf(message, "cannot create a process: %s", strerror(errno));
        close(fds[0]);
        guard_free(guard);
        return NULL;
    }
    return guard;
}

bool mns_guard_is_alive(const mns_guard *guard) {
    struct pollfd end = {.fd = guard->fd};
    return poll(&end, 1, 0) <= 0 || (end.revents & POLLHUP) == 0;
}

pid_t mns_guard_pid(const mns_guard *guard) { return guard->pid; }

/* Waits for an answer or for the end of the guard. */
static void wait_for_answer(const mns_guard *guard) {
    struct pollfd answer = {.fd = guard->fd, .events = POLLIN};
    while (poll(&answer, 1, WAKE_MS) <= 0) {
        kill(guard->pid, SIGCONT);
    }
}

/* Sends a request and replaces it with the answer. */
static bool ask(mns_guard *guard, mns_wire *wire, mns_buf *bytes) {
    wire->size = bytes->size;
    pthread_mutex_lock(&guard->request_lock);
    bool answered = mns_wire_send(guard->fd, wire, bytes->data);
    if (answered) {
        wait_for_answer(guard);
        answered = mns_wire_receive(guard->fd, wire, bytes);
    }
    pthread_mutex_unlock(&guard->request_lock);
    return answered;
}

static bool ask_number(mns_guard *guard, mns_wire *wire) {
    mns_buf none;
    mns_buf_init(&none);
    bool answered = ask(guard, wire, &none);
    mns_buf_release(&none);
    return answered;
}

/* Sends a request that contains a launch; false: message. */
static bool ask_launch(mns_guard *guard, mns_wire *wire, const mns_launch *launch, mns_buf *bytes,
                       mns_buf *message) {
    assert(launch->folder != NULL && launch->output != NULL);
    mns_buf_init(bytes);
    mns_wire_pack(launch, bytes);
    const char *problem = NULL;
    if (bytes->failed) {
        problem = "out of memory";
    } else if (bytes->size > MNS_WIRE_MOST) {
        problem = "the command line is too long";
    } else if (!ask(guard, wire, bytes)) {
        problem = "the guard process of the server is gone";
    }
    if (problem != NULL) {
        mns_buf_str(message, problem);
    }
    return problem == NULL;
}

pid_t mns_guard_launch(mns_guard *guard, unsigned slot, const mns_launch *launch,
                       mns_buf *message) {
    assert(slot < MNS_GUARD_SLOTS);
    mns_wire wire = {.kind = MNS_WIRE_LAUNCH, .slot = slot};
    mns_buf bytes;
    pid_t pid = 0;
    if (!ask_launch(guard, &wire, launch, &bytes, message)) {
        /* message is set */
    } else if (wire.number != 0) {
        mns_launch_failure failure;
        assert(bytes.size == sizeof failure);
        memcpy(&failure, bytes.data, sizeof failure);
        mns_buf_printf(message, "%s: cannot %s: %s", launch->args.data, failure.step,
                       strerror(failure.error));
    } else {
        pid = (pid_t)wire.status;
        pthread_mutex_lock(&guard->request_lock);
        mns_guard_cleanup_add_program(&guard->cleanup, slot, pid);
        pthread_mutex_unlock(&guard->request_lock);
    }
    mns_buf_release(&bytes);
    return pid;
}

mns_guard_state mns_guard_state_of(mns_guard *guard, unsigned slot, int *status) {
    assert(slot < MNS_GUARD_SLOTS);
    mns_wire wire = {.kind = MNS_WIRE_STATE, .slot = slot};
    if (!ask_number(guard, &wire)) {
        return MNS_GUARD_LOST;
    }
    if (status != NULL) {
        *status = wire.status;
    }
    return (mns_guard_state)wire.number;
}

bool mns_guard_signal(mns_guard *guard, unsigned slot, int number) {
    assert(slot < MNS_GUARD_SLOTS);
    mns_wire wire = {.kind = MNS_WIRE_SIGNAL, .slot = slot, .number = number};
    return ask_number(guard, &wire) && wire.number == 0;
}

bool mns_guard_signal_all(mns_guard *guard, unsigned slot, int number) {
    assert(slot < MNS_GUARD_SLOTS);
    mns_wire wire = {.kind = MNS_WIRE_SIGNAL_ALL, .slot = slot, .number = number};
    return ask_number(guard, &wire) && wire.number == 0;
}

bool mns_guard_undo(mns_guard *guard, const mns_launch *launch, mns_buf *message) {
    mns_wire wire = {.kind = MNS_WIRE_UNDO};
    mns_buf bytes, copy;
    mns_buf_init(&copy);
    mns_wire_pack(launch, &copy);
    pthread_mutex_lock(&guard->request_lock);
    mns_guard_cleanup_add_undo(&guard->cleanup, &copy);
    pthread_mutex_unlock(&guard->request_lock);
    mns_buf_release(&copy);
    bool asked = ask_launch(guard, &wire, launch, &bytes, message);
    mns_buf_release(&bytes);
    if (asked && wire.number != 0) {
        mns_buf_printf(message, "cannot register an undo command: %s", strerror(wire.number));
    }
    return asked && wire.number == 0;
}

void mns_guard_keep(mns_guard *guard) {
    mns_wire wire = {.kind = MNS_WIRE_KEEP};
    guard->cleanup.keep = true;
    ask_number(guard, &wire);
}

/* The guard is dead: finish its work. */
static void clean_up_after(mns_guard *guard, mns_buf *message) {
    mns_buf left;
    mns_buf_init(&left);
    bool cleared = mns_guard_cleanup_run(&guard->cleanup, &left);
    mns_buf_printf(message, "the guard process %ld of a server was killed%s%s", (long)guard->pid,
                   cleared ? "; its server and folder were removed" : "",
                   left.data == NULL ? "" : left.data);
    mns_buf_release(&left);
}

bool mns_guard_end(mns_guard *guard, mns_buf *message) {
    mns_wire wire = {.kind = MNS_WIRE_END};
    bool answered = ask_number(guard, &wire);
    close(guard->fd);
    while (waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    if (!answered) {
        clean_up_after(guard, message);
    } else if (wire.number != 0) {
        mns_buf_printf(message, "cannot remove all of %s: %s", guard->cleanup.folder.data,
                       strerror(wire.number));
    }
    guard_free(guard);
    return answered && wire.number == 0;
}
