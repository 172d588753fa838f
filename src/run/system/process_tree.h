/*
 * process_tree.h - signals to a process and to all that it started, however deep.
 *
 * Process groups do not do it: PostgreSQL's processes have sessions of their own. Parents are
 * stopped before their children are listed, so that while the tree is walked nobody is born unseen
 * and no number of somebody who has died can go to a stranger. What must not happen half then
 * happens at once: killed, none of them sees another one die.
 *
 * Linux tells who has started whom (/proc); elsewhere a process group has to do.
 * Cost: a few file reads for each process and thread.
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

/* Adds the children of a process, those that are dead and not yet waited for too. False when out of
 * memory; a process that is not there has none. */
bool mns_process_children(pid_t pid, mns_pids *children);

/* Sends a signal to these and all their descendants: SIGSTOP, SIGCONT, SIGKILL or any other, which
 * they then get where they were. They must be children of ours that were not waited for. False: out
 * of memory, and not all of them got it. */
bool mns_process_tree_signal(const pid_t *roots, size_t count, int number);

#endif
