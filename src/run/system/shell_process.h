/*
 * exec_process.h - a program that is run by the shell, with pipes to it and a process group of its
 * own.
 *
 * Started with posix_spawn, since other threads are at work; all our descriptors are closed in it,
 * signals are as they are for any program, its standard error is ours. Reading and writing look at
 * a flag several times a second, so that another thread can end them, whoever else may hold the
 * pipes open. At the end the whole group is gone, whatever the program has started in it: asked by
 * the end of its input, then by SIGTERM, then killed.
 */
#ifndef MNS_RUN_SYSTEM_SHELL_PROCESS_H
#define MNS_RUN_SYSTEM_SHELL_PROCESS_H

#include <stdatomic.h>
#include <sys/types.h>

#include "core/buf.h"

typedef struct mns_process {
    pid_t pid;   /* 0: none; also its group */
    int in, out; /* our ends, -1: closed */
    int status;  /* as waitpid has it, once it has ended */
} mns_process;

typedef enum mns_process_result {
    MNS_PROCESS_DONE,
    MNS_PROCESS_GONE,   /* it has closed its end */
    MNS_PROCESS_STOPPED /* the flag was set */
} mns_process_result;

/* False: message. One thread at a time starts a process, others wait: it would get our ends of the
 * pipes before they are marked close-on-exec. */
bool mns_process_start(mns_process *process, const char *command, char *const environment[],
                       mns_buf *message);

/* Writes all; *written says how many bytes went before it is over otherwise. SIGPIPE must be
 * blocked or ignored. */
mns_process_result mns_process_write(mns_process *process, const char *bytes, size_t size,
                                     const atomic_bool *stop, size_t *written);
/* Adds at least one byte to `in`, or DONE without any if `wait` is false and there is none. */
mns_process_result mns_process_read(mns_process *process, mns_buf *in, bool wait,
                                    const atomic_bool *stop);

/* Whether it has ended within that time; `stop`, unless it is NULL, ends the wait. */
bool mns_process_has_ended(const mns_process *process, unsigned within_ms, const atomic_bool *stop);
/* Closes its input and gives it `grace_ms` to end by itself, or less if `stop` says so, then ends
 * it and its group. Returns false if it had to be ended. Nothing if there is none. */
bool mns_process_end(mns_process *process, unsigned grace_ms, const atomic_bool *stop);
/* How it ended: "ended with status 3", "was killed by signal 9 (Killed)". */
void mns_process_describe(const mns_process *process, mns_buf *out);

#endif
