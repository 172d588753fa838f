/*
 * network_internal.h - the data structures of the proxy; for src/run/network only.
 *
 *     link (a port) ──accept──► connection: near socket ══ out ══► far socket
 *                                                       ◄═ back ══
 *
 * A connection is two sockets and two flows. A flow is a ring of bytes, the times at which they may
 * be forwarded, and how the stream ends. The proxy thread owns all sockets: other threads change
 * rules and flags under the lock and wake it.
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

/* An unidentified caller; only rules for MNS_NETWORK_ANY apply to it. */
#define NETWORK_UNKNOWN (UINT_MAX - 2)
/* Buffered bytes per direction, and chunks with different due times among them. */
#define NETWORK_RING_BYTES (64u << 10)
#define NETWORK_CHUNKS 256
/* Addresses of a host that are tried in turn. */
#define NETWORK_ADDRESSES 4
/* How long accepting pauses after a lack of descriptors or memory. */
#define NETWORK_BACKOFF_MS 20
#define NETWORK_NS_PER_MS UINT64_C(1000000)

/* ---- Conditions ------------------------------------------------------------------------------ */

typedef struct mns_network_rule {
    unsigned from, to;
    mns_link_conditions conditions;
} mns_network_rule;

/* Later rules win; rules covered by a later one are removed. */
typedef struct mns_network_rules {
    mns_network_rule *items;
    size_t count, capacity;
} mns_network_rules;

/* False: out of memory, nothing changed. */
bool mns_network_rules_add(mns_network_rules *rules, unsigned from, unsigned to,
                           const mns_link_conditions *conditions);
mns_link_conditions mns_network_rules_find(const mns_network_rules *rules, unsigned from,
                                           unsigned to);
/* True if `pattern` matches `end`. */
bool mns_network_covers(unsigned pattern, unsigned end);

/* ---- Flows ----------------------------------------------------------------------------------- */

typedef enum mns_flow_end { MNS_FLOW_OPEN, MNS_FLOW_FINISHED, MNS_FLOW_RESET } mns_flow_end;

/* Bytes that arrived together, and when they may be forwarded. */
typedef struct mns_chunk {
    uint64_t due_ns;
    size_t size;
} mns_chunk;

typedef struct mns_flow {
    mns_link_conditions conditions;
    mns_random random;
    mns_flow_end end;            /* how the sender ended the stream, */
    uint64_t end_ns;             /* when that may be forwarded, */
    bool end_sent;               /* and whether it was */
    bool blocked;                /* the receiver's socket is full */
    uint64_t paced_ns;           /* bandwidth is used up until then */
    unsigned first, chunk_count; /* in `chunk`, a ring */
    size_t start, size;          /* in `ring` */
    mns_chunk chunk[NETWORK_CHUNKS];
    unsigned char ring[NETWORK_RING_BYTES];
} mns_flow;

void mns_flow_init(mns_flow *flow, mns_random random);
/* True if it accepts more bytes. */
bool mns_flow_has_room(const mns_flow *flow);
/* One recv. */
void mns_flow_read(mns_flow *flow, int source, uint64_t now);
/* The sender can no longer be read: end the stream with a reset. */
void mns_flow_break(mns_flow *flow, uint64_t now);
/* Sends what is due; false if the receiver is gone. */
bool mns_flow_write(mns_flow *flow, int target, uint64_t now);
/* True if all bytes were sent and the end is due. */
bool mns_flow_is_over(const mns_flow *flow, uint64_t now);
/* Discards the buffered bytes. */
void mns_flow_empty(mns_flow *flow);
/* When to act without a socket event; UINT64_MAX: never. */
uint64_t mns_flow_next_ns(const mns_flow *flow);

/* ---- Connections ----------------------------------------------------------------------------- */

typedef enum mns_proxy_state {
    MNS_PROXY_WAITING,    /* not forwarded yet: the link is cut */
    MNS_PROXY_CONNECTING, /* to the far side */
    MNS_PROXY_OPEN,
    MNS_PROXY_HALF_OPEN, /* the far side is closed, the near side does not know */
    MNS_PROXY_CLOSED
} mns_proxy_state;

/* The two sides of a connection; flow[NEAR] carries what the near side sends. */
enum { NEAR, FAR, SIDES };

typedef struct mns_link {
    unsigned from, to;
    int listener;
    unsigned port;
    size_t polled; /* index in `polls` from 1; 0: not polled */
    unsigned address_count;
    struct sockaddr_storage addresses[NETWORK_ADDRESSES];
    socklen_t sizes[NETWORK_ADDRESSES];
} mns_link;

typedef struct mns_proxy_connection {
    const mns_link *link;
    unsigned from, to;
    unsigned port; /* of the caller */
    mns_proxy_state state;
    unsigned addresses_tried; /* of link->addresses */
    bool break_requested;     /* in the thread's next iteration */
    mns_network_break break_mode;
    int socket[SIDES];
    bool lost[SIDES];     /* its socket accepts no more data */
    size_t polled[SIDES]; /* indices in `polls` from 1; 0: not polled */
    mns_flow flow[SIDES];
} mns_proxy_connection;

/* Takes ownership of an accepted socket; NULL when out of memory. */
mns_proxy_connection *mns_proxy_connection_new(const mns_link *link, int near, mns_random random);
/* Closes the sockets and frees it. */
void mns_proxy_connection_free(mns_proxy_connection *connection, bool reset);
/* Does what is possible, given the poll results of its sockets. */
void mns_proxy_connection_step(mns_proxy_connection *connection, const short ready[SIDES],
                               uint64_t now);
/* The events to poll for, possibly none but errors; false: do not poll. */
bool mns_proxy_connection_events(const mns_proxy_connection *connection, unsigned side,
                                 short *events);
uint64_t mns_proxy_connection_next_ns(const mns_proxy_connection *connection);

/* ---- The network ----------------------------------------------------------------------------- */

struct mns_network {
    pthread_mutex_t lock;   /* protects all but `polls`, which belongs to the thread */
    atomic_uint callers;    /* waiting for the lock: the thread lets them go first, */
    pthread_cond_t entered; /* and they signal this when they have it */
    pthread_cond_t iterated;
    uint64_t iterations; /* completed by the thread */
    bool ending;
    bool conditions_changed; /* for all connections */
    int wake[2];             /* a pipe: one byte wakes the thread */
    pthread_t thread;
    uint64_t seed, accepted;
    uint64_t backoff_until_ns; /* accept nothing before this time */
    pid_t process[MNS_NETWORK_NODES];
    mns_network_rules rules;
    mns_link **links;
    size_t link_count, link_capacity;
    mns_proxy_connection **connections;
    size_t connection_count, connection_capacity;
    struct pollfd *polls;
    size_t poll_count, poll_capacity;
};

/* Sets the conditions of a connection by its ends. */
void mns_network_conditions(mns_network *network, mns_proxy_connection *connection);
/* The node that owns the caller's socket, or NETWORK_UNKNOWN. */
unsigned mns_network_identify(const mns_network *network, unsigned port, unsigned link_port);
/* The thread; its argument is the network. */
void *mns_network_thread(void *argument);

#endif
