/*
 * process_tree.h - signals a process and all its descendants.
 *
 * Process groups are not enough: PostgreSQL's processes have their own sessions. Parents are
 * stopped before their children are listed, so that no process is created unseen during the walk
 * and no pid is reused. The signal then takes effect on all of them at once: when killed, none sees
 * another one die.
 *
 * Linux lists children in /proc; on other systems the process group is signalled. Cost: a few file
 * reads per process and thread.
 */
#ifndef MNS_RUN_SYSTEM_PROCESS_TREE_H
#define MNS_RUN_SYSTEM_PROCESS_TREE_H

#include <sys/types.h>

#include "core/base.h"

typedef struct mns_pids {
    pid_t *at;
    size_t count, capacity;
} mns_pids;

void mns_pids_release(mns_pids *pids);
bool mns_pids_add(mns_pids *pids, pid_t pid);

/* Appends the children of a process, including zombies. False when out of memory; a process that
 * does not exist has none. */
bool mns_process_children(pid_t pid, mns_pids *children);

/* Sends a signal to these processes and all their descendants: SIGSTOP, SIGCONT, SIGKILL or any
 * other. They must be our children and not waited for. False: out of memory, and not all of them
 * got it. */
bool mns_process_tree_signal(const pid_t *roots, size_t count, int number);

#endif
