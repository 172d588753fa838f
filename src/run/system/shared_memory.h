/*
 * shared_memory.h - what a process that was killed leaves outside of its folder.
 *
 * Shared memory is named for who made it, and outlives that where nobody comes to remove it:
 * System V segments (PostgreSQL has a small one, by which it sees that it is alone), and those of
 * libfaketime. Only what that process made, and nobody uses, is removed.
 */
#ifndef MNS_RUN_SYSTEM_SHARED_MEMORY_H
#define MNS_RUN_SYSTEM_SHARED_MEMORY_H

#include <sys/types.h>

/* For a process that has ended, before anybody else can have got its number for long. */
void mns_shared_memory_remove(pid_t pid);

#endif
