/*
 * nemesis.h - injects faults into a database while clients run, and reverts them.
 *
 *     seed ── schedule: kind, nodes, start and duration of each fault
 *               └── thread: inject ── record ── wait ── revert ── record ── ...
 *
 * One fault at a time. Like Jepsen, each injection and each revert is recorded as operations of
 * process :nemesis, one before and one after, with the fault and the nodes. The seed alone
 * determines kind, nodes and time; how long an injection takes is not determined. Only processes of
 * our server, or named by the user, are signalled.
 */
#ifndef MNS_RUN_NEMESIS_NEMESIS_H
#define MNS_RUN_NEMESIS_NEMESIS_H

#include "run/network/network.h"
#include "run/record/recorder.h"
#include "run/server/server.h"
#include "run/system/spans.h"

typedef struct mns_nemesis mns_nemesis;

/* What faults can be applied to. */
typedef struct mns_nemesis_targets {
    minos_server *server; /* NULL: no faults of processes, clocks or disks */
    mns_network *network; /* NULL: no network faults */
    unsigned nodes, clients;
    mns_recorder *recorder;
} mns_nemesis_targets;

/* Checks the options for a target with this many nodes. `server`: a throw-away server; `proxied`: a
 * proxy can be put in front of it. False: message. Starts nothing. */
bool mns_nemesis_check(const minos_fault_options *faults, bool server, bool proxied, unsigned nodes,
                       mns_buf *message);
/* True if any fault is requested; and if one of them needs the network proxy. */
bool mns_nemesis_wanted(const minos_fault_options *faults);
bool mns_nemesis_needs_network(const minos_fault_options *faults);

/* Starts the thread, which waits before its first fault. `targets` must outlive it, the options
 * need not. NULL: message. */
mns_nemesis *mns_nemesis_start(const minos_fault_options *faults, uint64_t seed,
                               const mns_nemesis_targets *targets, mns_buf *message);
/* The current fault and its nodes, such as "kill n2"; false: none. From any thread; `nemesis` may
 * be NULL. */
#define MNS_LIMIT_FAULT_TEXT 64
bool mns_nemesis_fault(mns_nemesis *nemesis, char text[MNS_LIMIT_FAULT_TEXT]);
/* Number of faults injected so far. From any thread. */
unsigned mns_nemesis_count(const mns_nemesis *nemesis);
/* Their kinds. From any thread. */
mns_fault_set mns_nemesis_kinds(const mns_nemesis *nemesis);
/* Ends the faults: the thread reverts the current one and restarts servers that are down. */
void mns_nemesis_end(mns_nemesis *nemesis);
/* The same, but does not wait for servers that take time to restart. */
void mns_nemesis_abort(mns_nemesis *nemesis);
/* True once the thread has finished this. */
bool mns_nemesis_is_done(const mns_nemesis *nemesis);
/* Ends the thread and waits for it; adds one line for each fault that failed. *faulted: when faults
 * were in effect, to be released by the caller. NULL is allowed. */
void mns_nemesis_finish(mns_nemesis *nemesis, mns_buf *warnings, mns_spans *faulted);

#endif
