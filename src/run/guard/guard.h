/*
 * guard.h - a process between us and the servers we start, which outlives us.
 *
 *     minos ──── socket ──── guard ──┬── server (slot 0)
 *                                    └── server (slot 1) ...
 *
 * The guard starts programs as its children, each in a slot, and does what it is told about them.
 * When it is told to end, or the socket closes because its owner is gone (killed, crashed), it ends
 * all of them, waits for them and for what they left behind, undoes what was done for them, removes
 * the folder and exits. It has a session of its own, so that Ctrl-C on the terminal reaches us and
 * not the servers, and keeps nothing of ours open.
 *
 * A guard that is killed takes its programs with it; its owner then clears away the rest. One that
 * was stopped (SIGSTOP) is continued when it does not answer.
 *
 * Requests are answered in order; any thread may ask. Killing a server and launching it again in
 * the same slot is mns_guard_signal_all, mns_guard_state_of until it is gone, mns_guard_launch.
 */
#ifndef MNS_RUN_GUARD_GUARD_H
#define MNS_RUN_GUARD_GUARD_H

#include "run/system/launch.h"

#define MNS_GUARD_SLOTS 16
#define MNS_GUARD_UNDOS 32

typedef struct mns_guard mns_guard;

typedef enum mns_guard_state {
    MNS_GUARD_EMPTY, /* nothing was ever launched in the slot */
    MNS_GUARD_RUNNING,
    MNS_GUARD_ENDED,
    MNS_GUARD_LOST /* the guard itself is gone */
} mns_guard_state;

/* Forks, so before there are threads. The folder, which exists, is removed at the end with all that
 * is in it. NULL and a message; the folder is then still there. */
mns_guard *mns_guard_start(const char *folder, mns_buf *message);

/* Starts a program in a slot where none is running, once nothing is left of those that have ended:
 * its process, or 0 and a message. */
pid_t mns_guard_launch(mns_guard *guard, unsigned slot, const mns_launch *launch, mns_buf *message);
/* How it is, without waiting; `status`, of an ended one as waitpid gives it, may be NULL. */
mns_guard_state mns_guard_state_of(mns_guard *guard, unsigned slot, int *status);
/* Sends a signal to what is running in the slot; false if nothing is. */
bool mns_guard_signal(mns_guard *guard, unsigned slot, int number);
/* The same for all that it started too, however deep, and that still lives: SIGSTOP and SIGCONT hold
 * and release all of it, after SIGKILL nothing of it goes on. */
bool mns_guard_signal_all(mns_guard *guard, unsigned slot, int number);
/* A program for the end, once all others have ended and before the folder is removed: it undoes what
 * was done for them, such as a mount. The last one comes first; each has some seconds. False: it
 * will not run, and a message. */
bool mns_guard_undo(mns_guard *guard, const mns_launch *launch, mns_buf *message);
/* From now on the end of the owner leaves programs that outlive their guard, and the folder, as they
 * are. */
void mns_guard_keep(mns_guard *guard);

/* Whether the guard itself still lives; any thread may ask, and no time is spent on it. */
bool mns_guard_is_alive(const mns_guard *guard);
pid_t mns_guard_pid(const mns_guard *guard);

/* Ends all programs, politely, undoes, and removes the folder, unless they are kept. Where the guard
 * has died its owner does so. False: something is left, or the guard had died, and a message. */
bool mns_guard_end(mns_guard *guard, mns_buf *message);

#endif
