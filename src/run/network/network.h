/*
 * network.h - a TCP proxy of our own between clients and servers, and between servers, where the
 * network can be made to fail.
 *
 *     client 3 ── 127.0.0.1:p1 ──┐                    ┌── 127.0.0.1:q0  node 0
 *     client 4 ── 127.0.0.1:p2 ──┤  network (thread)  ├── host:5432     node 1
 *     node 0   ── 127.0.0.1:p3 ──┘                    └── ...
 *
 * A link leads from one end to another; each has a port of its own, so that it is known who speaks.
 * Where several nodes must be end_sent the same address of a node (etcd), a link is from anybody, and
 * who has connected is found out by the process that has the other end of the socket.
 *
 * Weather is per direction. While nothing passes, bytes wait and no connection is refused: as with
 * lost packets, nobody is end_sent, and what was sent arrives after all if both ends are still there
 * when it is over; so does the news that an end has closed or broken a connection. Who connects
 * meanwhile is passed on afterwards, or never if it has given up. One thread moves everything; it
 * never blocks, and what one end does not take holds back only what is meant for that end. Memory
 * is bounded by connections times a buffer. Any thread may call.
 */
#ifndef MNS_RUN_NETWORK_NETWORK_H
#define MNS_RUN_NETWORK_NETWORK_H

#include <limits.h>
#include <sys/types.h>

#include "core/buf.h"

/* Ends: nodes from 0, then clients. */
#define MNS_NETWORK_NODES 16
#define MNS_NETWORK_CLIENT(i) (MNS_NETWORK_NODES + (unsigned)(i))
/* In place of an end: whoever it is. */
#define MNS_NETWORK_ANY UINT_MAX
#define MNS_NETWORK_ANY_CLIENT (UINT_MAX - 1) /* any client */

typedef struct mns_network mns_network;

/* What happens to bytes on their way from one end to another. All zero: nothing. */
typedef struct mns_link_conditions {
    bool cut;             /* they wait */
    unsigned delay_us;    /* each is as late as that, up to a millisecond more, ... */
    unsigned jitter_us;   /* ... and up to this much later, by chance; their order is kept */
    unsigned bytes_per_s; /* no more than so many on one connection; 0: no limit */
} mns_link_conditions;

typedef enum mns_network_break {
    MNS_NETWORK_RESET, /* both sides of a connection see it reset */
    /* The side that was connected to sees it closed, the other nothing, ever; what that one sends
     * is thrown away. */
    MNS_NETWORK_HALF_OPEN
} mns_network_break;

/* Starts its thread. `seed` is for jitter. Raises the soft limit of open files where the hard one
 * allows it: each connection takes two. NULL: message. */
mns_network *mns_network_start(uint64_t seed, mns_buf *message);

/* A new link: who connects to the port of 127.0.0.1 that is returned is passed on to the host's
 * port, or reset if nothing answers there. The host is looked up once, here, which may block. 0:
 * message. */
unsigned mns_network_link(mns_network *network, unsigned from, unsigned to, const char *host,
                          unsigned port, mns_buf *message);
/* Which process a node is now, with all its children; links from anybody need to know. 0: none. Who
 * has connected is found out when it does, and when a process is named: until it is found, only
 * what is said of MNS_NETWORK_ANY is true of it. */
void mns_network_process(mns_network *network, unsigned node, pid_t process);

/* From now on, also for connections that are there, for what `from` sends to `to`. Either may stand
 * for many (MNS_NETWORK_ANY, MNS_NETWORK_ANY_CLIENT). Later words override earlier ones.
 * Once this has returned, nothing moves by the old ones. False: out of memory, nothing changed. */
bool mns_network_set(mns_network *network, unsigned from, unsigned to,
                     const mns_link_conditions *conditions);
/* Breaks all connections that `from` has made to `to`: how many there were. It is done when this
 * returns. */
unsigned mns_network_break_all(mns_network *network, unsigned from, unsigned to,
                               mns_network_break break_mode);
/* Fine weather everywhere; what waited goes on. */
void mns_network_restore(mns_network *network);

/* Connections that are open now, for tests and for what is said of a run. */
unsigned mns_network_connections(mns_network *network);
/* Resets all connections and ends the thread. NULL is fine. */
void mns_network_stop(mns_network *network);

#endif
