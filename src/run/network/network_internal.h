/*
 * network_parts.h - what the network is made of; for network*.c alone.
 *
 *     link (a port) ──accept──► connection: near socket ══ out ══► far socket
 *                                                       ◄═ back ══
 *
 * A connection is two sockets and two flows. A flow is a ring of bytes, the moments at which they
 * may go on, and what comes after the last of them. All sockets belong to the network's thread:
 * other threads change rules and marks, under the one lock, and wake it.
 */
#ifndef MNS_RUN_NETWORK_NETWORK_INTERNAL_H
#define MNS_RUN_NETWORK_NETWORK_INTERNAL_H

#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

#include "generate/random.h"
#include "run/network/network.h"

/* Who nobody could find out; only what is said of anybody is true of it. */
#define NETWORK_UNKNOWN (UINT_MAX - 2)
/* Bytes that wait in one direction, and the moments that are end_sent apart among them. */
#define NETWORK_RING_BYTES (64u << 10)
#define NETWORK_CHUNKS 256
/* Addresses of a host that are tried, one after the other. */
#define NETWORK_ADDRESSES 4
/* How long nothing is accepted after a lack of descriptors or memory. */
#define NETWORK_BACKOFF_MS 20
#define NETWORK_NS_PER_MS UINT64_C(1000000)

/* ---- Weather ------------------------------------------------------------------------------------ */

typedef struct mns_network_rule {
    unsigned from, to;
    mns_link_conditions conditions;
} mns_network_rule;

/* Later rules win; none is there that a later one covers. */
typedef struct mns_network_rules {
    mns_network_rule *items;
    size_t count, capacity;
} mns_network_rules;

/* False: out of memory, and nothing has changed. */
bool mns_network_rules_add(mns_network_rules *rules, unsigned from, unsigned to,
                           const mns_link_conditions *conditions);
mns_link_conditions mns_network_rules_find(const mns_network_rules *rules, unsigned from,
                                           unsigned to);
/* True if `end` is what `pattern` stands for. */
bool mns_network_covers(unsigned pattern, unsigned end);

/* ---- Flows -------------------------------------------------------------------------------------- */

typedef enum mns_flow_end { MNS_FLOW_OPEN, MNS_FLOW_FINISHED, MNS_FLOW_RESET } mns_flow_end;

/* Some bytes that came at a time, and when they may go on. */
typedef struct mns_chunk {
    uint64_t due_ns;
    size_t size;
} mns_chunk;

typedef struct mns_flow {
    mns_link_conditions conditions;
    mns_random random;
    mns_flow_end end;            /* what its source did after the last byte, */
    uint64_t end_ns;             /* when that may be end_sent, */
    bool end_sent;               /* and that it has been */
    bool blocked;                /* its target takes nothing now */
    uint64_t paced_ns;           /* what has been sent was sent as if until then */
    unsigned first, chunk_count; /* in `moment`, a ring */
    size_t start, size;          /* in `ring` */
    mns_chunk chunk[NETWORK_CHUNKS];
    unsigned char ring[NETWORK_RING_BYTES];
} mns_flow;

void mns_flow_init(mns_flow *flow, mns_random random);
/* True if it would take more bytes. */
bool mns_flow_has_room(const mns_flow *flow);
/* Reads once. */
void mns_flow_read(mns_flow *flow, int source, uint64_t now);
/* Its source can be read no further, whatever it says itself. */
void mns_flow_break(mns_flow *flow, uint64_t now);
/* Sends what is due; false if the target is gone. */
bool mns_flow_write(mns_flow *flow, int target, uint64_t now);
/* True if all bytes have gone on, and so may the end. */
bool mns_flow_is_over(const mns_flow *flow, uint64_t now);
/* Forgets what waits. */
void mns_flow_empty(mns_flow *flow);
/* When there is something to do that no socket tells; UINT64_MAX: never. */
uint64_t mns_flow_next_ns(const mns_flow *flow);

/* ---- Connections: driver.h has that name, so connections ------------------------------------------- */

typedef enum mns_proxy_state {
    MNS_PROXY_WAITING,    /* not passed on yet: the way is cut */
    MNS_PROXY_CONNECTING, /* to the far side */
    MNS_PROXY_OPEN,
    MNS_PROXY_HALF_OPEN, /* the far side is closed, and the near one must not know */
    MNS_PROXY_CLOSED
} mns_proxy_state;

/* Two sides of a connection: flow[NEAR] carries what the near side sends. */
enum { NEAR, FAR, SIDES };

typedef struct mns_link {
    unsigned from, to;
    int listener;
    unsigned port;
    size_t polled; /* its place among what is polled, from 1; 0: none */
    unsigned address_count;
    struct sockaddr_storage addresses[NETWORK_ADDRESSES];
    socklen_t sizes[NETWORK_ADDRESSES];
} mns_link;

typedef struct mns_proxy_connection {
    const mns_link *link;
    unsigned from, to;
    unsigned port; /* of the near side's other end */
    mns_proxy_state state;
    unsigned addresses_tried; /* addresses */
    bool break_requested;     /* at the thread's next turn, */
    mns_network_break break_mode;
    int socket[SIDES];
    bool lost[SIDES];     /* it takes nothing any more */
    size_t polled[SIDES]; /* places among what is polled, from 1; 0: none */
    mns_flow flow[SIDES];
} mns_proxy_connection;

/* Takes over a socket that was accepted; NULL when out of memory. */
mns_proxy_connection *mns_proxy_connection_new(const mns_link *link, int near, mns_random random);
/* Closes what is open and frees it. */
void mns_proxy_connection_free(mns_proxy_connection *connection, bool reset);
/* Does what can be done, given what poll said of its sockets. */
void mns_proxy_connection_step(mns_proxy_connection *connection, const short ready[SIDES],
                               uint64_t now);
/* What to ask poll for, perhaps only whether it is there; false: not even that. */
bool mns_proxy_connection_events(const mns_proxy_connection *connection, unsigned side,
                                 short *events);
uint64_t mns_proxy_connection_next_ns(const mns_proxy_connection *connection);

/* ---- The network -------------------------------------------------------------------------------- */

struct mns_network {
    pthread_mutex_t lock;   /* of everything but `polls`, which is the thread's own */
    atomic_uint callers;    /* that wait for the lock: they come before the next turn, */
    pthread_cond_t entered; /* and say so when they have it */
    pthread_cond_t iterated;
    uint64_t iterations; /* that the thread has done */
    bool ending;
    bool conditions_changed; /* something was changed for all connections */
    int wake[2];             /* a pipe: a byte wakes the thread */
    pthread_t thread;
    uint64_t seed, accepted;
    uint64_t backoff_until_ns; /* until then nothing is accepted */
    pid_t process[MNS_NETWORK_NODES];
    mns_network_rules rules;
    mns_link **links;
    size_t link_count, link_capacity;
    mns_proxy_connection **connections;
    size_t connection_count, connection_capacity;
    struct pollfd *polls;
    size_t poll_count, poll_capacity;
};

/* Gives a connection the weather that its ends have. */
void mns_network_conditions(mns_network *network, mns_proxy_connection *connection);
/* Who has connected: the node whose process it is, or NETWORK_UNKNOWN. */
unsigned mns_network_identify(const mns_network *network, unsigned port, unsigned link_port);
/* The thread; its argument is the network. */
void *mns_network_thread(void *argument);

#endif
