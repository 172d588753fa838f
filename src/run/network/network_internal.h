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
/* Bytes that wait in one direction, and the moments that are told apart among them. */
#define NETWORK_RING_BYTES (64u << 10)
#define NETWORK_MOMENTS 256
/* Addresses of a host that are tried, one after the other. */
#define NETWORK_ADDRESSES 4
/* How long nothing is accepted after a lack of descriptors or memory. */
#define NETWORK_REST_MS 20
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
/* True if `end` is what `words` stand for. */
bool mns_network_covers(unsigned words, unsigned end);

/* ---- Flows -------------------------------------------------------------------------------------- */

typedef enum mns_flow_end { MNS_FLOW_OPEN, MNS_FLOW_FINISHED, MNS_FLOW_RESET } mns_flow_end;

/* Some bytes that came at a time, and when they may go on. */
typedef struct mns_moment {
    uint64_t due_ns;
    size_t size;
} mns_moment;

typedef struct mns_flow {
    mns_link_conditions conditions;
    mns_random random;
    mns_flow_end end;        /* what its source did after the last byte, */
    uint64_t end_ns;         /* when that may be told, */
    bool told;               /* and that it has been */
    bool blocked;            /* its target takes nothing now */
    uint64_t paced_ns;       /* what has been sent was sent as if until then */
    unsigned first, moments; /* in `moment`, a ring */
    size_t start, size;      /* in `ring` */
    mns_moment moment[NETWORK_MOMENTS];
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

/* ---- Connections: driver.h has that name, so passages ------------------------------------------- */

typedef enum mns_passage_state {
    MNS_PASSAGE_WAITING,    /* not passed on yet: the way is cut */
    MNS_PASSAGE_CONNECTING, /* to the far side */
    MNS_PASSAGE_OPEN,
    MNS_PASSAGE_DEAF, /* the far side is closed, and the near one must not know */
    MNS_PASSAGE_GONE
} mns_passage_state;

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

typedef struct mns_passage {
    const mns_link *link;
    unsigned from, to;
    unsigned port; /* of the near side's other end */
    mns_passage_state state;
    unsigned tried; /* addresses */
    bool to_break;  /* at the thread's next turn, */
    mns_network_break how;
    int socket[SIDES];
    bool lost[SIDES];     /* it takes nothing any more */
    size_t polled[SIDES]; /* places among what is polled, from 1; 0: none */
    mns_flow flow[SIDES];
} mns_passage;

/* Takes over a socket that was accepted; NULL when out of memory. */
mns_passage *mns_passage_new(const mns_link *link, int near, mns_random random);
/* Closes what is open and frees it. */
void mns_passage_free(mns_passage *passage, bool reset);
/* Does what can be done, given what poll said of its sockets. */
void mns_passage_step(mns_passage *passage, const short ready[SIDES], uint64_t now);
/* What to ask poll for, perhaps only whether it is there; false: not even that. */
bool mns_passage_events(const mns_passage *passage, unsigned side, short *events);
uint64_t mns_passage_next_ns(const mns_passage *passage);

/* ---- The network -------------------------------------------------------------------------------- */

struct mns_network {
    pthread_mutex_t lock;   /* of everything but `polls`, which is the thread's own */
    atomic_uint callers;    /* that wait for the lock: they come before the next turn, */
    pthread_cond_t entered; /* and say so when they have it */
    pthread_cond_t turned;
    uint64_t pacing; /* that the thread has done */
    bool ending;
    bool stirred; /* something was changed for all connections */
    int wake[2];  /* a pipe: a byte wakes the thread */
    pthread_t thread;
    uint64_t seed, accepted;
    uint64_t rest_ns; /* until then nothing is accepted */
    pid_t process[MNS_NETWORK_NODES];
    mns_network_rules rules;
    mns_link **links;
    size_t link_count, link_capacity;
    mns_passage **passages;
    size_t passage_count, passage_capacity;
    struct pollfd *polls;
    size_t poll_count, poll_capacity;
};

/* Gives a connection the weather that its ends have. */
void mns_network_conditions(mns_network *network, mns_passage *passage);
/* Who has connected: the node whose process it is, or NETWORK_UNKNOWN. */
unsigned mns_network_who(const mns_network *network, unsigned port, unsigned link_port);
/* The thread; its argument is the network. */
void *mns_network_thread(void *argument);

#endif
