/*
 * schedule.h - which faults there will be: what, on whom, when, for how long.
 *
 * In: a seed, and what can be done at all. Out: the n-th fault, a function of both and of nothing
 * else; how long the injection takes shifts the rest, and changes nothing else of it. Kinds come in
 * rounds, each of them once in a round, so that a short run sees all of them. Each fault has a
 * stream of random numbers of its own. Cost: a few dozen numbers for each fault.
 */
#ifndef MNS_RUN_NEMESIS_SCHEDULE_H
#define MNS_RUN_NEMESIS_SCHEDULE_H

#include "run/network/network.h"
#include "run/server/fault_kinds.h"

/* Who can inject_and_revert, as bits: nodes, then processes that the user named. */
#define MNS_VICTIM_NODES MNS_NETWORK_NODES
#define MNS_VICTIM_PROCESSES 16
#define MNS_VICTIM_NODE(i) (UINT32_C(1) << (i))
#define MNS_VICTIM_PROCESS(i) (UINT32_C(1) << (MNS_VICTIM_NODES + (i)))

/* Between whom the network fails. The victims are nodes. */
typedef enum mns_fault_shape {
    MNS_SHAPE_CLIENTS,  /* clients and victims */
    MNS_SHAPE_ANSWERS,  /* what victims send to clients */
    MNS_SHAPE_CLIENT,   /* one client and all nodes */
    MNS_SHAPE_ALL,      /* victims, and clients and the other nodes */
    MNS_SHAPE_NODES,    /* victims and the other nodes; if all are victims, each and each other */
    MNS_SHAPE_INBOUND,  /* what other nodes send to victims */
    MNS_SHAPE_OUTBOUND, /* what victims send to other nodes */
    MNS_SHAPE_COUNT
} mns_fault_shape;

typedef struct mns_fault {
    unsigned number; /* from 1 */
    mns_fault_kind kind;
    mns_fault_scope scope;
    uint32_t victims;               /* of a primary none: who that is pacing out when it happens */
    mns_fault_shape shape;          /* of a network's: these three */
    unsigned client;                /* the one, if it is about one */
    mns_link_conditions conditions; /* ... while it lasts, */
    mns_network_break broken;       /* or what is done to connections */
    int64_t skew_ms;                /* of a clock's: less than 0 is behind */
    uint64_t wait_ns;               /* between the end of the one before and its beginning */
    uint64_t duration_ns;
} mns_fault;

typedef struct mns_schedule {
    uint64_t seed;
    mns_fault_set kinds; /* at least one */
    unsigned scopes;     /* a bit for each mns_fault_scope, at least one */
    unsigned nodes, clients, processes;
    bool server;        /* nodes have processes that can be reached */
    bool node_links;    /* there is something between nodes that can fail */
    bool partitionable; /* or at least be cut */
    uint64_t every_ns, for_ns;
} mns_schedule;

/* The fault that comes after n others. */
void mns_schedule_at(const mns_schedule *schedule, unsigned n, mns_fault *fault);

/* A fault's value in the history: a map in EDN, without its closing brace. `processes` are those
 * that the user named. */
void mns_fault_write(const mns_fault *fault, const long *processes, mns_buf *out);
/* The names of nodes among the victims: with `quote` around each, blanks between them. */
void mns_fault_write_nodes(const mns_fault *fault, const char *quote, mns_buf *out);

#endif
