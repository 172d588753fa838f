/*
 * nemesis.h - does harm to a database while clients work, and heals it.
 *
 *     seed ── schedule: what, to whom, when, for how long
 *               └── thread: begin a fault ── record it ── wait ── heal it ── record that ── ...
 *
 * One fault at a time. Each beginning and each end is an operation of process :nemesis, Jepsen's
 * way: one when it is tried, one when it is done, with what was done to which nodes. What, when and
 * to whom is decided by the seed alone; how long the injection takes is not. Only processes that are
 * the server's, or were named by the user, are ever signalled.
 */
#ifndef MNS_RUN_NEMESIS_NEMESIS_H
#define MNS_RUN_NEMESIS_NEMESIS_H

#include "run/network/network.h"
#include "run/record/recorder.h"
#include "run/server/server.h"

typedef struct mns_nemesis mns_nemesis;

/* What it can targets. */
typedef struct mns_nemesis_targets {
    minos_server *server; /* NULL: processes, clocks and disks are out of targets */
    mns_network *network; /* NULL: there is none */
    unsigned nodes, clients;
    mns_recorder *recorder;
} mns_nemesis_targets;

/* Do the options make sense for a target with so many nodes? `server`: Minos starts it (or has);
 * `proxied`: something can be put in front of it. False: message. Starts nothing. */
bool mns_nemesis_check(const minos_fault_options *faults, bool server, bool proxied, unsigned nodes,
                       mns_buf *message);
/* True if there is anything to do; and if that takes a network. */
bool mns_nemesis_wanted(const minos_fault_options *faults);
bool mns_nemesis_needs_network(const minos_fault_options *faults);

/* Starts the thread, which waits a while before its first fault. What it reaches outlives it; the
 * options need not. NULL: message. */
mns_nemesis *mns_nemesis_start(const minos_fault_options *faults, uint64_t seed,
                               const mns_nemesis_targets *targets, mns_buf *message);
/* What there is now, such as "kill"; NULL for nothing, and of NULL. From any thread. */
const char *mns_nemesis_fault(const mns_nemesis *nemesis);
/* How many have begun. From any thread. */
unsigned mns_nemesis_count(const mns_nemesis *nemesis);
/* Which kinds of them. From any thread. */
mns_fault_set mns_nemesis_kinds(const mns_nemesis *nemesis);
/* No more faults; what there is is reverted, and servers that are down are started, in its thread. */
void mns_nemesis_end(mns_nemesis *nemesis);
/* The same for a user in a hurry: what is down, and takes time to start, stays down. */
void mns_nemesis_abort(mns_nemesis *nemesis);
/* True once all that is done. */
bool mns_nemesis_is_done(const mns_nemesis *nemesis);
/* Ends it and waits for that; adds lines about what could not be done or reverted. NULL is fine. */
void mns_nemesis_finish(mns_nemesis *nemesis, mns_buf *warnings);

#endif
