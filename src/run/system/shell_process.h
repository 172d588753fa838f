/*
 * shell_process.h - a program run by the shell, with pipes and its own process group.
 *
 * Started with posix_spawn, since other threads are running; it inherits none of our descriptors
 * except standard error, and default signal handling. Reads and writes check a flag several times a
 * second, so that another thread can end them even if a third process holds the pipes open. At the
 * end the whole group is removed: by end of input, then SIGTERM, then SIGKILL.
 */
#ifndef MNS_RUN_SYSTEM_SHELL_PROCESS_H
#define MNS_RUN_SYSTEM_SHELL_PROCESS_H

#include <stdatomic.h>
#include <sys/types.h>

#include "core/buf.h"

typedef struct mns_process {
    pid_t pid;   /* also its process group; 0: none */
    int in, out; /* our ends of its stdin and stdout; -1: closed */
    int status;  /* as from waitpid, once it has exited */
} mns_process;

typedef enum mns_process_result {
    MNS_PROCESS_DONE,
    MNS_PROCESS_GONE,   /* it has closed its end */
    MNS_PROCESS_STOPPED /* the flag was set */
} mns_process_result;

/* False: message. Only one thread at a time starts a process: another one would inherit our ends of
 * the pipes before they are marked close-on-exec. */
bool mns_process_start(mns_process *process, const char *command, char *const environment[],
                       mns_buf *message);

/* Writes all bytes; *written is how many were written when it fails. SIGPIPE must be blocked or
 * ignored. */
mns_process_result mns_process_write(mns_process *process, const char *bytes, size_t size,
                                     const atomic_bool *stop, size_t *written);
/* Appends at least one byte to `in`; or none, with DONE, if `wait` is false and there is none. */
mns_process_result mns_process_read(mns_process *process, mns_buf *in, bool wait,
                                    const atomic_bool *stop);

void mns_process_close_input(mns_process *process);
/* Whether it exits within that time; `stop`, unless NULL, ends the wait. */
bool mns_process_has_ended(const mns_process *process, unsigned within_ms, const atomic_bool *stop);
/* Closes its input, waits up to `grace_ms` for it to exit, less if `stop` is set, then ends it and
 * its group. False if it had to be ended. Does nothing if there is no process. */
bool mns_process_end(mns_process *process, unsigned grace_ms, const atomic_bool *stop);
/* How it ended: "exited with status 3", "was killed by signal 9 (Killed)". */
void mns_process_describe(const mns_process *process, mns_buf *out);

#endif
