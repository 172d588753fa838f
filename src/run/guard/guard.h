/*
 * guard.h - a process between Minos and the servers it starts, which outlives Minos and removes
 * them.
 *
 *     minos ──── socket ──── guard ──┬── server (slot 0)
 *                                    └── server (slot 1) ...
 *
 * The guard starts programs as its children, each in a slot, and handles requests about them. On
 * request, or when the socket closes because its owner was killed or crashed, it ends all programs,
 * waits for them and their orphans, runs the undo commands, removes the folder and exits. It has
 * its own session, so that Ctrl-C on the terminal reaches Minos and not the servers, and it keeps
 * none of our files open.
 *
 * If the guard is killed its programs die too, and its owner cleans up. A guard that was stopped
 * (SIGSTOP) is continued when it does not answer.
 *
 * Requests are answered in order; any thread may send one. To kill a server and launch it again in
 * the same slot: mns_guard_signal_all, mns_guard_state_of until it has ended, mns_guard_launch.
 */
#ifndef MNS_RUN_GUARD_GUARD_H
#define MNS_RUN_GUARD_GUARD_H

#include "run/system/launch.h"

#define MNS_GUARD_SLOTS 16
#define MNS_GUARD_UNDOS 32

typedef struct mns_guard mns_guard;

typedef enum mns_guard_state {
    MNS_GUARD_EMPTY, /* never used */
    MNS_GUARD_RUNNING,
    MNS_GUARD_ENDED,
    MNS_GUARD_LOST /* the guard itself is dead */
} mns_guard_state;

/* Forks, so call it before starting threads. The folder must exist; it is removed at the end with
 * its contents. NULL and a message; the folder then still exists. */
mns_guard *mns_guard_start(const char *folder, mns_buf *message);

/* Starts a program in a slot where none is running, after all orphans of earlier programs have
 * ended: its pid, or 0 and a message. */
pid_t mns_guard_launch(mns_guard *guard, unsigned slot, const mns_launch *launch, mns_buf *message);
/* The state of a slot; does not wait. `status` of an ended program is as from waitpid; may be NULL.
 */
mns_guard_state mns_guard_state_of(mns_guard *guard, unsigned slot, int *status);
/* Signals the program in the slot; false if none is running. */
bool mns_guard_signal(mns_guard *guard, unsigned slot, int number);
/* The same for the program and all its descendants: SIGSTOP and SIGCONT pause and resume all of it,
 * and after SIGKILL none of it runs. */
bool mns_guard_signal_all(mns_guard *guard, unsigned slot, int number);
/* Registers a command that is run at the end, after all programs have ended and before the folder
 * is removed, such as umount. The last one registered runs first; each has some seconds. False: not
 * registered, and a message. */
bool mns_guard_undo(mns_guard *guard, const mns_launch *launch, mns_buf *message);
/* From now on, when the owner exits, programs marked `outlives` and the folder are left as they
 * are. */
void mns_guard_keep(mns_guard *guard);

/* True if the guard itself lives. From any thread; does not block. */
bool mns_guard_is_alive(const mns_guard *guard);
pid_t mns_guard_pid(const mns_guard *guard);

/* Shuts down all programs, runs the undo commands and removes the folder, unless they are kept. If
 * the guard has died, its owner does this. False: something is left, or the guard had died, and a
 * message. */
bool mns_guard_end(mns_guard *guard, mns_buf *message);

#endif
