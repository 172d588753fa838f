/*
 * schedule.h - the schedule of faults: kind, nodes, start and duration.
 *
 * In: a seed and what is possible. Out: the n-th fault, a function of both and nothing else. Slow
 * injections delay later faults but change nothing else about them. Kinds come in rounds, each kind
 * once per round, so that a short run sees all of them. Each fault has its own stream of random
 * numbers. Cost: a few dozen random numbers per fault.
 */
#ifndef MNS_RUN_NEMESIS_SCHEDULE_H
#define MNS_RUN_NEMESIS_SCHEDULE_H

#include "run/network/network.h"
#include "run/server/fault_kinds.h"

/* Possible victims as bits: nodes, then processes named by the user. */
#define MNS_VICTIM_NODES MNS_NETWORK_NODES
#define MNS_VICTIM_PROCESSES 16
#define MNS_VICTIM_NODE(i) (UINT32_C(1) << (i))
#define MNS_VICTIM_PROCESS(i) (UINT32_C(1) << (MNS_VICTIM_NODES + (i)))

/* Which pairs a network fault affects. The victims are nodes. */
typedef enum mns_fault_shape {
    MNS_SHAPE_CLIENTS,  /* clients and victims */
    MNS_SHAPE_ANSWERS,  /* from victims to clients */
    MNS_SHAPE_CLIENT,   /* one client and all nodes */
    MNS_SHAPE_ALL,      /* victims and all others, clients and nodes */
    MNS_SHAPE_NODES,    /* victims and the other nodes; if all are victims, every pair */
    MNS_SHAPE_INBOUND,  /* from other nodes to victims */
    MNS_SHAPE_OUTBOUND, /* from victims to other nodes */
    MNS_SHAPE_COUNT
} mns_fault_shape;

typedef struct mns_fault {
    unsigned number; /* from 1 */
    mns_fault_kind kind;
    mns_fault_scope scope;
    uint32_t victims;               /* empty for the primary, which is determined at injection */
    mns_fault_shape shape;          /* for network faults, as are the next three */
    unsigned client;                /* for MNS_SHAPE_CLIENT */
    mns_link_conditions conditions; /* while the fault lasts */
    mns_network_break broken;       /* for resets */
    int64_t skew_ms;                /* for clock faults; negative: behind */
    uint64_t wait_ns;               /* from the end of the previous fault */
    uint64_t duration_ns;
} mns_fault;

typedef struct mns_schedule {
    uint64_t seed;
    mns_fault_set kinds; /* at least one */
    unsigned scopes;     /* a bit for each mns_fault_scope, at least one */
    unsigned nodes, clients, processes;
    bool server;        /* we can signal the nodes' processes */
    bool node_links;    /* links between nodes can be faulted */
    bool partitionable; /* or at least partitioned */
    uint64_t every_ns, for_ns;
} mns_schedule;

/* The fault after n others. */
void mns_schedule_at(const mns_schedule *schedule, unsigned n, mns_fault *fault);

/* The fault's :value in the history: an EDN map without its closing brace. `processes` are those
 * named by the user. */
void mns_fault_write(const mns_fault *fault, const long *processes, mns_buf *out);
/* The names of the nodes among the victims, separated by blanks, with `quote` around each. */
void mns_fault_write_nodes(const mns_fault *fault, const char *quote, mns_buf *out);

#endif
