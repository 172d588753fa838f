/* shell_process.c - see shell_process.h. */
#include "run/system/shell_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_EVERY_MS 50
#define TERMINATE_MS 1000
#define CHUNK_BYTES (64u << 10)

/* ---- Starting -------------------------------------------------------------------------------- */

static void close_end(int *fd) {
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

/* A close-on-exec pipe; [0] is for reading. */
static bool open_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

/* Own process group, no blocked signals, default actions. An error number, or 0. */
static int prepare(posix_spawnattr_t *attributes) {
    static const int signals[] = {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD};
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (size_t i = 0; i < MNS_COUNT_OF(signals); i++) {
        sigaddset(&defaults, signals[i]);
    }
    int error = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    error = error != 0 ? error : posix_spawnattr_setpgroup(attributes, 0);
    error = error != 0 ? error : posix_spawnattr_setsigmask(attributes, &none);
    return error != 0 ? error : posix_spawnattr_setsigdefault(attributes, &defaults);
}

/* An error number, or 0. */
static int spawn(pid_t *pid, const char *command, char *const environment[], int in, int out) {
    char shell[] = "/bin/sh", option[] = "-c";
    char *copy = strdup(command);
    char *const arguments[] = {shell, option, copy, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (copy == NULL || posix_spawn_file_actions_init(&actions) != 0) {
        free(copy);
        return ENOMEM;
    }
    int error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = prepare(&attributes);
        error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
        error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
        error = error != 0 ? error
                           : posix_spawn(pid, shell, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    free(copy);
    return error;
}

/* Descriptors are shared by all threads, so the lock is global. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

bool mns_process_start(mns_process *process, const char *command, char *const environment[],
                       mns_buf *message) {
    pthread_mutex_lock(&starting);
    *process = (mns_process){.in = -1, .out = -1};
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    int error = 0;
    if (!open_pipe(input) || !open_pipe(output) || fcntl(input[1], F_SETFL, O_NONBLOCK) != 0) {
        error = errno;
    } else {
        error = spawn(&process->pid, command, environment, input[0], output[1]);
    }
    close_end(&input[0]);
    close_end(&output[1]);
    pthread_mutex_unlock(&starting);
    process->in = input[1];
    process->out = output[0];
    if (error != 0) {
        process->pid = 0;
        close_end(&process->in);
        close_end(&process->out);
        mns_buf_printf(message, "cannot start /bin/sh: %s", strerror(error));
    }
    return error == 0;
}

/* ---- Input and output ------------------------------------------------------------------------ */

/* Waits until the descriptor is ready or closed. */
static mns_process_result wait_for(int fd, short events, const atomic_bool *stop) {
    for (;;) {
        struct pollfd entry = {.fd = fd, .events = events};
        if (atomic_load(stop)) {
            return MNS_PROCESS_STOPPED;
        }
        int ready = poll(&entry, 1, LOOK_EVERY_MS);
        if (ready > 0) {
            return MNS_PROCESS_DONE;
        }
        if (ready < 0 && errno != EINTR && errno != EAGAIN) {
            return MNS_PROCESS_GONE;
        }
    }
}

mns_process_result mns_process_write(mns_process *process, const char *bytes, size_t size,
                                     const atomic_bool *stop, size_t *written) {
    *written = 0;
    while (*written < size) {
        ssize_t taken = write(process->in, bytes + *written, size - *written);
        if (taken > 0) {
            *written += (size_t)taken;
            continue;
        }
        if (taken < 0 && errno != EAGAIN && errno != EINTR) {
            return MNS_PROCESS_GONE;
        }
        mns_process_result result = wait_for(process->in, POLLOUT, stop);
        if (result != MNS_PROCESS_DONE) {
            return result;
        }
    }
    return MNS_PROCESS_DONE;
}

mns_process_result mns_process_read(mns_process *process, mns_buf *in, bool wait,
                                    const atomic_bool *stop) {
    char chunk[CHUNK_BYTES];
    if (wait) {
        mns_process_result result = wait_for(process->out, POLLIN, stop);
        if (result != MNS_PROCESS_DONE) {
            return result;
        }
    } else {
        struct pollfd entry = {.fd = process->out, .events = POLLIN};
        if (poll(&entry, 1, 0) <= 0) {
            return MNS_PROCESS_DONE;
        }
    }
    ssize_t size;
    do {
        size = read(process->out, chunk, sizeof chunk);
    } while (size < 0 && errno == EINTR);
    if (size <= 0) {
        return MNS_PROCESS_GONE;
    }
    mns_buf_bytes(in, chunk, (size_t)size);
    return MNS_PROCESS_DONE;
}

/* ---- Ending ---------------------------------------------------------------------------------- */

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Does not reap it, so that its pid is not reused. */
bool mns_process_has_ended(const mns_process *process, unsigned within_ms,
                           const atomic_bool *stop) {
    pid_t pid = process->pid;
    int64_t deadline = now_ms() + within_ms;
    struct timespec pause = {.tv_nsec = 1000000};
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid == pid) {
            return true;
        }
        if (now_ms() >= deadline || (stop != NULL && atomic_load(stop))) {
            return false;
        }
        nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < 16000000 ? pause.tv_nsec * 2 : pause.tv_nsec;
    }
}

void mns_process_close_input(mns_process *process) { close_end(&process->in); }

bool mns_process_end(mns_process *process, unsigned grace_ms, const atomic_bool *stop) {
    close_end(&process->in);
    bool by_itself = true;
    if (process->pid > 0) {
        by_itself = mns_process_has_ended(process, grace_ms, stop);
        if (!by_itself) {
            kill(-process->pid, SIGTERM);
            mns_process_has_ended(process, TERMINATE_MS, NULL);
        }
        /* The rest of the group, including the program itself. */
        kill(-process->pid, SIGKILL);
        while (waitpid(process->pid, &process->status, 0) < 0 && errno == EINTR) {
        }
        process->pid = 0;
    }
    close_end(&process->out);
    return by_itself;
}

void mns_process_describe(const mns_process *process, mns_buf *out) {
    if (WIFSIGNALED(process->status)) {
        int signal = WTERMSIG(process->status);
        mns_buf_printf(out, "was killed by signal %d (%s)", signal, strsignal(signal));
    } else {
        mns_buf_printf(out, "exited with status %d", WEXITSTATUS(process->status));
    }
}
