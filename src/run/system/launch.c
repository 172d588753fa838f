/*
 * launch.c - starts a program as another user, with only the given files and environment.
 *
 * The child reports through a close-on-exec pipe which step failed, so that "no such program" and
 * "permission denied" are known at once and are not mistaken for a program that exited.
 */
#define _GNU_SOURCE /* setgroups, setns */
#include "run/system/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#if defined(__linux__)
#include <sched.h>
#include <sys/prctl.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

void mns_launch_init(mns_launch *launch) {
    *launch = (mns_launch){0};
    mns_buf_init(&launch->args);
    mns_buf_init(&launch->environment);
}

void mns_launch_release(mns_launch *launch) {
    mns_buf_release(&launch->args);
    mns_buf_release(&launch->environment);
}

void mns_launch_arg(mns_launch *launch, const char *format, ...) {
    va_list args;
    va_start(args, format);
    mns_buf_vprintf(&launch->args, format, args);
    va_end(args);
    mns_buf_char(&launch->args, '\0');
}

void mns_launch_variable(mns_launch *launch, const char *name, const char *value) {
    mns_buf_printf(&launch->environment, "%s=%s", name, value);
    mns_buf_char(&launch->environment, '\0');
}

/* The strings of a buffer as an argument vector; NULL when out of memory. */
static char **pointers(const mns_buf *strings) {
    size_t count = 0;
    for (size_t i = 0; i < strings->size; i++) {
        count += strings->data[i] == '\0';
    }
    char **list = calloc(count + 1, sizeof *list);
    for (size_t i = 0, at = 0; list != NULL && i < count; i++) {
        list[i] = strings->data + at;
        at += strlen(list[i]) + 1;
    }
    return list;
}

static bool open_as(int fd, const char *path, int flags) {
    int opened = open(path, flags | O_NOFOLLOW, 0600);
    if (opened < 0) {
        return false;
    }
    return opened == fd || (dup2(opened, fd) == fd && close(opened) == 0);
}

static bool enter(const char *namespace) {
#if defined(__linux__)
    int fd = open(namespace, O_RDONLY | O_CLOEXEC);
    bool entered = fd >= 0 && setns(fd, CLONE_NEWNET) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return entered;
#else
    (void)namespace;
    errno = ENOTSUP;
    return false;
#endif
}

/* Irreversible. */
static bool drop(const mns_launch_user *user) {
    return !user->other ||
           (setgroups(0, NULL) == 0 && setgid(user->gid) == 0 && setuid(user->uid) == 0);
}

/* Linux kills the child when the thread that forked it ends. This setting is lost when the user
 * changes or a privileged program is executed, so it is made after the former; and the parent may
 * be dead already. */
static bool die_with(pid_t parent) {
#if defined(__linux__)
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) {
        return false;
    }
#endif
    errno = ESRCH;
    return getppid() == parent;
}

static void signals_by_default(void) {
    for (int number = 1; number < 32; number++) {
        signal(number, SIG_DFL); /* fails for signals that cannot be caught */
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* In the child: executes the program, or returns the step that failed. */
static const char *become(const mns_launch *launch, pid_t parent, char **args, char **environment) {
    signals_by_default();
    umask(077);
    if (setpgid(0, 0) != 0) {
        return "create a process group";
    }
    if (launch->namespace != NULL && !enter(launch->namespace)) {
        return "enter the network namespace";
    }
    if (!drop(&launch->user)) {
        return "change to an unprivileged user";
    }
    if (!launch->outlives && !die_with(parent)) {
        return "set the parent-death signal";
    }
    if (chdir(launch->folder) != 0) {
        return "enter the folder";
    }
    if (!open_as(0, launch->input != NULL ? launch->input : "/dev/null", O_RDONLY)) {
        return "open the input";
    }
    if (!open_as(1, launch->output, O_WRONLY | O_CREAT | O_APPEND) || dup2(1, 2) != 2) {
        return "open the log";
    }
    assert(args[0] != NULL);
    execve(args[0], args, environment);
    return "run the program";
}

static void report_failure(int fd, const char *step) {
    mns_launch_failure failure = {.error = errno};
    snprintf(failure.step, sizeof failure.step, "%s", step);
    ssize_t written = write(fd, &failure, sizeof failure);
    (void)written; /* there is no other way to report it */
    _exit(127);
}

static bool pipe_open(int fds[2]) {
    if (pipe(fds) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(fds[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

pid_t mns_launch_run(const mns_launch *launch, mns_launch_failure *failure) {
    *failure = (mns_launch_failure){.error = 0, .step = "create a process"};
    char **args = pointers(&launch->args), **environment = pointers(&launch->environment);
    int fds[2];
    pid_t pid = -1;
    if (args == NULL || environment == NULL) {
        failure->error = ENOMEM;
    } else if (!pipe_open(fds)) {
        failure->error = errno;
    } else {
        pid_t parent = getpid();
        pid = fork();
        if (pid == 0) {
            report_failure(fds[1], become(launch, parent, args, environment));
        }
        failure->error = pid < 0 ? errno : 0;
        close(fds[1]);
        mns_launch_failure reported;
        if (pid > 0 && read(fds[0], &reported, sizeof reported) == sizeof reported) {
            *failure = reported; /* the child is reaped like any other */
            pid = -1;
        }
        close(fds[0]);
    }
    free(args);
    free(environment);
    return pid;
}
