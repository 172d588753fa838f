/*
 * fault_process.c - kill, pause and restart: our nodes with all their processes, and exactly the
 * processes that the user named (--fault-pid).
 *
 * Our nodes are restarted by mns_nemesis_restart_nodes, whatever fault stopped them. Processes
 * named by the user cannot be restarted by us; the user's revert command must do that. A pid may be
 * reused by another process before it is signalled, so the process start time is compared where the
 * system provides it.
 */
#include <signal.h>

#include "run/nemesis/nemesis_internal.h"
#include "run/server/node_faults.h"
#include "run/system/proc.h"

/* How long a server may take to shut down. */
#define SHUTDOWN_MS 10000

/* ---- Processes named by the user ------------------------------------------------------------- */

bool mns_user_process_find(mns_user_process *process, long pid) {
    *process = (mns_user_process){pid, mns_proc_number(pid, MNS_PROC_START_TIME)};
    return kill((pid_t)pid, 0) == 0;
}

bool mns_user_process_signal(const mns_user_process *process, int number) {
    return mns_proc_number(process->pid, MNS_PROC_START_TIME) == process->start_time &&
           kill((pid_t)process->pid, number) == 0;
}

static bool signal_named(mns_nemesis *nemesis, const mns_fault *fault, int number,
                         mns_buf *message) {
    bool good = true;
    for (unsigned i = 0; i < nemesis->schedule.processes; i++) {
        if ((fault->victims & MNS_VICTIM_PROCESS(i)) != 0 &&
            !mns_user_process_signal(&nemesis->user_processes[i], number)) {
            mns_buf_printf(message, "%sprocess %ld no longer exists", message->size > 0 ? "; " : "",
                           nemesis->user_processes[i].pid);
            good = false;
        }
    }
    return good;
}

/* ---- Our nodes ------------------------------------------------------------------------------- */

typedef bool node_action(mns_node *node);

static bool apply_to_nodes(mns_nemesis *nemesis, const mns_fault *fault, node_action *act,
                           mns_buf *message) {
    bool good = true;
    for (unsigned i = 0; nemesis->targets.server != NULL && i < nemesis->targets.nodes; i++) {
        if ((fault->victims & MNS_VICTIM_NODE(i)) != 0 &&
            !act(&nemesis->targets.server->nodes[i])) {
            mns_buf_printf(message, "%sn%u was not running", message->size > 0 ? "; " : "", i + 1);
            good = false;
        }
    }
    return good;
}

static bool kill_node(mns_node *node) {
    bool running = mns_node_is_running(node);
    mns_node_kill(node);
    return running;
}

static bool stop_node(mns_node *node) {
    bool running = mns_node_is_running(node);
    mns_node_stop(node, SHUTDOWN_MS);
    return running;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Nodes first; user processes are signalled even if a node fails. */
static bool apply_to_all(mns_nemesis *nemesis, const mns_fault *fault, node_action *act, int number,
                         mns_buf *message) {
    bool nodes = apply_to_nodes(nemesis, fault, act, message);
    return signal_named(nemesis, fault, number, message) && nodes;
}

bool mns_fault_process_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    switch (fault->kind) {
    case MNS_FAULT_KILL: return apply_to_all(nemesis, fault, kill_node, SIGKILL, message);
    case MNS_FAULT_PAUSE: return apply_to_all(nemesis, fault, mns_node_pause, SIGSTOP, message);
    default: return apply_to_nodes(nemesis, fault, stop_node, message);
    }
}

bool mns_fault_process_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    if (fault->kind == MNS_FAULT_PAUSE) {
        return apply_to_all(nemesis, fault, mns_node_resume, SIGCONT, message);
    }
    bool named = fault->victims >= MNS_VICTIM_PROCESS(0);
    return !named || mns_fault_command_revert(nemesis, fault, message);
}
