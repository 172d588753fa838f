/*
 * nemesis_parts.h - what the nemesis is made of; for nemesis*.c and fault_*.c alone.
 *
 * Each sort of fault is one file with two functions: what begins it and what heals it. Both are
 * called in the nemesis' thread, do all they can even if something fails, and then return false and
 * a message: one line. To heal what never began is fine.
 */
#ifndef MNS_RUN_NEMESIS_NEMESIS_INTERNAL_H
#define MNS_RUN_NEMESIS_NEMESIS_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "run/nemesis/nemesis.h"
#include "run/nemesis/schedule.h"

/* A process that the user named. */
typedef struct mns_user_process {
    long pid;
    uint64_t start_time; /* when it was started, as the system counts; 0: not known */
} mns_user_process;

struct mns_nemesis {
    mns_nemesis_targets targets;
    mns_schedule schedule;
    char *command, *heal_command; /* NULL: none */
    long processes[MNS_VICTIM_PROCESSES];
    mns_user_process user_processes[MNS_VICTIM_PROCESSES];

    pthread_t thread;
    pthread_mutex_t lock; /* of these: */
    pthread_cond_t changed;
    bool ending;  /* no more faults */
    bool aborted; /* what is down stays down */

    atomic_bool done;
    atomic_uint count;           /* faults that have begun */
    atomic_uint kinds;           /* a bit for each kind among them */
    _Atomic(const char *) fault; /* that there is now */
    mns_buf warnings;            /* the thread's own until it is over; a line each */
};

/* Fills in what the options say. False: message. */
bool mns_nemesis_prepare(mns_nemesis *nemesis, const minos_fault_options *faults, uint64_t seed,
                         mns_buf *message);

/* Waits that long. False, at once, when there shall be no more faults; */
bool mns_nemesis_wait_unless_ending(mns_nemesis *nemesis, uint64_t ns);
/* or when the user is in a hurry. */
bool mns_nemesis_wait_unless_aborted(mns_nemesis *nemesis, uint64_t ns);

/* Starts all nodes that are down, whatever they died of, and waits until all answer; tries again
 * for a minute. True where there are none that we could start. */
bool mns_nemesis_restart_nodes(mns_nemesis *nemesis, mns_buf *message);

/* ---- Sorts of faults ------------------------------------------------------------------------- */

bool mns_fault_process_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_process_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_network_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_network_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_machine_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_machine_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_command_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);
bool mns_fault_command_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);

/* ---- Processes that the user named ----------------------------------------------------------- */

/* Remembers which process has that number now. False: there is none, or none we may signal. */
bool mns_user_process_find(mns_user_process *process, long pid);
/* Signals it, if it is still the same; false if it is not. */
bool mns_user_process_signal(const mns_user_process *process, int number);

#endif
