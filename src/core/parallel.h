/*
 * parallel.h - run independent tasks on several threads.
 *
 * Tasks 0 .. count-1 are handed out in order; each must touch only what is its own, so the outcome
 * does not depend on the number of threads or on who ran what.
 */
#ifndef MNS_PARALLEL_H
#define MNS_PARALLEL_H

#include "core/base.h"

typedef void (*mns_task)(void *context, uint32_t task);

/* Runs all tasks and returns when they are done. The calling thread works too; where a thread
 * cannot be started the others do its share. */
void mns_parallel(unsigned threads, uint32_t count, mns_task task, void *context);

/* The number of threads to use for a wish: 0 means the machine's cores; at most 256. */
unsigned mns_thread_count(unsigned wish);

#endif
