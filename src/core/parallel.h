/*
 * parallel.h - runs independent tasks on several threads.
 *
 * Tasks 0 .. count-1 are started in order. Tasks must not share mutable data, so the result does
 * not depend on the number of threads.
 */
#ifndef MNS_PARALLEL_H
#define MNS_PARALLEL_H

#include "core/base.h"

typedef void (*mns_task)(void *context, uint32_t task);

/* Runs all tasks and returns when they are done. The calling thread runs tasks too, so the work is
 * done even if no thread can be started. */
void mns_parallel(unsigned threads, uint32_t count, mns_task task, void *context);

/* The number of threads to use: as requested, at most 256; 0: one for each core. */
unsigned mns_thread_count(unsigned requested);

#endif
