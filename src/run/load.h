/*
 * load.h - runs the clients and supervises them.
 *
 * The calling thread checks the clients every TICK_NS: it starts the load once all of them have
 * tried to connect, ends it, and interrupts transactions that take too long, so that the run never
 * hangs:
 *
 *     a transaction takes longer than timeout_ms                   interrupted
 *     a transaction is still running some time after the load ends interrupted
 *     the user interrupts twice                                    all are interrupted at once
 *     a client is still connecting when the load ends              gives up (deadline.h)
 *
 * The driver classifies an interrupted transaction. The final reads use the same clients.
 */
#ifndef MNS_RUN_LOAD_H
#define MNS_RUN_LOAD_H

#include "run/answer_times.h"
#include "run/client/client.h"
#include "run/cluster.h"
#include "run/nemesis/nemesis.h"
#include "run/plan.h"
#include "run/record/watch.h"

typedef struct mns_load {
    mns_shared shared;
    const minos_run_options *options;
    const mns_cluster *cluster;
    mns_client *clients;
    mns_nemesis *nemesis;          /* NULL: no faults */
    mns_watch *watch;              /* NULL: the history is not checked during the run */
    uint64_t unreachable_limit_ns; /* how long the server may be unreachable */
    uint64_t progress_at;          /* when progress was last reported */
    uint64_t begun;                /* start of the load, not of the final reads */
    minos_run_end ended;           /* why the load ended */
    double seconds;                /* duration of the load */
    unsigned faults;               /* number of injected faults */
    mns_fault_set fault_kinds;     /* and their kinds */
    mns_spans faulted;             /* when they were in effect */
    mns_answer_times answer_times; /* of the load */
    uint64_t load_ns;              /* its duration without waiting for the last answers */
    uint64_t unread_keys;          /* keys whose requested final read was not answered */
} mns_load;

/* The cluster has its tables and the recorder is running; both outlive the load. False when out of
 * memory: nothing to release. */
bool mns_load_init(mns_load *load, const minos_run_options *options, const mns_cluster *cluster,
                   mns_recorder *recorder, const mns_plan *plan);
/* Closes all connections. */
void mns_load_release(mns_load *load);

/* Runs the load, then the final reads if they are requested and possible. Errors are in
 * shared.status and shared.message; warnings are added to `warnings`, one per line. */
void mns_load_run(mns_load *load, mns_buf *warnings);

#endif
