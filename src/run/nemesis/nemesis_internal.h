/*
 * nemesis_internal.h - the data structures of the nemesis; for src/run/nemesis only.
 *
 * Each family of faults is one file with two functions, inject and revert. Both run in the nemesis
 * thread, continue after errors as far as possible, and then return false and a message of one
 * line. Reverting a fault that was not injected is allowed.
 */
#ifndef MNS_RUN_NEMESIS_NEMESIS_INTERNAL_H
#define MNS_RUN_NEMESIS_NEMESIS_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "run/nemesis/nemesis.h"
#include "run/nemesis/schedule.h"
#include "run/system/spans.h"

/* A process named by the user (--fault-pid). */
typedef struct mns_user_process {
    long pid;
    uint64_t start_time; /* /proc start time; 0: unknown */
} mns_user_process;

struct mns_nemesis {
    mns_nemesis_targets targets;
    mns_schedule schedule;
    char *command, *heal_command; /* NULL: none */
    long processes[MNS_VICTIM_PROCESSES];
    mns_user_process user_processes[MNS_VICTIM_PROCESSES];

    pthread_t thread;
    pthread_mutex_t lock; /* protects the next three */
    pthread_cond_t changed;
    bool ending;                      /* inject no more faults */
    char fault[MNS_LIMIT_FAULT_TEXT]; /* the current fault and its nodes; "": none */
    bool aborted;                     /* do not wait for servers */

    atomic_bool done;
    atomic_uint count; /* faults injected so far */
    atomic_uint kinds; /* one bit for each kind of these */
    mns_buf warnings;  /* one per line; owned by the thread until it is done */
    mns_spans faulted; /* from the start of each fault until it was reverted; likewise */
};

/* Reads the options. False: message. */
bool mns_nemesis_prepare(mns_nemesis *nemesis, const minos_fault_options *faults, uint64_t seed,
                         mns_buf *message);

/* Waits for `ns`. False, at once, when no more faults are to be injected. */
bool mns_nemesis_wait_unless_ending(mns_nemesis *nemesis, uint64_t ns);
/* The same; false when the user does not want to wait. */
bool mns_nemesis_wait_unless_aborted(mns_nemesis *nemesis, uint64_t ns);

/* Starts all nodes that are down and waits until they are ready; retries for one minute. True if
 * there is no server that we could start. */
bool mns_nemesis_restart_nodes(mns_nemesis *nemesis, mns_buf *message);

/* ---- Families of faults ---------------------------------------------------------------------- */

bool mns_fault_process_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_process_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_network_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_network_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_machine_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_machine_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_command_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_command_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);

/* ---- Processes named by the user ------------------------------------------------------------- */

/* Stores pid and start time. False: no such process, or no permission to signal it. */
bool mns_user_process_find(mns_user_process *process, long pid);
/* Signals the process if the pid still belongs to it; otherwise false. */
bool mns_user_process_signal(const mns_user_process *process, int number);

#endif
