/*
 * shared_memory.h - removes shared memory that a killed process has left.
 *
 * Shared memory outlives its creator unless it is removed: System V segments (PostgreSQL has a
 * small one, to detect other instances), and those of libfaketime. Only segments that this process
 * created and that no process uses are removed.
 */
#ifndef MNS_RUN_SYSTEM_SHARED_MEMORY_H
#define MNS_RUN_SYSTEM_SHARED_MEMORY_H

#include <sys/types.h>

/* Call it soon after the process has ended, before its pid is reused. */
void mns_shared_memory_remove(pid_t pid);

#endif
