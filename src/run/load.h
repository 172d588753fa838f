/*
 * load.h - lets the clients work, and watches over them.
 *
 * The calling thread looks after the clients every TICK_NS: it opens the turns once all have tried
 * to connect, ends them for whatever reason there is, and interrupts whoever is in a transaction
 * for too long. So nothing hangs:
 *
 *     a transaction takes longer than timeout_ms              interrupted
 *     the load has ended, a transaction has not, after a while interrupted
 *     two interrupts by the user                               all are interrupted at once
 *     the load has ended, a client is still connecting         it gives up (deadline.h)
 *
 * What an interrupted transaction came to is the driver's to say. The final reads use the same
 * clients once more.
 */
#ifndef MNS_RUN_LOAD_H
#define MNS_RUN_LOAD_H

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
    mns_nemesis *nemesis;          /* NULL: no harm is done */
    mns_watch *watch;              /* NULL: nobody looks for anomalies meanwhile */
    uint64_t unreachable_limit_ns; /* how long a server may be out of reach */
    uint64_t progress_at;          /* when progress was last told */
    uint64_t begun;                /* the load, not the final reads */
    const char *ended;             /* why it ended */
    double seconds;                /* that it took */
    unsigned faults;               /* that there were, */
    mns_fault_set fault_kinds;     /* and of which kinds */
} mns_load;

/* The cluster has its tables, the recorder is running; both outlive the load. False
 * when out of memory: nothing to release. */
bool mns_load_init(mns_load *load, const minos_run_options *options, const mns_cluster *cluster,
                   mns_recorder *recorder, const mns_plan *plan);
/* Closes all connections. */
void mns_load_release(mns_load *load);

/* The load, then the final reads if they are wanted and possible. What went wrong is in
 * shared.status and shared.message; what the user should know goes to `warnings`, a line each. */
void mns_load_run(mns_load *load, mns_buf *warnings);

#endif
