/*
 * launch.h - a program to be started: arguments, environment, folder, user.
 *
 * Arguments and environment are stored as they are sent to the guard: consecutive strings, each
 * with its NUL. Files are opened after privileges have been dropped, so a program can only access
 * what its user can.
 */
#ifndef MNS_RUN_SYSTEM_LAUNCH_H
#define MNS_RUN_SYSTEM_LAUNCH_H

#include <sys/types.h>

#include "core/buf.h"

/* Number of signals that are tried to end a program. */
#define MNS_LAUNCH_SIGNALS 3

typedef struct mns_launch_user {
    bool other; /* not the current user; needs root */
    uid_t uid;
    gid_t gid;
} mns_launch_user;

typedef struct mns_launch {
    mns_buf args;          /* the first is a path */
    mns_buf environment;   /* NAME=VALUE, the complete environment */
    const char *folder;    /* working folder */
    const char *input;     /* stdin: a file, or NULL for /dev/null */
    const char *output;    /* a file that stdout and stderr are appended to */
    const char *namespace; /* file of a network namespace to enter; NULL: none. Linux */
    mns_launch_user user;
    bool outlives; /* survives the death of its parent; otherwise it is killed then. Linux */
    /* Signals to end it, in sequence while it runs; 0 for none; SIGKILL is always last. `fast` is
     * used after its owner has died. */
    int graceful[MNS_LAUNCH_SIGNALS], fast[MNS_LAUNCH_SIGNALS];
} mns_launch;

void mns_launch_init(mns_launch *launch);
void mns_launch_release(mns_launch *launch);
void mns_launch_arg(mns_launch *launch, const char *format, ...) MNS_PRINTF(2, 3);
void mns_launch_variable(mns_launch *launch, const char *name, const char *value);

/* An error before the program ran; `step` describes what failed. */
typedef struct mns_launch_failure {
    int error; /* errno; 0: no error */
    char step[32];
} mns_launch_failure;

/* Forks and executes: the pid, or -1 and `failure`. Called in the guard, or by its owner for a
 * program that it waits for; all signals have their default action. */
pid_t mns_launch_run(const mns_launch *launch, mns_launch_failure *failure);

#endif
