/*
 * guard_children.h - the programs of a guard, inside its process: start, state, signals, end.
 *
 * Each program is in a slot. Orphans of programs (a killed server's children, daemons) are
 * reparented to the guard where the system supports it. While only one program runs, they belong to
 * it: they get the signals meant for all of it, and are killed before another one starts and at the
 * end.
 */
#ifndef MNS_RUN_GUARD_GUARD_CHILDREN_H
#define MNS_RUN_GUARD_GUARD_CHILDREN_H

#include "run/guard/guard.h"

typedef struct mns_child {
    mns_guard_state state;
    pid_t pid;
    int status;
    bool paused; /* with all its descendants */
    int graceful[MNS_LAUNCH_SIGNALS], fast[MNS_LAUNCH_SIGNALS];
} mns_child;

typedef struct mns_children {
    mns_child slots[MNS_GUARD_SLOTS];
} mns_children;

/* Updates the state of ended programs. */
void mns_children_reap(mns_children *children);
/* Starts a program in a slot: its pid, or -1 and `failure`. */
pid_t mns_children_launch(mns_children *children, unsigned slot, const mns_launch *launch,
                          mns_launch_failure *failure);
/* Runs a program and waits for it, or kills it after some seconds. True if its exit status is 0. */
bool mns_children_run(mns_children *children, const mns_launch *launch);

/* Signals the program in a slot, or also all its descendants: 0 or errno. */
int mns_children_signal(mns_children *children, unsigned slot, int number);
int mns_children_signal_all(mns_children *children, unsigned slot, int number);

/* Ends all programs and orphans; `fast` skips an orderly shutdown. */
void mns_children_end(mns_children *children, bool fast);

#endif
