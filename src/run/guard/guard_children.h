/*
 * guard_children.h - the programs of a guard, inside its process: started, looked at, signalled,
 * ended.
 *
 * Each is in a slot. What programs leave behind (a killed server's own children, daemons) falls to
 * the guard, where the system allows that. As long as only one program runs it can only be that
 * one's: it gets the signals that are meant for all of it, and is killed before another one starts
 * and at the end.
 */
#ifndef MNS_RUN_GUARD_GUARD_CHILDREN_H
#define MNS_RUN_GUARD_GUARD_CHILDREN_H

#include "run/guard/guard.h"

typedef struct mns_child {
    mns_guard_state state;
    pid_t pid;
    int status;
    bool paused; /* with all that it started */
    int graceful[MNS_LAUNCH_SIGNALS], fast[MNS_LAUNCH_SIGNALS];
} mns_child;

typedef struct mns_children {
    mns_child slots[MNS_GUARD_SLOTS];
} mns_children;

/* Notes what has ended. */
void mns_children_reap(mns_children *children);
/* Starts a program in a slot: its process, or -1 and why. */
pid_t mns_children_launch(mns_children *children, unsigned slot, const mns_launch *launch,
                          mns_launch_failure *failure);
/* Runs a program to its end, or kills it after some seconds. True if it ended well. */
bool mns_children_run(mns_children *children, const mns_launch *launch);

/* A signal to the program in a slot, or to all that it started too: 0 or errno. */
int mns_children_signal(mns_children *children, unsigned slot, int number);
int mns_children_signal_all(mns_children *children, unsigned slot, int number);

/* Ends all of them, in good order or quickly, and what they left behind. */
void mns_children_end(mns_children *children, bool fast);

#endif
