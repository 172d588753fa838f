/*
 * launch.h - a program to be started: its words, its environment, where, as whom.
 *
 * Words and environment are kept as they travel to the guard, one string after another, each with
 * its NUL. Everything is opened after rights have been dropped, so a program gets at nothing that
 * its user does not.
 */
#ifndef MNS_RUN_SYSTEM_LAUNCH_H
#define MNS_RUN_SYSTEM_LAUNCH_H

#include <sys/types.h>

#include "core/buf.h"

/* How many signals are tried to end a program. */
#define MNS_LAUNCH_SIGNALS 3

typedef struct mns_launch_user {
    bool other; /* than ourselves; only root can */
    uid_t uid;
    gid_t gid;
} mns_launch_user;

typedef struct mns_launch {
    mns_buf args;          /* the first is a path */
    mns_buf environment;   /* NAME=VALUE, all there is */
    const char *folder;    /* to work in */
    const char *input;     /* a file, or NULL for nothing */
    const char *output;    /* a file that stdout and stderr are added to */
    const char *namespace; /* a network namespace's file, entered first; NULL for ours. Linux */
    mns_launch_user user;
    bool
        outlives; /* it goes on when the process that launched it has died; else it is killed. Linux */
    /* To end it, one after the other while it lives; 0 for no more, and SIGKILL comes last in any
     * case. `fast` is for when its owner has died. */
    int graceful[MNS_LAUNCH_SIGNALS], fast[MNS_LAUNCH_SIGNALS];
} mns_launch;

void mns_launch_init(mns_launch *launch);
void mns_launch_release(mns_launch *launch);
void mns_launch_arg(mns_launch *launch, const char *format, ...) MNS_PRINTF(2, 3);
void mns_launch_variable(mns_launch *launch, const char *name, const char *value);

/* What went wrong before the program ran; `step` is where, in words. */
typedef struct mns_launch_failure {
    int error; /* errno; 0: nothing */
    char step[32];
} mns_launch_failure;

/* Forks and executes: the process, or -1 and why. Called in the guard, or by its owner for a
 * program that is waited for; signals start out as by default. */
pid_t mns_launch_run(const mns_launch *launch, mns_launch_failure *failure);

#endif
